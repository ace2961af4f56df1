import { type Block, type Records, type Report, rangeFields } from '../report/report.ts'
import { RECORDINGS } from './recordings.ts'
import { type ReportLine, reportLines } from './report-lines.ts'
import { runReportLines } from './run-report-lines.ts'
import { biasSection, healthyRunsSection, hiddenSection, minimumsSection, seriesSection } from './run-sections.ts'
import { BENCHMARKS } from './scenarios.ts'
import { linesSection, methodsSection, roundsSection } from './sections.ts'
import { ALPHAS, alarmsAsRecorded, NAMES } from './simulate-checks.ts'
import { replicationReportLines } from './simulate-replications.ts'
import { type Count, type Tally, welchAtEqualLevel } from './tally.ts'

/** What was simulated, and the counts by the name of each scenario. */
export interface Simulation {
  repetitions: number
  seed: number
  checks: Record<string, Tally>
  runs: Record<string, Tally>
  replications: Record<string, Tally>
}

interface Lines {
  lines: ReportLine[]
  runLines: ReportLine[]
}

/** The report of a simulation, and whether every rate meets its limit. */
export function simulationReport(simulation: Simulation): { report: Report; met: boolean } {
  const lines = reportLines(simulation.checks)
  const runLines = [...runReportLines(simulation.runs), ...replicationReportLines(simulation.replications)]
  const all = { lines, runLines }
  return {
    report: {
      blocks: () => blocksOf(simulation, all),
      records: () => recordsOf(all),
      data: () => dataOf(simulation, all),
    },
    met: [...lines, ...runLines].every(({ met }) => met),
  }
}

function blocksOf({ repetitions, seed, checks, runs, replications }: Simulation, { lines, runLines }: Lines): Block[] {
  const stretches = recordedAlarms().map(
    ({ name, alpha, falseAlarms: { hits, of } }) => `${name}, α ${100 * alpha}%: ${hits} of ${of}`,
  )
  const kept = (some: ReportLine[]): Block => ({
    texts: [
      `${some.filter(({ met }) => met).length} of ${some.length} rates meet their limits, ${repetitions} repetitions, seed ${seed}.`,
    ],
    form: 'line',
  })
  return [
    linesSection('Verdicts of checks', lines),
    {
      ...methodsSection('The same times, judged by other methods', checks),
      lead: [`A check has ${BENCHMARKS} benchmarks, a recorded check 6. At most one benchmark of a check changed.`],
    },
    roundsSection('Checks in which nothing changed, α 1%', checks),
    {
      texts: [
        `False alarms in every stretch of the recordings, with base and head as recorded (stretches overlap): ${stretches.join('; ')}.`,
      ],
      form: 'sentence',
    },
    kept(lines),
    {
      ...linesSection('Ratios of runs', runLines),
      lead: [
        'A run has two workloads with six scenarios each; two pairs of scenarios are equal. CV is the coefficient of variation within a round.',
      ],
    },
    healthyRunsSection('Runs without a bias', runs),
    biasSection('Workloads withheld because one scenario takes 10% longer', runs),
    minimumsSection('Other minimums of rounds, pooled over the four kinds of noise and CV 3% to 8%', runs),
    hiddenSection(
      'Intervals hidden because they are wide and contain 1, or because of their width alone, in quick',
      runs,
    ),
    {
      ...seriesSection('Series of runs of one design', replications),
      lead: [
        "The share of intervals that contain one more run's estimate, or the true ratio, and the mean half-width of the first.",
      ],
    },
    kept(runLines),
  ]
}

function recordsOf({ lines, runLines }: Lines): Records {
  const row = (of: string, { what, reached, interval, limit, met }: ReportLine) => ({
    of,
    rate: what,
    hits: reached.hits,
    trials: reached.of,
    ...rangeFields('interval', interval),
    limit: limit?.kind,
    limit_share: limit?.share,
    met,
  })
  return {
    columns: ['of', 'rate', 'hits', 'trials', 'interval_low', 'interval_high', 'limit', 'limit_share', 'met'],
    rows: [...lines.map((line) => row('checks', line)), ...runLines.map((line) => row('runs', line))],
  }
}

function dataOf({ repetitions, seed, checks, runs, replications }: Simulation, { lines, runLines }: Lines) {
  const countsOf = (tallies: Record<string, Tally>) =>
    Object.entries(tallies).map(([name, { counts }]) => ({ name, counts }))
  return {
    repetitions,
    seed,
    lines,
    scenarios: scenariosOf(checks),
    recorded: recordedAlarms(),
    runs: { lines: runLines, noises: countsOf(runs), series: countsOf(replications) },
  }
}

function recordedAlarms() {
  return RECORDINGS.flatMap((name) =>
    ALPHAS.map((alpha) => ({ name, alpha, falseAlarms: alarmsAsRecorded(name, alpha) })),
  )
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
