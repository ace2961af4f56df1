import type { HistoryPoint } from '../store/queries-history.ts'

/** The latest results of one benchmark by engine: one result for each machine and configuration of an engine. */
export interface LatestResults {
  workload: string
  work: string
  metric: string
  scenario: string
  /** The results. Each has a ratio to `native`. */
  results: HistoryPoint[]
  /** The newest result of the benchmark, if it is newer than all others and not among them. */
  unused?: HistoryPoint | null
}

/** The minimum number of values of a result, because one or two values do not show the noise. */
const MIN_VALUES = 3

/**
 * Returns the latest comparable results. They are ratios to the same machine without a container, so that machines of
 * different speed can stand beside each other. Chooses the benchmark that most machines and engines have, on a bind mount
 * if there is one. Benchmarks of signed runs go before those of self-reported runs only. Measured results go before
 * transcribed ones, and of these, only those of the newest source are in an answer. Generated results are in an answer
 * only if there are no other headline results, even of another benchmark. Returns null without any.
 * @param points oldest first, without replaced figures
 * @param now the current time, ISO 8601; runs with a later start are ignored
 */
export function latestResults(
  points: readonly HistoryPoint[],
  now: string = new Date().toISOString(),
): LatestResults | null {
  const usable = points.filter((point) => point.startedAt <= now && isUsable(point))
  const { measured, transcribed = [], generated = [] } = Object.groupBy(usable, ({ origin }) => origin)
  const newest = transcribed.at(-1)
  const ofNewestSource = transcribed.filter(
    ({ suite, startedAt }) => suite === newest?.suite && startedAt === newest.startedAt,
  )
  const hasOthers = points.some(
    (point) => point.startedAt <= now && point.origin !== 'generated' && isHeadlineResult(point),
  )
  const others = ofNewestSource.length > 0 || hasOthers ? ofNewestSource : generated
  const answering = measured ?? others
  // The sort is stable, so the first benchmark of a suite comes first among equals.
  const [best] = [...Map.groupBy(answering, benchmarkKey).values()]
    .map(bestVersion)
    .sort(
      (a, b) =>
        Number(b.signed > 0) - Number(a.signed > 0) ||
        Number(isBind(b.results)) - Number(isBind(a.results)) ||
        b.signed - a.signed ||
        b.results.length - a.results.length,
    )
  const [first] = best?.results ?? []
  if (best === undefined || first === undefined) return null
  const { workload, work, metric, scenario } = first
  return { workload, work, metric, scenario, results: best.results, unused: newestUnused(points, best.results, now) }
}

interface Candidate {
  results: HistoryPoint[]
  /** The number of signed results. */
  signed: number
}

/** Returns the latest results of the version of a workload that has most of them; of the newest version among equals. */
function bestVersion(points: readonly HistoryPoint[]): Candidate {
  const versions = [...Map.groupBy(points, ({ workloadDigest }) => workloadDigest).values()]
  const newestFirst = versions.toSorted((a, b) => points.indexOf(b.at(-1) as never) - points.indexOf(a.at(-1) as never))
  const [best] = newestFirst
    .map((points) => ({ results: latestOfEach(points), signed: latestOfEach(points.filter(isSigned)).length }))
    .sort((a, b) => b.signed - a.signed || b.results.length - a.results.length)
  return best ?? { results: [], signed: 0 }
}

/** Returns the newest measured result of a benchmark if it is newer than the results in an answer. */
function newestUnused(
  points: readonly HistoryPoint[],
  results: readonly HistoryPoint[],
  now: string,
): HistoryPoint | null {
  const last =
    results
      .map(({ startedAt }) => startedAt)
      .sort()
      .at(-1) ?? ''
  const [{ work, metric, scenario } = { work: '', metric: '', scenario: '' }] = results
  const isSame = (point: HistoryPoint) =>
    point.work === work && point.metric === metric && point.scenario === scenario && point.origin === 'measured'
  return points.findLast((point) => isSame(point) && point.startedAt > last && point.startedAt <= now) ?? null
}

/** Returns why a result is not in an answer, as the end of a sentence. @param point a result that was not used */
export function whyUnused(
  { unreliable, division, variant, n, workloadDigest }: HistoryPoint,
  used: HistoryPoint,
): string {
  if (unreliable) return 'it is unreliable'
  if (division !== 'standard') return 'its suite is modified'
  if (variant !== null) return 'it is part of a check'
  if (n === null || n < MIN_VALUES) return `it has fewer than ${MIN_VALUES} samples`
  if (workloadDigest !== used.workloadDigest) return 'it measured another version of the workload'
  return 'it shows no ratio to native'
}

/** Whether the author of a result is proven or its source cited. The author of a self-reported run can name any engine. */
export function isSigned({ provenanceLevel }: HistoryPoint): boolean {
  return provenanceLevel !== 'self-reported'
}

/**
 * Whether a result may be a headline: transcribed, or reliable, of an unmodified suite and of enough values. Even if it
 * has no ratio to `native`, it goes before generated results.
 */
export function isHeadlineResult({ provenanceLevel, division, n, unreliable }: HistoryPoint): boolean {
  return (
    !unreliable && (provenanceLevel === 'transcribed' || (division === 'standard' && n !== null && n >= MIN_VALUES))
  )
}

/** Whether a result may stand in an answer: a headline of enough values, with a ratio to `native`, and not part of a check. */
function isUsable({ ratio, hasNative, engineSlug, variant, unreliable, n, origin, division }: HistoryPoint): boolean {
  const isEnough = origin === 'transcribed' || (n !== null && n >= MIN_VALUES)
  const isWhole = origin === 'transcribed' || division === 'standard'
  return ratio !== null && hasNative && engineSlug !== null && variant === null && !unreliable && isEnough && isWhole
}

/** Returns the latest result of each submitter with each engine in each configuration on each machine. */
function latestOfEach(points: HistoryPoint[]): HistoryPoint[] {
  return [...new Map(points.map((point) => [engineKey(point), point])).values()]
}

/** An unknown machine is the same as no other. */
function engineKey({ submitter, engineSlug, setup, machine, runId }: HistoryPoint): string {
  return JSON.stringify([submitter, engineSlug, setup, machine ?? runId])
}

function benchmarkKey({ work, metric, scenario, unit }: HistoryPoint): string {
  return JSON.stringify([work, metric, scenario, unit])
}

function isBind([point]: HistoryPoint[]): boolean {
  return point?.scenario === 'bind'
}
