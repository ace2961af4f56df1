import { canonicalize } from './canonical-json.ts'
import { emulatedEngines } from './emulation.ts'
import type { Benchmark, RunDocument } from './run.v1.generated.ts'

/**
 * For each benchmark, the indexes of its possible reference benchmarks, best first. A reference has the same workload,
 * params and variant. Best is scenario `native` of the same engine. Second is `native` of the host, but never for an
 * engine with an emulated CPU. Third is `layer` of the same engine. The list ends before the benchmark itself, so a
 * benchmark that is a reference is never compared with a lesser one. Controls have no reference and are none.
 */
export function findReferences({ benchmarks, engines }: Pick<RunDocument, 'benchmarks' | 'engines'>): number[][] {
  const index = indexBenchmarks(benchmarks)
  const emulated = emulatedEngines(engines)
  return benchmarks.map((benchmark, at) => {
    const { engine, control } = benchmark
    if (control) return []
    const work = workKey(benchmark)
    const host = engine !== null && emulated.has(engine) ? [] : [placedKey(work, 'native', null)]
    const keys = [placedKey(work, 'native', engine), ...host, placedKey(work, 'layer', engine)]
    const found = keys.map((key) => index.get(key)).filter((reference) => reference !== undefined)
    const own = found.indexOf(at)
    return own === -1 ? found : found.slice(0, own)
  })
}

/** The index of each benchmark by its `benchmarkKey`, without controls, which repeat a benchmark with the same key. */
export function indexBenchmarks(benchmarks: readonly Benchmark[]): Map<string, number> {
  return new Map(
    benchmarks.flatMap((benchmark, at) =>
      benchmark.control ? [] : [[benchmarkKey(benchmark, benchmark.scenario, benchmark.engine), at]],
    ),
  )
}

/** A key for the work of `benchmark` (workload, params, variant) in the given scenario on the given engine. */
export function benchmarkKey(benchmark: Benchmark, scenario: string, engine: string | null): string {
  return placedKey(workKey(benchmark), scenario, engine)
}

function workKey({ workload, params, variant }: Benchmark): string {
  return canonicalize([workload, params, variant])
}

/** The names of scenarios and engines have no spaces. */
function placedKey(work: string, scenario: string, engine: string | null): string {
  return `${work} ${scenario} ${engine ?? ''}`
}
