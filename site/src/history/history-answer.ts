import { counted, formatRatio } from '@plimsoll/schema'
import { MIN_FOR_CHANGE } from '@plimsoll/schema/statistics'
import type { ChangePoint } from './change-points.ts'
import {
  type BenchmarkHistory,
  currentChanges,
  isExpected,
  nameHistory,
  type Panel,
  type Section,
} from './comparable-histories.ts'
import { shortCommit } from './points.ts'
import { findSlowdowns } from './slowdowns.ts'
import { describeLatest } from './summary-rows.ts'

/**
 * Returns the answer in a few words, for a badge: since when results are worse, or that no history shows it. Null while all
 * histories are too short to show a change.
 */
export function shortAnswer(sections: readonly Section[]): string | null {
  const [latest] = findSlowdowns(sections)
  if (latest !== undefined) return `slower since ${latest.since.slice(0, 10)}`
  const measured = sections.filter(({ origin }) => origin === 'measured')
  const most = Math.max(0, ...measured.flatMap(({ panels }) => panels.flatMap(namedHistories)).map(comparableRuns))
  return most < MIN_FOR_CHANGE ? null : `no slowdown in ${most} runs`
}

interface Named extends BenchmarkHistory {
  /** What the history is of, for example `tests on a bind mount (Docker Engine)`. */
  name: string
}

/**
 * Answers the question of a history page, since when its results are other ones: the latest change, or that none was found, or
 * what the last run says beside the few before it.
 */
export function answerHistory(sections: readonly Section[]): string {
  const all = sections.flatMap(({ panels }) => panels.flatMap(namedHistories)).filter(({ points }) => points.length > 1)
  if (all.length === 0) return 'There is no history yet: it begins with the second run on the same class of machine.'
  const changed = all.filter((history) => currentChanges(history).length > 0)
  if (changed.length > 0) return describeChanged(changed, all.length)
  const most = Math.max(...all.map(comparableRuns))
  const surprising = all.filter(({ latest }) => latest !== null && !isExpected(latest))
  const outliers = surprising
    .slice(0, MAX_NAMED)
    .map(({ name, latest }) => `In ${name}, ${latest && describeLatest(latest)}`)
  const few =
    most < MIN_FOR_CHANGE
      ? `${counted(most, 'run')} so far, and a change can be found from ${MIN_FOR_CHANGE} on.`
      : `No change was found in ${all.length === 1 ? `a history of ${most} runs` : `${all.length} histories of up to ${most} runs`}.`
  const expected = all.filter(({ latest }) => latest !== null && isExpected(latest)).length
  if (outliers.length > 0) return `${few} ${outliers.join('. ')}.`
  return expected === 0 ? few : `${few} The last run is as expected in ${expected} of ${all.length}.`
}

const MAX_NAMED = 3

function namedHistories(panel: Panel): Named[] {
  return panel.histories.map((history) => ({ ...history, name: nameHistory(panel, history) }))
}

/** The number of runs since the workload itself changed. */
function comparableRuns({ points, redefined }: BenchmarkHistory): number {
  return points.length - (redefined.at(-1) ?? 0)
}

/**
 * Whether at least half of the runs on one side of a change were on a busy host. Runs that follow each other share what else
 * the host does, so its load may look like a change.
 */
function isBusyBeside(history: BenchmarkHistory, change: ChangePoint): boolean {
  const starts = [history.redefined.at(-1) ?? 0, ...currentChanges(history).map(({ index }) => index)]
  const at = starts.indexOf(change.index)
  const sides = [history.points.slice(starts[at - 1], change.index), history.points.slice(change.index, starts[at + 1])]
  return sides.some((points) => 2 * points.filter(({ busy }) => busy).length >= points.length)
}

const BUSY = '; but half or more of the runs on one side of it were on a busy host, which may be the cause'

/** Names the latest change, and counts the others. */
function describeChanged(changed: readonly Named[], all: number): string {
  const latest = changed
    .map((history) => ({ history, change: currentChanges(history).at(-1) }))
    .map(({ history, change }) => ({ history, change, point: history.points[change?.index ?? 0] }))
    .toSorted((a, b) => (String(a.point?.startedAt) < String(b.point?.startedAt) ? 1 : -1))
  const sentences = latest.slice(0, MAX_NAMED).map(({ history, change, point }) => {
    const commit = shortCommit(point)
    const at = commit === null ? '' : ` (commit ${commit})`
    const found = `Since ${point?.startedAt.slice(0, 10)}${at}: ${formatRatio(change?.factor ?? 1)} the median before, ${history.name}`
    return `${found}${change !== undefined && isBusyBeside(history, change) ? BUSY : ''}.`
  })
  const others = all - changed.length
  const more = changed.length - sentences.length
  return [
    ...sentences,
    ...(more > 0 ? [`${more} more changed.`] : []),
    ...(others > 0 ? [`No change was found in the other ${others}.`] : []),
  ].join(' ')
}
