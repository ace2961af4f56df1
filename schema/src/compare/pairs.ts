import { benchmarkKey, indexBenchmarks } from '../reference-benchmark.ts'
import type { Benchmark, Engine, RunDocument } from '../run.v1.generated.ts'

/** The engines and benchmarks that two documents have in common. */
export interface Pairs {
  engines: { a: Engine; b: Engine }[]
  /**
   * The ids of two engines that the comparison treats as the same engine. This applies if each document has exactly one
   * engine, and the ids of these engines differ. Otherwise null.
   */
  corresponding: { a: string; b: string } | null
  enginesOnlyInA: Engine[]
  enginesOnlyInB: Engine[]
  /** The indexes into the benchmarks of documents A and B, in the order of A. */
  benchmarks: { a: number; b: number }[]
  benchmarksOnlyInA: number[]
  benchmarksOnlyInB: number[]
}

/**
 * Matches engines by id. If each document has exactly one engine, matches these engines whatever their ids. Matches
 * benchmarks by workload, params, variant, scenario and engine. Controls are left out.
 */
export function pairUp(a: RunDocument, b: RunDocument): Pairs {
  const engines = enginePairs(a.engines, b.engines)
  const [only] = engines
  const ofA = new Map(engines.map((pair) => [pair.b.id, pair.a.id]))
  const index = indexBenchmarks(a.benchmarks)
  const benchmarks = [...b.benchmarks.entries()]
    .filter(([, { control }]) => !control)
    .map(([at, benchmark]) => ({ a: index.get(benchmarkKey(benchmark, benchmark.scenario, inA(benchmark))), b: at }))
    .filter((pair): pair is { a: number; b: number } => pair.a !== undefined)
    .sort((one, other) => one.a - other.a)
  return {
    engines,
    corresponding: only !== undefined && only.a.id !== only.b.id ? { a: only.a.id, b: only.b.id } : null,
    enginesOnlyInA: a.engines.filter((engine) => !engines.some((pair) => pair.a === engine)),
    enginesOnlyInB: b.engines.filter((engine) => !engines.some((pair) => pair.b === engine)),
    benchmarks,
    benchmarksOnlyInA: without(
      a.benchmarks,
      benchmarks.map((pair) => pair.a),
    ),
    benchmarksOnlyInB: without(
      b.benchmarks,
      benchmarks.map((pair) => pair.b),
    ),
  }

  /**
   * The id that the engine of a benchmark of document B has in document A. If A lacks the engine, returns an id that
   * matches no benchmark of A.
   */
  function inA({ engine }: Benchmark): string | null {
    return engine === null ? null : (ofA.get(engine) ?? '')
  }
}

function enginePairs(a: readonly Engine[], b: readonly Engine[]): Pairs['engines'] {
  const [first, second] = [a[0], b[0]]
  if (a.length === 1 && b.length === 1 && first && second) return [{ a: first, b: second }]
  return a.flatMap((engine) => {
    const other = b.find(({ id }) => id === engine.id)
    return other === undefined ? [] : [{ a: engine, b: other }]
  })
}

function without(benchmarks: readonly Benchmark[], paired: readonly number[]): number[] {
  const taken = new Set(paired)
  return [...benchmarks.entries()].flatMap(([index, { control }]) => (control || taken.has(index) ? [] : [index]))
}
