import { emulatedEngines } from '../emulation.ts'
import type { Benchmark, Engine, RunDocument } from '../run.v1.generated.ts'
import { benchmarkFacts } from './benchmark-facts.ts'
import { type ComparedBenchmark, compareBenchmarks } from './benchmarks.ts'
import { engineFacts } from './engine-facts.ts'
import type { Fact } from './fact.ts'
import { type Pairs, pairUp } from './pairs.ts'
import { runFacts } from './run-facts.ts'

/** Why a comparison of two documents is none. */
export const NOT_A_VERDICT =
  'not a verdict: verdicts exist only between the variants of one check, because times of different jobs or machines differ for reasons nobody saw.'

/** Two run documents side by side. */
export interface Comparison extends Pick<Pairs, 'corresponding' | 'benchmarksOnlyInA' | 'benchmarksOnlyInB'> {
  /** Everything recorded that may make times differ and is not known to be the same. */
  differences: Fact[]
  same: Fact[]
  /** What neither document says. */
  unknown: Fact[]
  /** The engines whose CPU is emulated: their benchmarks have no ratio. */
  emulated: { engine: string; product: string; in: 'A' | 'B' }[]
  benchmarks: ComparedBenchmark[]
}

/** What differs between two valid runs, and then every benchmark that is in both, B ÷ A. */
export function compareRuns(a: RunDocument, b: RunDocument): Comparison {
  const pairs = pairUp(a, b)
  const facts = factsOf(a, b, pairs)
  return {
    differences: facts.filter(({ same }) => same === false),
    same: facts.filter(({ same }) => same === true),
    unknown: facts.filter(({ same }) => same === null),
    emulated: [...emulatedIn(a.engines, 'A'), ...emulatedIn(b.engines, 'B')],
    corresponding: pairs.corresponding,
    benchmarks: compareBenchmarks(a, b, pairs),
    benchmarksOnlyInA: pairs.benchmarksOnlyInA,
    benchmarksOnlyInB: pairs.benchmarksOnlyInB,
  }
}

/** Everything recorded in two valid runs that may make their times differ and is not known to be the same. */
export function differencesOf(a: RunDocument, b: RunDocument): Fact[] {
  return factsOf(a, b, pairUp(a, b)).filter(({ same }) => same === false)
}

function factsOf(a: RunDocument, b: RunDocument, pairs: Pairs): Fact[] {
  return [
    ...runFacts(a, b),
    ...engineFacts(a, b, pairs),
    ...pairs.benchmarks.flatMap((pair) =>
      benchmarkFacts(a.benchmarks[pair.a] as Benchmark, b.benchmarks[pair.b] as Benchmark),
    ),
  ]
}

function emulatedIn(engines: readonly Engine[], document: 'A' | 'B'): Comparison['emulated'] {
  const emulated = emulatedEngines(engines)
  return engines.filter(({ id }) => emulated.has(id)).map(({ id, product }) => ({ engine: id, product, in: document }))
}
