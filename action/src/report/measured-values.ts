import type { Report, Row } from './report.ts'

/** One measured value of a run, for tools that keep one number for each name. */
export interface MeasuredValue {
  /** for example `npm-ci size=small · bind · docker` */
  name: string
  metric: string
  isPrimary: boolean
  unit: string
  better: string
  median: number
  /** the 95% interval of the median; if there are too few samples for one, the smallest and the largest value */
  interval: readonly [number, number]
}

/** The values of a report's records, without those of control benchmarks. */
export function measuredValues(report: Report): MeasuredValue[] {
  return report.records().rows.flatMap((row) => {
    if (row.control || typeof row.median !== 'number') return []
    const { workload, params, scenario, engine, variant } = row
    const work = params === '' ? workload : `${workload} ${params}`
    const interval = [row.median_low ?? row.minimum, row.median_high ?? row.maximum] as [number, number]
    return [
      {
        name: [work, scenario, engine ?? 'host', variant].filter((part) => part).join(' · '),
        metric: text(row, 'metric'),
        isPrimary: row.primary === true,
        unit: text(row, 'unit'),
        better: text(row, 'better'),
        median: row.median,
        interval,
      },
    ]
  })
}

function text(row: Row, column: string): string {
  return String(row[column])
}
