import { describeWork, formatAmount, formatRatio, type RunDocument, summarizeRun } from '@plimsoll/schema'
import { wordsOfWork } from '../page/text.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import { erratumOf } from './errata-links.ts'

/** The one figure that stands for a history. */
export interface HistoryHeadline {
  /** `1.49×`, or an amount where there is nothing it is compared with. */
  figure: string
  /** What kind of figure: `ratio of medians to the machine itself`, `median`. */
  measure: string
  /** What it is of: `npm-ci small on bind, Docker Desktop 4.37.1`; and where nobody's name stands for it, that. */
  what: string
  /** Where on `/errata` it stands what is wrong with it; null where nothing was found. */
  erratum: string | null
  run: string
  day: string
}

/** One or two values say nothing of how they would come out again. */
const FEWEST_VALUES = 3

/**
 * The figure that stands for a history: of the latest run that has one, the largest ratio of a bind mount; else the
 * largest ratio, else its first amount. Runs count from a suite as it is frozen, with three values or
 * more, or as a source published them. Anybody can hand in a run by hand and name any engine in it: such a run stands for
 * a history only where there is no other. null where none counts. @param points oldest first @param readRun gives a run
 * by its id @param now ISO 8601: what says that it began later leads nothing
 */
export function historyHeadline(
  points: readonly HistoryPoint[],
  readRun: (id: string) => RunDocument,
  now = new Date().toISOString(),
): HistoryHeadline | null {
  const counted = points.filter((point) => point.startedAt <= now && counts(point))
  const point =
    leading(counted.filter(({ provenanceLevel }) => provenanceLevel !== 'self-reported')) ?? leading(counted)
  if (point === null) return null
  const engine = [point.product, point.version].filter(Boolean).join(' ')
  const standing = point.provenanceLevel === 'self-reported' ? point.provenanceLevel : ''
  return {
    figure: point.ratio === null ? formatAmount(point.value, point.unit) : formatRatio(point.ratio),
    measure: measureOf(point, readRun(point.runId)),
    what: [`${wordsOfWork(point.work)} on ${point.scenario}`, engine, standing].filter(Boolean).join(', '),
    erratum: erratumOf(point),
    run: point.runId,
    day: point.startedAt.slice(0, 10),
  }
}

function counts({ provenanceLevel, division, n }: HistoryPoint): boolean {
  return provenanceLevel === 'transcribed' || (division === 'standard' && n !== null && n >= FEWEST_VALUES)
}

function leading(points: readonly HistoryPoint[]): HistoryPoint | null {
  const latest = points.toReversed()
  const of = (isMeant: (point: HistoryPoint) => boolean) => {
    const first = latest.find(isMeant)
    const same = latest.filter((point) => point.runId === first?.runId && isMeant(point))
    return same.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))[0]
  }
  return (
    of(({ scenario, ratio }) => scenario === 'bind' && ratio !== null) ??
    of(({ ratio }) => ratio !== null) ??
    of(() => true) ??
    null
  )
}

/** A source may give means and no medians; what was measured without the machine itself is compared with the layer. */
function measureOf({ work, scenario, engine, variant, metric, ratio }: HistoryPoint, run: RunDocument): string {
  const summary = summarizeRun(run, false).find((summary) => {
    const benchmark = run.benchmarks[summary.benchmark]
    return (
      benchmark !== undefined &&
      summary.metric === metric &&
      describeWork(benchmark) === work &&
      benchmark.scenario === scenario &&
      benchmark.engine === engine &&
      benchmark.variant === variant
    )
  })
  const statistic = summary?.median === null ? 'mean' : 'median'
  if (ratio === null) return statistic
  const reference = summary?.ratio?.reference ?? 'native'
  return `ratio of ${statistic}s to ${reference === 'native' ? 'the machine itself' : reference}`
}
