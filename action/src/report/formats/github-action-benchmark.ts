import { measuredValues } from '../measured-values.ts'
import type { Report } from '../report.ts'

export const forOneRun = true

const NANOSECONDS = 1e6

/**
 * The medians of a run as JSON for github-action-benchmark, `tool: customSmallerIsBetter`, with times in ms. Metrics whose
 * larger values are better are left out. A range of that program has one number: here the larger distance of the median from
 * the ends of its 95% interval.
 */
export function render(report: Report): string {
  const entries = measuredValues(report)
    .filter(({ better }) => better === 'lower')
    .map(({ name, metric, isPrimary, unit, median, interval: [low, high] }) => {
      const isTime = unit === 'ns'
      const shown = (value: number) => (isTime ? value / NANOSECONDS : value)
      return {
        name: isPrimary ? name : `${name} · ${metric}`,
        unit: isTime ? 'ms' : unit,
        value: shown(median),
        range: `± ${shown(Math.max(high - median, median - low))}`,
      }
    })
  return JSON.stringify(entries, null, 2)
}
