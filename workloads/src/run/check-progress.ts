import { type Check, forecastVariants, judgeVariants, type VariantBenchmark } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import type { Forecast } from '@plimsoll/schema/verdict'
import { benchmarkStatus } from './document.ts'
import type { Measurements } from './measurements.ts'
import type { Plan } from './plan.ts'

/** The progress of a check. */
export interface CheckProgress {
  check: Check
  /** The indexes of the benchmarks that need more samples. */
  open: Set<number>
}

/**
 * Evaluates a check. Each benchmark stops independently. The null pair (base and second base) continues until all
 * benchmarks have stopped. Between two looks (interim analyses), the result is that of the earlier look. Null for a
 * plain run.
 */
export function evaluateCheck(plan: Plan, measured: Measurements): CheckProgress | null {
  const judge = (ended: boolean) =>
    plan.check && judgeVariants(variantBenchmarks(plan, measured), plan.check, { ended })
  const soFar = judge(false)
  const check = soFar?.benchmarks.every(({ stopped }) => stopped) ? judge(true) : soFar
  if (!check) return null
  const open = new Set(check.benchmarks.filter(({ stopped }) => !stopped).flatMap(({ base, head }) => [base, head]))
  const { nullPair } = check
  if (nullPair && open.size > 0 && isGood(nullPair.base) && isGood(nullPair.second))
    for (const benchmark of [nullPair.base, nullPair.second]) open.add(benchmark)
  return { check, open }

  function isGood(benchmark: number): boolean {
    return ['ok', 'skipped'].includes(benchmarkStatus(measured.benchmarks[benchmark] ?? NOT_YET))
  }
}

/** Forecasts the rounds of a check from its first 10. */
export function forecastCheck(plan: Plan, measured: Measurements): Forecast | null {
  return plan.check && forecastVariants(variantBenchmarks(plan, measured), plan.check, randomGenerator(plan.seed))
}

const NOT_YET = { samples: [], unsupported: null }

function variantBenchmarks(plan: Plan, measured: Measurements): VariantBenchmark[] {
  return plan.benchmarks.map((benchmark, index) => {
    const record = measured.benchmarks[index] ?? NOT_YET
    const status = benchmarkStatus(record)
    // A benchmark with status `skipped` may only have had no sample yet.
    return { ...benchmark, samples: record.samples, status: status === 'skipped' ? 'ok' : status }
  })
}
