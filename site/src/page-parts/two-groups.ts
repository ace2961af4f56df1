import { type Benchmark, countedValues, formatAmount, metricUnit } from '@plimsoll/schema'
import { twoGroups } from '@plimsoll/schema/statistics'

/** Why a median with two groups says little. */
export const TWO_GROUPS =
  'In two groups: the samples lie around two values, far apart, and the median is a matter of which group has more of them. Another run may have another median.'

/** The two groups in which the samples of a benchmark lie: `in two groups: 352 MiB/s and 1.98 GiB/s`; null if in one. */
export function describeGroups(benchmark: Benchmark | undefined, metric: string): string | null {
  const found = benchmark?.metrics.find(({ name }) => name === metric)
  const groups = benchmark && found ? twoGroups(countedValues(benchmark, found)) : null
  if (benchmark === undefined || found === undefined || groups === null) return null
  const unit = metricUnit(found, benchmark)
  return formatGroups(groups, (value) => formatAmount(value, unit))
}

/** Two groups in words, as in `describeGroups`. @param format formats the median of a group */
export function formatGroups(groups: readonly [number, number], format: (value: number) => string): string {
  return `in two groups: ${groups.map(format).join(' and ')}`
}
