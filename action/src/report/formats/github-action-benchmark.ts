import { measuredValues } from '../measured-values.ts'
import type { Report } from '../report.ts'

export const forOneRun = true

const NANOSECONDS = 1e6

/**
 * The medians of a run as JSON for github-action-benchmark, `tool: customSmallerIsBetter`, with times in ms. Metrics whose
 * larger values are better are left out.
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
        range: `${shown(low)} – ${shown(high)}`,
      }
    })
  return JSON.stringify(entries, null, 2)
}
