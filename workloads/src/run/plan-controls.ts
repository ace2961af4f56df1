import { canonicalize, MIN_ROUNDS } from '@plimsoll/schema'
import { findScenario } from '../scenarios.ts'
import type { PlannedBenchmark } from './plan-benchmarks.ts'

/**
 * Adds the controls of a plain run. A control repeats a benchmark in slots of its own: two equal things that must not
 * differ. Each control follows the benchmark that it repeats. Per workload and params:
 * - `native` is repeated.
 * - In an engine that does not share the host's kernel, as far as is known, `volume` is repeated: volume ÷ bind says
 *   nothing there, because the two are on different file systems.
 * - A workload with one benchmark has no ratio, so it is not repeated.
 * - A workload without `native`, and without volume and bind in an engine that shares the host's kernel, repeats
 *   `volume`, or its first scenario.
 * @param sharing the ids of the engines that share the host's kernel
 */
export function withControls(benchmarks: PlannedBenchmark[], sharing: readonly string[]): PlannedBenchmark[] {
  const works = Map.groupBy(benchmarks, workKey)
  const repeated = new Set([...works.values()].flatMap((work) => repeatedOf(work, sharing)))
  return benchmarks.flatMap((benchmark) =>
    repeated.has(benchmark) ? [benchmark, { ...benchmark, control: true }] : [benchmark],
  )
}

/** Benchmarks with the same key do the same work: the same workload with the same params. */
export function workKey({ workload, params }: Pick<PlannedBenchmark, 'workload' | 'params'>): string {
  return canonicalize([workload, params])
}

function repeatedOf(work: PlannedBenchmark[], sharing: readonly string[]): PlannedBenchmark[] {
  // With fewer rounds, a control could not withhold anything.
  const measured = work.filter(({ rounds }) => rounds >= MIN_ROUNDS)
  // A workload with one benchmark has no ratio that a control could check.
  if (measured.length < 2) return []
  const native = measured.find(({ scenario }) => findScenario(scenario)?.runs === 'host')
  const engines = [...Map.groupBy(measured, ({ engine }) => engine)].filter(([engine]) => engine !== null)
  return [
    ...(native ? [native] : []),
    ...engines.flatMap(([engine, own]) => {
      const volume = own.find(({ scenario }) => scenario === 'volume')
      const shares = sharing.includes(engine as string)
      if (volume && !shares) return [volume]
      const hasPair = native !== undefined || (volume && own.some(({ scenario }) => scenario === 'bind'))
      return hasPair ? [] : [volume ?? (own[0] as PlannedBenchmark)]
    }),
  ]
}
