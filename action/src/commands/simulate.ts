import { Problem } from '@plimsoll/workloads'
import { Command, Option } from 'commander'
import { SEED, wholeNumber } from '../measure-request/parse-settings.ts'
import { render } from '../report/formats.ts'
import { simulateAll } from '../simulate/pool.ts'
import { simulationReport } from '../simulate/report.ts'
import type { Tally } from '../simulate/tally.ts'
import { noteStream, printNote, printReport } from '../terminal/print.ts'
import { StatusLine } from '../terminal/status-line.ts'
import { formatOption } from './format-option.ts'
import { settingFlag } from './setting-flag.ts'
import { type RealFlags, simulateReal } from './simulate-real.ts'

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
        .argParser(settingFlag(wholeNumber([1, 100_000]))),
    )
    .addOption(
      new Option('--seed <n>', 'seed of the random numbers').default(1).argParser(settingFlag(wholeNumber(SEED))),
    )
    .addOption(formatOption())
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
        .argParser(settingFlag(wholeNumber([1, 1000]))),
    )
    .addOption(
      new Option(
        '--slots',
        'measure eight identical containers that keep one slot each, and eight with a fresh slot for every sample. Implies --real, takes some minutes',
      ).implies({ real: true }),
    )
    .option('--engine <name>', 'with --real: the engine (default: the first that is found)')
    .option('--out <dir>', 'with --real: directory of the results, one document for each check', 'plimsoll-known-truth')
    .action(async (flags: SimulateFlags, command: Command) => {
      if (flags.real) return simulateReal(flags)
      const ofReal = ['checks', 'engine', 'out'].find((name) => command.getOptionValueSource(name) === 'cli')
      if (ofReal !== undefined) throw new Problem(2, `--${ofReal} needs --real. Add --real, or leave out --${ofReal}.`)
      const { repetitions, seed, format } = flags
      const { report, met } = simulationReport({
        repetitions,
        seed,
        checks: await simulatePart('checks', repetitions, seed),
        runs: await simulatePart('runs', repetitions, seed),
        replications: await simulatePart('replications', repetitions, seed),
      })
      printReport(render(report, format))
      if (!met) exit(1)
    })
}

/** Simulates checks, runs or series of runs, and shows the progress and the duration on stderr. */
async function simulatePart(
  of: Parameters<typeof simulateAll>[0],
  repetitions: number,
  seed: number,
): Promise<Record<string, Tally>> {
  const start = performance.now()
  const terminal = noteStream()
  const status = new StatusLine(terminal)
  const tallies = await simulateAll(of, repetitions, seed, (name, done, all) => {
    const text = `[${done}/${all}] ${of}: ${name}`
    if (!terminal.isTTY) return status.line(text)
    const seconds = (performance.now() - start) / 1000
    status.show({ share: done / all, secondsLeft: (seconds / done) * (all - done), secondsSoFar: null, text })
  })
  status.clear()
  printNote(`${of}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return tallies
}
