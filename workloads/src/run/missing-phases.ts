import type { Note } from '@plimsoll/schema'
import type { RunRecord } from './document.ts'
import { findWorkload, type Workloads } from './plan-benchmarks.ts'

/** Notes on engines that reported no events of their containers: the metrics that come from these events are missing. */
export function missingPhaseNotes(
  { plan, engines, benchmarks }: Pick<RunRecord, 'plan' | 'engines' | 'benchmarks'>,
  workloads: Workloads,
): Note[] {
  const notes = plan.benchmarks.flatMap((benchmark, index) => {
    const metrics = findWorkload(workloads, benchmark)?.metrics ?? []
    const names = metrics.filter(({ from }) => typeof from === 'object' && 'phase' in from).map(({ name }) => name)
    const samples = benchmarks[index]?.samples.filter(({ failure }) => failure === null) ?? []
    if (samples.every(({ values }) => names.every((name) => Object.hasOwn(values, name)))) return []
    const product = engines.find(({ id }) => id === benchmark.engine)?.product ?? benchmark.engine
    return [
      `${product} did not report the events of all containers of ${benchmark.workload}, so some samples have no ${names.join(', ')}; the other metrics are complete.`,
    ]
  })
  return [...new Set(notes)].map((text) => ({ code: 'missing-events', text }))
}
