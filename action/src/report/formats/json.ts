import type { Report } from '../report.ts'

/** The data of a report as JSON. */
export function render(report: Report): string {
  return JSON.stringify(report.data(), null, 2)
}
