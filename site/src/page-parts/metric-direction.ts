import { formatAmount, ownValue } from '@plimsoll/schema/browser'
import targets from './metric-targets.json' with { type: 'json' }

/** A metric of a workload, as in a benchmark's summary. */
interface DirectedMetric {
  workload: string
  metric: string
  unit: string
  /** `lower` or `higher`, as in the document. */
  better: string
}

/**
 * Returns the value that a metric of the catalog should meet, in its unit; null if less or more is better. A document
 * cannot say this, so it has a direction for every metric.
 */
export function findMetricTarget({ workload, metric }: Pick<DirectedMetric, 'workload' | 'metric'>): number | null {
  const ofWorkload = ownValue<Record<string, number>>(targets, workload)
  return (ofWorkload && ownValue<number>(ofWorkload, metric)) ?? null
}

/** Says which values of a metric are better: `lower is better`, or `best at 50%`. */
export function directionTitle(metric: DirectedMetric): string {
  const target = findMetricTarget(metric)
  return target === null ? `${metric.better} is better` : `best at ${formatAmount(target, metric.unit)}`
}
