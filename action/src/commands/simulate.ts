import { Command, Option } from 'commander'
import { SEED } from '../measure-request/parse-settings.ts'
import { simulateAll } from '../simulate/pool.ts'
import { RECORDINGS } from '../simulate/recordings.ts'
import { type ReportLine, reportLines } from '../simulate/report-lines.ts'
import { runReportLines } from '../simulate/run-report-lines.ts'
import { biasTable, healthyRunsTable, hiddenTable, minimumsTable, seriesTable } from '../simulate/run-tables.ts'
import { BENCHMARKS } from '../simulate/scenarios.ts'
import { ALPHAS, alarmsAsRecorded, NAMES } from '../simulate/simulate-checks.ts'
import { replicationReportLines } from '../simulate/simulate-replications.ts'
import { linesTable, methodsTable, roundsTable } from '../simulate/table.ts'
import { type Count, type Tally, welchAtEqualLevel } from '../simulate/tally.ts'
import { print, printError } from '../terminal/print.ts'
import { type RealFlags, simulateReal } from './simulate-real.ts'
import { wholeNumber } from './whole-number.ts'

interface SimulateFlags extends RealFlags {
  repetitions: number
  real?: boolean
}

/**
 * `plimsoll simulate`: prints how often the verdict of a check is wrong, and how often it detects a change; then how
 * often the printed interval of a run's ratio is wrong, and how often a run withholds biased ratios. The command exits
 * with 1 if a required rate is not reached.
 */
export function simulateCommand(exit: (code: number) => void): Command {
  return new Command('simulate')
    .description(
      'simulate checks, to count how often a verdict is a false alarm or finds a change; and runs, to count how often intervals miss the true ratio and biased ratios are withheld',
    )
    .addOption(
      new Option(
        '--repetitions <n>',
        'number of checks and of runs of each kind; the published tables need 2000 or more',
      )
        .default(2000)
        .argParser(wholeNumber(1, 100_000)),
    )
    .addOption(new Option('--seed <n>', 'seed of the random numbers').default(1).argParser(wholeNumber(...SEED)))
    .option('--json', 'as JSON')
    .option(
      '--real',
      'run checks with a known outcome on this machine instead. Takes an hour or more; repeat the command to resume',
    )
    .addOption(
      new Option(
        '--checks <n>',
        'with --real: number of checks of each kind (nothing changed; head does 20% more work; another program begins to load the CPU)',
      )
        .default(5)
        .argParser(wholeNumber(1, 1000)),
    )
    .addOption(
      new Option(
        '--slots',
        'measure eight identical containers that keep one slot each, and eight with a fresh slot for every sample. Implies --real, takes some minutes',
      ).implies({ real: true }),
    )
    .option('--engine <name>', 'with --real: the engine (default: the first that is found)')
    .option('--out <dir>', 'with --real: directory of the results, one document for each check', 'plimsoll-known-truth')
    .action(async (flags: SimulateFlags) => {
      if (flags.real) return simulateReal(flags)
      const { repetitions, seed, json } = flags
      const tallies = await simulatePart('checks', repetitions, seed)
      const runTallies = await simulatePart('runs', repetitions, seed)
      const seriesTallies = await simulatePart('replications', repetitions, seed)
      const lines = reportLines(tallies)
      const runLines = [...runReportLines(runTallies), ...replicationReportLines(seriesTallies)]
      const recorded = RECORDINGS.flatMap((name) =>
        ALPHAS.map((alpha) => ({ name, alpha, falseAlarms: alarmsAsRecorded(name, alpha) })),
      )
      const kept = (some: ReportLine[]) =>
        `${some.filter(({ met }) => met).length} of ${some.length} rates meet their limits, ${repetitions} repetitions, seed ${seed}.`
      if (json) {
        const noises = Object.entries(runTallies).map(([name, { counts }]) => ({ name, counts }))
        const series = Object.entries(seriesTallies).map(([name, { counts }]) => ({ name, counts }))
        const runs = { lines: runLines, noises, series }
        print(JSON.stringify({ repetitions, seed, lines, scenarios: scenariosOf(tallies), recorded, runs }, null, 2))
      } else {
        const stretches = recorded.map(
          ({ name, alpha, falseAlarms: { hits, of } }) => `${name}, α ${100 * alpha}%: ${hits} of ${of}`,
        )
        print(
          [
            linesTable(lines),
            `The same times, judged by other methods. A check has ${BENCHMARKS} benchmarks, a recorded check 6. At most one benchmark of a check changed.\n${methodsTable(tallies)}`,
            `Checks in which nothing changed, α 1%\n${roundsTable(tallies)}`,
            `False alarms in every stretch of the recordings, with base and head as recorded (stretches overlap): ${stretches.join('; ')}.`,
            kept(lines),
            `RATIOS OF RUNS\nA run has two workloads with six scenarios each; two pairs of scenarios are equal. CV is the coefficient of variation within a round.\n${linesTable(runLines)}`,
            `Runs without a bias\n${healthyRunsTable(runTallies)}`,
            `Workloads withheld because one scenario takes 10% longer\n${biasTable(runTallies)}`,
            `Other minimums of rounds, pooled over the four kinds of noise and CV 3% to 8%\n${minimumsTable(runTallies)}`,
            `Intervals hidden because they are wide and contain 1, or because of their width alone, in quick\n${hiddenTable(runTallies)}`,
            `Series of runs of one design: the share of intervals that contain one more run's estimate, or the true ratio, and the mean half-width of the first\n${seriesTable(seriesTallies)}`,
            kept(runLines),
          ].join('\n\n'),
        )
      }
      if ([...lines, ...runLines].some(({ met }) => !met)) exit(1)
    })
}

/** Simulates checks, runs or series of runs, and shows the progress and the duration on stderr. */
async function simulatePart(
  of: Parameters<typeof simulateAll>[0],
  repetitions: number,
  seed: number,
): Promise<Record<string, Tally>> {
  const start = performance.now()
  const tallies = await simulateAll(of, repetitions, seed, (name, done, all) =>
    printError(`[${done}/${all}] ${of}: ${name}`),
  )
  printError(`${of}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return tallies
}

function scenariosOf(tallies: Record<string, Tally>) {
  return Object.entries(tallies).map(([name, tally]) => ({
    name,
    counts: tally.counts,
    welchAsOftenFalse: ALPHAS.map((alpha) => ({
      alpha,
      found: welchAtEqualLevel(tally, tally.counts[NAMES.falseAlarm('verdict', alpha)] as Count),
    })),
  }))
}
