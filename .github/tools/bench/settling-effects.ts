import {
  additiveResiduals,
  type Benchmark,
  type ControlPair,
  controlPairs,
  describeBenchmark,
  describeWork,
  MIN_ROUNDS,
  pooledResidual,
  type RunDocument,
  type Sample,
} from '@plimsoll/schema'
import { fQuantile, type Interval, mean, median, randomGenerator, shuffle } from '@plimsoll/schema/statistics'

/** Streams of random numbers that belong to no other draw of a run: one for each round, and one for the permutations. */
const COINS = 2 ** 31
const PERMUTATIONS_STREAM = COINS - 1
const PERMUTATIONS = 1999
const LEVEL = 0.05

/** Whether a round of the run with this seed settles before its samples: a fair coin, the same on every machine. */
export function isSettled(seed: number, round: number): boolean {
  return randomGenerator(seed, COINS + round).below(2) === 1
}

/** A figure of the settled and of the unsettled rounds. */
export interface FigurePair<T> {
  settled: T
  unsettled: T
}

/** What settling changed for one workload. */
export interface SettlingEffect {
  work: string
  /** the rounds in which every benchmark has a value */
  rounds: FigurePair<number>
  /** the standard deviation of log values after the effects of round and scenario */
  residual: FigurePair<number>
  /** settled ÷ unsettled standard deviation, with its 95% F interval, which takes the residuals as normal */
  ratio: { value: number; interval: Interval }
  /** the share of permutations of the coin's results in which the standard deviations differ as much or more */
  p: number
  /**
   * The correlation of the residuals of these rounds with those of the round before (settled or not), the mean of the
   * benchmarks. Null with fewer than three such pairs of rounds.
   */
  lag: FigurePair<number | null>
  /** the primary metric's ratio of two equal things */
  controls: { label: string; pairs: FigurePair<ControlPair> }[]
  benchmarks: { label: string; figures: FigurePair<Figures> }[]
}

/** Medians of a benchmark's samples. */
interface Figures {
  /** of the primary metric, in ns */
  time: number
  /** (user + system) ÷ wall; null if the workload does not time a whole command */
  onCpu: number | null
  minorFaults: number | null
}

/**
 * What settling changed for each workload. Which rounds settled follows from the document's seed. Warm-ups and failed
 * samples are left out, and so are rounds in which a benchmark of the workload has no value.
 * @throws {RangeError} if fewer than 6 settled or unsettled rounds of a workload are left
 */
export function settlingEffects(document: RunDocument): SettlingEffect[] {
  const seed = document.design.seed as number
  const parts = { settled: partOf(document, seed, true), unsettled: partOf(document, seed, false) }
  const pairs = both((name) => controlPairs(parts[name]))
  return [...Map.groupBy(document.benchmarks, describeWork)].map(([work, benchmarks]) => {
    const all = logTable(benchmarks)
    const settles = all.map(({ round }) => isSettled(seed, round))
    const own = both((name) => all.filter((_, at) => settles[at] === (name === 'settled')))
    const counts = both((name) => own[name].length)
    if (Math.min(counts.settled, counts.unsettled) < MIN_ROUNDS)
      throw new RangeError(`${work} needs at least ${MIN_ROUNDS} settled and ${MIN_ROUNDS} unsettled rounds`)
    const logs = all.map(({ logs }) => logs)
    const residual = both((name) => pooledResidual(own[name].map(({ logs }) => logs)))
    const value = residual.settled / residual.unsettled
    const [above, below] = [counts.settled, counts.unsettled].map((count) => (count - 1) * (benchmarks.length - 1))
    const bound = (probability: number) => value / Math.sqrt(fQuantile(probability, above as number, below as number))
    return {
      work,
      rounds: counts,
      residual,
      ratio: { value, interval: [bound(0.975), bound(0.025)] },
      p: permutationP(logs, settles, seed),
      lag: lagCorrelations(own),
      controls: pairs.settled.flatMap((settled, at) =>
        settled.workload === work
          ? [{ label: labelOf(document, settled), pairs: { settled, unsettled: pairs.unsettled[at] as ControlPair } }]
          : [],
      ),
      benchmarks: document.benchmarks.flatMap((benchmark, at) =>
        benchmarks.includes(benchmark)
          ? [
              {
                label: labelOfBenchmark(benchmark),
                figures: both((name) => figuresOf(parts[name].benchmarks[at] as Benchmark)),
              },
            ]
          : [],
      ),
    }
  })
}

/**
 * Whether settling shows less variance: the F interval lies below 1, and so few permutations differ as much that chance
 * is no explanation (the F interval alone is too short for residuals with heavy tails).
 */
export function hasLessVariance({ ratio, p }: SettlingEffect): boolean {
  return ratio.interval[1] < 1 && p <= LEVEL
}

/** Whether settling shows more variance, by the same rule. */
export function hasMoreVariance({ ratio, p }: SettlingEffect): boolean {
  return ratio.interval[0] > 1 && p <= LEVEL
}

/**
 * Whether settling shows less bias: of two equal things, the unsettled interval lies outside the tolerance, and the
 * settled one does not and has no point in common with it.
 */
export function hasLessBias({ controls }: SettlingEffect): boolean {
  return controls.some(({ pairs: { settled, unsettled } }) => isBetter(settled, unsettled))
}

