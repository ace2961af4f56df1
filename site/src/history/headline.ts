import { formatAmount } from '@plimsoll/schema'
import { formatRatio } from '../page/text.ts'
import type { HistoryPoint } from '../store/queries-history.ts'

/** The one figure that stands for a history. */
export interface Headline {
  /** `1.49×`, or an amount where there is nothing it is compared with. */
  figure: string
  /** What it is: `npm-ci small on bind, Docker Desktop 4.37.1`. */
  what: string
  run: string
  day: string
}

/**
 * The figure that stands for a history: of the latest run that has one, the largest ratio of a bind mount to the machine
 * itself; else the largest ratio, else its first amount. null where there is no point. @param points oldest first
 */
export function headlineOf(points: readonly HistoryPoint[]): Headline | null {
  const latest = points.toReversed()
  const of = (counts: (point: HistoryPoint) => boolean) => {
    const first = latest.find(counts)
    const same = latest.filter((point) => point.runId === first?.runId && counts(point))
    return same.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))[0]
  }
  const point =
    of(({ scenario, ratio }) => scenario === 'bind' && ratio !== null) ??
    of(({ ratio }) => ratio !== null) ??
    of(() => true)
  if (point === undefined) return null
  const engine = [point.product, point.version].filter(Boolean).join(' ')
  return {
    figure: point.ratio === null ? formatAmount(point.value, point.unit) : formatRatio(point.ratio),
    what: [`${point.work} on ${point.scenario}`, engine].filter(Boolean).join(', '),
    run: point.runId,
    day: point.startedAt.slice(0, 10),
  }
}
