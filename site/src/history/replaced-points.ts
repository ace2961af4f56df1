import type { HistoryPoint } from '../store/queries-history.ts'

/**
 * Splits the points of a history into current ones and those that their source replaced. The transcribed runs of two
 * versions of a source have the same suite, start and system; the last one is of the newest version.
 * @param points oldest first
 */
export function splitReplaced(points: readonly HistoryPoint[]): { current: HistoryPoint[]; replaced: HistoryPoint[] } {
  const newest = new Map(points.filter(isTranscribed).map((point) => [sourceKey(point), point.runId]))
  const isCurrent = (point: HistoryPoint) => !isTranscribed(point) || newest.get(sourceKey(point)) === point.runId
  return { current: points.filter(isCurrent), replaced: points.filter((point) => !isCurrent(point)) }
}

function isTranscribed({ origin }: HistoryPoint): boolean {
  return origin === 'transcribed'
}

function sourceKey({ suite, suiteVersion, startedAt, osName, osVersion, machine }: HistoryPoint): string {
  return JSON.stringify([suite, suiteVersion, startedAt, osName, osVersion, machine])
}