/** Whether settling shows more bias, by the same rule. */
export function hasMoreBias({ controls }: SettlingEffect): boolean {
  return controls.some(({ pairs: { settled, unsettled } }) => isBetter(unsettled, settled))
}

function isBetter(better: ControlPair, worse: ControlPair): boolean {
  const [own, other] = [better.estimate.interval, worse.estimate.interval]
  if (!own || !other || !worse.withholds || better.withholds) return false
  return own[1] < other[0] || other[1] < own[0]
}

function both<T>(of: (name: keyof FigurePair<T>) => T): FigurePair<T> {
  return { settled: of('settled'), unsettled: of('unsettled') }
}

/** The document with the samples of the settled, or of the unsettled rounds alone. */
function partOf(document: RunDocument, seed: number, settled: boolean): RunDocument {
  return {
    ...document,
    benchmarks: document.benchmarks.map((benchmark) => ({
      ...benchmark,
      samples: benchmark.samples.filter((sample) => isMeasured(sample) && isSettled(seed, sample.round) === settled),
    })),
  }
}

interface LogRound {
  round: number
  /** one for each benchmark */
  logs: number[]
}

/** The log values of the primary metric in the rounds in which every benchmark has a positive value, ascending. */
function logTable(benchmarks: Benchmark[]): LogRound[] {
  const columns = benchmarks.map(
    (benchmark) =>
      new Map(benchmark.samples.filter(isMeasured).map((sample) => [sample.round, primaryOf(benchmark, sample)])),
  )
  const rounds = [...(columns[0]?.keys() ?? [])].sort((a, b) => a - b)
  return rounds
    .map((round) => ({ round, logs: columns.map((column) => Math.log(column.get(round) ?? 0)) }))
    .filter(({ logs }) => logs.every(Number.isFinite))
}

function isMeasured({ warmup, failure }: Sample): boolean {
  return !warmup && failure === null
}

function primaryOf({ metrics }: Benchmark, { values }: Sample): number {
  const value = values[metrics.find(({ primary }) => primary)?.name ?? ''] ?? 0
  return typeof value === 'number' ? value : median(value)
}

/**
 * The p-value of the permutation test of equal standard deviations. The coin was thrown for each round by itself, so
 * that without an effect every order of its results was equally likely.
 */
function permutationP(logs: number[][], settles: boolean[], seed: number): number {
  const distance = (drawn: boolean[]) => {
    const of = (settled: boolean) => pooledResidual(logs.filter((_, at) => drawn[at] === settled))
    return Math.abs(Math.log(of(true) / of(false)))
  }
  const observed = distance(settles)
  const generator = randomGenerator(seed, PERMUTATIONS_STREAM)
  let asLarge = 1
  for (let count = 0; count < PERMUTATIONS; count++)
    // Equal differences are computed in another order, so they may differ in their last bits.
    if (distance(shuffle(settles, generator)) >= observed - 1e-12) asLarge++
  return asLarge / (PERMUTATIONS + 1)
}

function lagCorrelations(own: FigurePair<LogRound[]>): FigurePair<number | null> {
  const residuals = both(
    (name) =>
      new Map(
        additiveResiduals(own[name].map(({ logs }) => logs)).map((row, at) => [(own[name][at] as LogRound).round, row]),
      ),
  )
  const all = new Map([...residuals.settled, ...residuals.unsettled])
  return both((name) => {
    const follow = [...residuals[name]].flatMap(([round, row]) => {
      const before = all.get(round - 1)
      return before ? [{ row, before }] : []
    })
    if (follow.length < 3) return null
    const columns = (follow[0] as { row: number[] }).row.keys()
    return mean(
      [...columns].map((column) =>
        correlation(
          follow.map(({ row }) => row[column] as number),
          follow.map(({ before }) => before[column] as number),
        ),
      ),
    )
  })
}

/** Pearson's correlation of two lists of equal length. */
function correlation(xs: number[], ys: number[]): number {
  const [x, y] = [mean(xs), mean(ys)]
  const sum = (of: (at: number) => number) => xs.reduce((all, _, at) => all + of(at), 0)
  const dx = (at: number) => (xs[at] as number) - x
  const dy = (at: number) => (ys[at] as number) - y
  return sum((at) => dx(at) * dy(at)) / Math.sqrt(sum((at) => dx(at) ** 2) * sum((at) => dy(at) ** 2))
}

function figuresOf(benchmark: Benchmark): Figures {
  const { samples } = benchmark
  const medianOrNull = (values: number[]) => (values.length === 0 ? null : median(values))
  return {
    time: median(samples.map((sample) => primaryOf(benchmark, sample))),
    onCpu: medianOrNull(
      samples.flatMap(({ cpu, values: { duration } }) =>
        cpu && typeof duration === 'number' ? [(cpu.user + cpu.system) / duration] : [],
      ),
    ),
    minorFaults: medianOrNull(samples.flatMap(({ usage }) => (usage ? [usage.minorFaults] : []))),
  }
}

function labelOf({ benchmarks }: RunDocument, { benchmark, twin }: ControlPair): string {
  return [benchmark, twin].map((at) => labelOfBenchmark(benchmarks[at] as Benchmark)).join(' ÷ ')
}

function labelOfBenchmark(benchmark: Benchmark): string {
  return `${describeBenchmark(benchmark)}${benchmark.control ? ' (control)' : ''}`
}
