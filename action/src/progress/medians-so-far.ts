import { formatAmount } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import type { Plan, PlannedBenchmark } from '@plimsoll/workloads'

/** The most benchmarks whose medians fit on the line of a terminal. */
const MAX_BENCHMARKS = 5

/** The medians so far of a plain run that measures one piece of work in several places. */
export class MediansSoFar {
  readonly #values = new Map<PlannedBenchmark, number[]>()
  readonly #plan: Plan

  constructor(plan: Plan) {
    this.#plan = plan
    const shown = plan.benchmarks.filter(({ control }) => !control)
    const works = new Set(shown.map(({ workload, params }) => JSON.stringify([workload, params])))
    if (plan.check || works.size > 1 || shown.length > MAX_BENCHMARKS) return
    for (const benchmark of shown) this.#values.set(benchmark, [])
  }

  /** @param value of the primary metric, in its unit; null of a failed sample or a warm-up */
  took(benchmark: number, value: number | null): void {
    if (value !== null) this.#values.get(this.#plan.benchmarks[benchmark] as PlannedBenchmark)?.push(value)
  }

  /** For example `so far: native 1.00 s, bind 1.12 s`. Null before the first value. */
  text(): string | null {
    const measured = [...this.#values].filter(([, values]) => values.length > 0)
    if (measured.length === 0) return null
    const engines = new Set(measured.flatMap(([{ engine }]) => engine ?? []))
    const parts = measured.map(([{ scenario, engine, metrics }, values]) => {
      const { unit = 'ns' } = metrics.find(({ primary }) => primary) ?? {}
      const place = engines.size > 1 && engine !== null ? `${scenario} ${engine}` : scenario
      return `${place} ${formatAmount(median(values), unit)}`
    })
    return `so far: ${parts.join(', ')}`
  }
}
