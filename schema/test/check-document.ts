import {
  type Benchmark,
  describeBenchmark,
  judgeVariants,
  type Metric,
  type RunDocument,
  type Sample,
} from '../src/index.ts'
import { type Generator, randomGenerator } from '../src/statistics/index.ts'
import { LOOKS } from '../src/verdict/index.ts'
import { benchmark, DURATION, engine, runDocument } from './document.ts'

type Variant = 'base' | 'head' | 'second-base'
type Variants = NonNullable<RunDocument['design']['variants']>

/** One benchmark of a check, and its true change. */
export interface Work {
  workload?: string
  params?: Benchmark['params']
  scenario?: string
  /** measured on the host instead of in an engine */
  native?: true
  metrics?: Metric[]
  /** ns, or the typical value of another primary metric */
  middle?: number
  /** head ÷ base */
  factor?: number
  /** whether base and head have the same files */
  identical?: true
  /** the width of the range of the values of both variants, as a share of `middle` */
  spread?: number
  /** The change and the width of the range of the CPU times, which are half of `middle`; without it, they are unknown. */
  cpu?: { factor?: number; spread?: number }
  /** The variant that ends with this status, after this number of rounds. */
  ends?: { variant: Variant; status: 'failed' | 'unsupported'; reason: string; rounds: number }
}

export interface CheckOptions {
  seed?: number
  variants?: Variants
  /** second base ÷ base, in the first of the works; null: without a second base */
  bias?: number | null
  /** the round after which the run is interrupted */
  cutOff?: number
}

export const VARIANTS: Variants = {
  base: { commit: '0123456789'.repeat(4), engine: null, image: null },
  head: { commit: 'fedcba9876'.repeat(4), engine: null, image: null },
}

/** The primary metric of a command whose CPU time is known. */
const WALL: Metric = { ...DURATION, clock: 'wall' }

/** Six benchmarks of a few seconds: one slower, one faster, one inconclusive and three not slower. */
export const EVERY_VERDICT: Work[] = [
  { scenario: 'bind', middle: 8.1e9, factor: 1.17, spread: 0.1 },
  { scenario: 'native', native: true, middle: 3e9, spread: 0.07 },
  { middle: 3.4e9, factor: 1.004, spread: 0.1 },
  { scenario: 'volume', middle: 3.2e9, factor: 0.88, spread: 0.07 },
  { workload: 'create-many', middle: 0.2e9, factor: 0.99, spread: 0.07 },
  { workload: 'create-many', scenario: 'bind', middle: 0.33e9, factor: 1.08, spread: 0.6 },
]

/** Simulates a check round by round. Each benchmark runs until its verdict is final or its variant has ended. */
export function checkDocument(works: readonly Work[], options: CheckOptions = {}): RunDocument {
  const { seed = 1, variants = VARIANTS, bias = 1, cutOff = 50 } = options
  const document = runDocument()
  const design = { ...document.design, rounds: 50, looks: [...LOOKS], threshold: 0.05, level: 0.01, variants }
  const members = works.flatMap((work, index) => [
    memberOf(work, 'base', 1, variants),
    memberOf(work, 'head', work.factor ?? 1, variants),
    ...(index === 0 && bias !== null ? [memberOf(work, 'second-base', bias, variants)] : []),
  ])
  const benchmarks = members.map(({ benchmark }) => benchmark)
  const generator = randomGenerator(seed)
  let now = 0
  const stopped = new Set<Benchmark>()
  for (let round = 0; round < cutOff && stopped.size < benchmarks.length; round++) {
    const running = members.filter(({ benchmark }) => !stopped.has(benchmark) && benchmark.status === 'ok')
    for (const [order, member] of running.entries()) {
      const taken = sampleOf(member, round, order, now, generator)
      if (taken === null) continue
      member.benchmark.samples.push(taken)
      now += member.middle + 1e9
    }
    // A verdict becomes final at a look, or when a variant ends. Judging takes most of the time of this function.
    const anEnd = running.some(({ benchmark }) => benchmark.status !== 'ok')
    if (anEnd || isLook(round + 1)) for (const benchmark of sure(benchmarks, design)) stopped.add(benchmark)
  }
  const used = new Set(benchmarks.map(({ engine }) => engine).filter((engine) => engine !== null))
  const engines = [...used].map(engine)
  return { ...document, status: cutOff < 50 ? 'partial' : 'complete', engines, images: [], design, benchmarks }
}

const isLook = (rounds: number) => LOOKS.some((look) => look === rounds)

interface Member {
  benchmark: Benchmark
  middle: number
  factor: number
  spread: number
  cpu: Work['cpu'] | undefined
  ends: Work['ends']
}

function memberOf(work: Work, variant: Variant, factor: number, variants: Variants): Member {
  const { workload = 'npm-ci', params = { size: 'small' }, scenario = 'layer', cpu } = work
  const { metrics = [cpu ? WALL : DURATION] } = work
  const engine = work.native ? null : (variants[variant === 'head' ? 'head' : 'base'].engine ?? 'docker')
  const { middle = 1e9, spread = 0.05, ends } = work
  const changed = variant === 'head' && !work.identical ? { workloadDigest: `sha256:${'c'.repeat(64)}` } : {}
  const made = { ...benchmark(scenario, engine, [], metrics), workload, params, variant, ...changed }
  const cpuOf = cpu && { ...cpu, factor: variant === 'head' ? cpu.factor : undefined }
  return { benchmark: made, middle, factor, spread, cpu: cpuOf, ends: ends?.variant === variant ? ends : undefined }
}

/** Returns null if the variant ends in this round. */
function sampleOf(member: Member, round: number, order: number, offset: number, generator: Generator): Sample | null {
  const { benchmark, middle, factor, spread, cpu, ends } = member
  if (round === ends?.rounds) {
    Object.assign(benchmark, { status: ends.status, reason: ends.reason })
    return null
  }
  const primary = benchmark.metrics.find(({ primary }) => primary) as Metric
  const draw = (middle: number, spread: number) =>
    Math.round(middle * (1 + (spread * (generator.below(1001) - 500)) / 1000))
  const value = draw(middle * factor, spread)
  const system = middle / 10
  const used = cpu && { user: draw((middle / 2) * (cpu.factor ?? 1), cpu.spread ?? 0.05) - system, system }
  const others = benchmark.metrics.filter((metric) => metric !== primary).map(({ name }) => [name, 1000])
  const values = Object.fromEntries([[primary.name, value], ...others])
  return { round, order, slot: `s${round}-${order}`, offset, warmup: false, cpu: used ?? null, values, failure: null }
}

/** The benchmarks that need no more samples. The second base is measured to the end. */
function sure(benchmarks: Benchmark[], design: RunDocument['design']): Benchmark[] {
  const check = judgeVariants(benchmarks, design, { ended: false })
  if (check === null) throw new Error(`no check: ${benchmarks.map(describeBenchmark)}`)
  const done = check.benchmarks.filter(({ stopped }) => stopped)
  if (done.length === check.benchmarks.length) return benchmarks
  const second = check.nullPair?.base
  return done.flatMap(({ base, head }) => [
    ...(base === second ? [] : [benchmarks[base] as Benchmark]),
    benchmarks[head] as Benchmark,
  ])
}
