import { measuredValues } from '../measured-values.ts'
import type { Report } from '../report.ts'

export const forOneRun = true

/**
 * The medians of a run as JSON in the Bencher Metric Format, for `bencher run --adapter json`. The primary time is the
 * measure `latency`, in ns; other metrics are measures of their own.
 */
export function render(report: Report): string {
  const benchmarks: Record<string, Record<string, unknown>> = {}
  for (const { name, metric, isPrimary, unit, median, interval } of measuredValues(report)) {
    const [lower_value, upper_value] = interval
    const measure = isPrimary && unit === 'ns' ? 'latency' : metric
    benchmarks[name] = { ...benchmarks[name], [measure]: { value: median, lower_value, upper_value } }
  }
  return JSON.stringify(benchmarks, null, 2)
}
