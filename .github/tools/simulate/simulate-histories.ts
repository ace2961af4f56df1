import { changePoints, type Generator, MIN_FOR_CHANGE, median, randomGenerator } from '@plimsoll/schema/statistics'
import { normals } from './noise.ts'
import { makeReportLine, type ReportLine } from './report-lines.ts'
import { offOfRun, RUN_SPREADS } from './simulate-replications.ts'
import { type Count, count, emptyTally, poolCounts, type Tally } from './tally.ts'

/** How the runs of a history differ from each other: as some of the series of runs of one design. */
export const HISTORY_KINDS = RUN_SPREADS.filter(({ spread, hasOutlyingRuns }) =>
  hasOutlyingRuns ? spread === 0.05 : spread > 0,
)

/** The number of runs in a history, and of those before a change. */
const [RUNS, BEFORE] = [30, 15]
/** The changes that are to be found. */
export const CHANGES = [1.1, 1.2, 1.3] as const
/** The numbers of runs after a change when a reader looks for it. */
export const RUNS_AFTER = [3, 5, 10, 15] as const
/** One history in so many is searched for changes that were put into it, because this takes most of the time. */
const CHANGED = 5
/** The smallest slowdown that the watch action reports, and how far from its place a change counts as found. */
const [THRESHOLD, NEAR] = [1.05, 2]

/** The names of the counters. */
export const HISTORY_NAMES = {
  /** The share of histories without a change that show one at their end. */
  falseAtEnd: 'false change at the end',
  /** The share of histories without a change in which the watch action opens an issue after any of its runs. */
  falseEver: 'false issue after any run',
  /** The share of changes that are found at their place, a number of runs later. */
  found: (change: number, after: number) => `${change}× found after ${after} runs`,
}

/**
 * Counts the results of histories that spread in one way. `kind` is an index of `HISTORY_KINDS`. Each history has its own
 * random stream, as in `runChecks`.
 */
export function runHistories(kind: number, seed: number, repetitions: number): Tally {
  const tally = emptyTally()
  for (let history = 0; history < repetitions; history++) {
    const generator = randomGenerator(seed, (HISTORY_STREAMS + kind) * 2 ** 24 + history)
    const logs = logsOf(kind, generator)
    count(tally, HISTORY_NAMES.falseAtEnd, Number(changePoints(logs).length > 0))
    const looks = Array.from({ length: RUNS - MIN_FOR_CHANGE + 1 }, (_, at) => logs.slice(0, MIN_FOR_CHANGE + at))
    count(tally, HISTORY_NAMES.falseEver, Number(looks.some(hasSlowdown)))
    if (history % CHANGED > 0) continue
    for (const change of CHANGES)
      for (const after of RUNS_AFTER) {
        const changed = logs.slice(0, BEFORE + after).map((log, run) => log + (run < BEFORE ? 0 : Math.log(change)))
        const isFound = changePoints(changed).some(({ index }) => Math.abs(index - BEFORE) <= NEAR)
        count(tally, HISTORY_NAMES.found(change, after), Number(isFound))
      }
  }
  return tally
}

/** The random streams from here on belong to histories. */
const HISTORY_STREAMS = 224

/** The logarithms of the medians of a history's runs. */
function logsOf(kind: number, generator: Generator): number[] {
  const { spread, hasOutlyingRuns } = HISTORY_KINDS[kind] as (typeof HISTORY_KINDS)[number]
  return normals(RUNS, generator).map((z) => spread * z + (hasOutlyingRuns ? offOfRun(generator) : 0))
}

/** Whether a history has a slowdown that the watch action reports. */
function hasSlowdown(logs: readonly number[]): boolean {
  const points = changePoints(logs)
  const starts = [0, ...points.map(({ index }) => index)]
  const levels = starts.map((start, at) => median(logs.slice(start, starts[at + 1])))
  return levels.some((level, at) => at > 0 && level - (levels[at - 1] as number) >= Math.log(THRESHOLD))
}

/** The share of histories without a change that may show one. */
const MAX_FALSE = 0.01

/** Returns the lines of the report on histories. `tallies` are the counts by the name of the kind. */
export function historyReportLines(tallies: Record<string, Tally>): ReportLine[] {
  const pooled = (name: string) => poolCounts(Object.values(tallies).map(({ counts }) => counts[name] as Count))
  return [
    makeReportLine(`change found in a history of ${RUNS} runs without one`, pooled(HISTORY_NAMES.falseAtEnd), {
      kind: 'at most',
      share: MAX_FALSE,
    }),
    makeReportLine(`issue opened after any of ${RUNS} runs without a change`, pooled(HISTORY_NAMES.falseEver), null),
  ]
}
