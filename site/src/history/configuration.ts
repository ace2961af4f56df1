import type { HistoryPoint } from '../store/queries-history.ts'

/**
 * Returns what distinguishes the configurations of a product among some results, in words: `vz` of Docker Desktop that
 * was measured with two virtual machine managers; empty if it was measured in one. Numbers of CPUs and the memory follow
 * the machine, so they are no configuration.
 */
export function distinguishConfigurations(results: readonly HistoryPoint[]): (point: HistoryPoint) => string[] {
  const common = new Map(
    [...Map.groupBy(results, ({ product }) => product)].map(([product, points]) => [
      product,
      points.map(partsOf).reduce((a, b) => a.filter((part) => b.includes(part))),
    ]),
  )
  return (point) => partsOf(point).filter((part) => !common.get(point.product)?.includes(part))
}

function partsOf({ setup }: HistoryPoint): string[] {
  return (setup ?? '').split(', ').filter((part) => part !== '' && !/^\d+ (CPUs|GiB)$/.test(part))
}
