import { RECORDINGS } from './recordings.ts'
import { type ReportLine, reportLines } from './report-lines.ts'
import { runReportLines } from './run-report-lines.ts'
import { BENCHMARKS } from './scenarios.ts'
import { ALPHAS, alarmsAsRecorded } from './simulate-checks.ts'
import { cpuReportLines } from './simulate-cpu-times.ts'
import { historyReportLines } from './simulate-histories.ts'
import { replicationReportLines } from './simulate-replications.ts'
import {
  biasTable,
  healthyRunsTable,
  historyTable,
  linesTable,
  methodsTable,
  seriesTable,
  tableText,
} from './tables.ts'
import type { Tally } from './tally.ts'

/** What was simulated, and the counts by the name of each scenario. */
export interface Simulation {
  repetitions: number
  seed: number
  checks: Record<string, Tally>
  cpuTimes: Record<string, Tally>
  runs: Record<string, Tally>
  replications: Record<string, Tally>
  histories: Record<string, Tally>
}

/** Returns the tables of a simulation, and whether every rate meets its limit. */
export function simulationReport(simulation: Simulation): { text: string; met: boolean } {
  const { repetitions, seed, checks, cpuTimes, runs, replications, histories } = simulation
  const lines = [...reportLines(checks), ...cpuReportLines(cpuTimes)]
  const runLines = [...runReportLines(runs), ...replicationReportLines(replications), ...historyReportLines(histories)]
  const recorded = RECORDINGS.flatMap((name) =>
    ALPHAS.map((alpha) => ({ name, alpha, falseAlarms: alarmsAsRecorded(name, alpha) })),
  )
  const stretches = recorded.map(
    ({ name, alpha, falseAlarms: { hits, of } }) => `${name}, α ${100 * alpha}%: ${hits} of ${of}`,
  )
  const kept = (some: ReportLine[]) =>
    `${some.filter(({ met }) => met).length} of ${some.length} rates meet their limits, ${repetitions} repetitions, seed ${seed}.`
  const paragraphs: (string | [title: string, table: string[][]])[] = [
    ['Verdicts of checks', linesTable(lines)],
    ['The same times, judged by other methods', methodsTable(checks)],
    `A check has ${BENCHMARKS} benchmarks, a recorded check 6. At most one benchmark of a check changed.`,
    `False alarms in every stretch of the recordings, with base and head as recorded (stretches overlap): ${stretches.join('; ')}.`,
    kept(lines),
    ['Ratios of runs', linesTable(runLines)],
    'A run has two workloads with six scenarios each; two pairs of scenarios are equal. CV is the coefficient of variation within a round.',
    ['Runs without a bias', healthyRunsTable(runs)],
    ['Workloads withheld because one scenario takes 10% longer', biasTable(runs)],
    ['Series of runs of one design', seriesTable(replications)],
    "The share of intervals that contain one more run's estimate, or the true ratio, and the mean half-width of the first.",
    ['Histories of 30 runs', historyTable(histories)],
    'Without a change: the share of histories that show one at the end, and in which an issue is opened after any run. With one after 15 runs: the share in which it is found 3, 5, 10 and 15 runs later.',
    kept(runLines),
  ]
  return {
    text: paragraphs
      .map((paragraph) => (typeof paragraph === 'string' ? paragraph : `${paragraph[0]}\n${tableText(paragraph[1])}`))
      .join('\n\n'),
    met: [...lines, ...runLines].every(({ met }) => met),
  }
}
