import { ratioOfLogs } from '@plimsoll/schema'
import { type Generator, mean, meanInterval, predictionInterval, randomGenerator } from '@plimsoll/schema/statistics'
import { normals } from './noise.ts'
import { makeReportLine, type ReportLine } from './report-lines.ts'
import { type Count, count, emptyTally, poolCounts, type Tally } from './tally.ts'

/** The numbers of runs whose spread predicts one more run. */
export const RUN_COUNTS = [3, 5, 10] as const

/** How the true ratio of a run differs from run to run. */
export interface RunSpread {
  name: string
  /** The standard deviation of the logarithm of a run's true ratio. */
  spread: number
  /** Whether one run in ten is off by a further 20%, up or down. */
  hasOutlyingRuns: boolean
}

export const RUN_SPREADS: readonly RunSpread[] = [false, true].flatMap((hasOutlyingRuns) =>
  [0, 0.02, 0.05, 0.08].map((spread) => ({
    name: `spread ${100 * spread}%${hasOutlyingRuns ? ', one run in ten off by 20%' : ''}`,
    spread,
    hasOutlyingRuns,
  })),
)

/** A run has as many rounds as `quick`, and times with this coefficient of variation. */
const ROUNDS = 14
const CV = 0.05
const OFF = Math.log(1.2)

/** The names of the counters, by the number of runs. */
export const REPLICATION_NAMES = {
  /** The share of prediction intervals that contain the estimate of one more run. */
  predicted: (runs: number) => `predicted by ${runs} runs`,
  /** The share of intervals of the mean that contain the true ratio. */
  covered: (runs: number) => `covered by ${runs} runs`,
  /** The mean half-width of the prediction interval, on the logarithmic scale. */
  width: (runs: number) => `half-width of ${runs} runs`,
}

/**
 * Counts the results of the series of runs that spread in one way. `kind` is an index of `RUN_SPREADS`.
 * Each series has its own random stream, as in `runChecks`.
 */
export function runReplications(kind: number, seed: number, repetitions: number): Tally {
  const tally = emptyTally()
  const spread = RUN_SPREADS[kind] as RunSpread
  for (let series = 0; series < repetitions; series++) {
    const generator = randomGenerator(seed, (REPLICATION_STREAMS + kind) * 2 ** 24 + series)
    const logs = Array.from({ length: Math.max(...RUN_COUNTS) + 1 }, () => estimateOfRun(spread, generator))
    for (const runs of RUN_COUNTS) {
      const [own, next] = [logs.slice(0, runs), logs.at(-1) as number]
      const [prediction, interval] = [predictionInterval(own), meanInterval(own)] as [Bounds, Bounds]
      count(tally, REPLICATION_NAMES.predicted(runs), Number(contains(prediction, next)))
      count(tally, REPLICATION_NAMES.covered(runs), Number(contains(interval, 0)))
      count(tally, REPLICATION_NAMES.width(runs), mean([prediction[1], -prediction[0]]))
    }
  }
  return tally
}

/** The random streams from here on belong to replications. */
const REPLICATION_STREAMS = 192

type Bounds = readonly [number, number]

/** The logarithm of a run's estimate, by its rounds, of a ratio whose true value is 1 on average over the runs. */
function estimateOfRun({ spread, hasOutlyingRuns }: RunSpread, generator: Generator): number {
  const [effect, ...noise] = normals(1 + 2 * ROUNDS, generator) as [number, ...number[]]
  const off = hasOutlyingRuns ? offOfRun(generator) : 0
  const rounds = noise.slice(0, ROUNDS).map((own, round) => CV * (own - (noise[ROUNDS + round] as number)))
  return Math.log(ratioOfLogs(rounds.map((log) => log + spread * effect + off)).value as number)
}

/** How far one run is off, on the logarithmic scale: one in ten by 20%, up or down. */
export function offOfRun(generator: Generator): number {
  if (generator.below(10) > 0) return 0
  return generator.below(2) === 0 ? OFF : -OFF
}

function contains([lower, upper]: Bounds, value: number): boolean {
  return lower <= value && value <= upper
}

/** The share of prediction intervals that must contain the estimate of one more run, if no run is off. */
const MIN_PREDICTED = 0.94

/** Returns the lines of the report on series of runs. `tallies` are the counts by the name of the spread. */
export function replicationReportLines(tallies: Record<string, Tally>): ReportLine[] {
  return [false, true].flatMap((off) =>
    RUN_COUNTS.map((runs) => {
      const names = RUN_SPREADS.filter(({ hasOutlyingRuns }) => hasOutlyingRuns === off).map(({ name }) => name)
      const counts = names.map((name) => tallies[name]?.counts[REPLICATION_NAMES.predicted(runs)] as Count)
      const which = off ? 'one run in ten off by 20%' : 'spread 0% to 8%'
      const limit = off ? null : ({ kind: 'at least', share: MIN_PREDICTED } as const)
      return makeReportLine(`next run in the prediction interval of ${runs} runs, ${which}`, poolCounts(counts), limit)
    }),
  )
}
