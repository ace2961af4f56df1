import type { Slowdown } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { type BenchmarkHistory, currentChanges, nameHistory, type Panel, type Section } from './comparable-histories.ts'

/** The number of runs on each side of a change at which the same change may be found when there are more runs. */
const NEIGHBOURS = 2

/**
 * Returns the changes after which results are worse and still are, the latest first: the results since the latest change
 * are nearer to those after the change than to those before it, as factors.
 */
export function findSlowdowns(sections: readonly Section[]): Slowdown[] {
  return sections
    .filter(({ origin }) => origin === 'measured')
    .flatMap((section) =>
      section.panels.flatMap((panel) =>
        panel.histories.flatMap((history) => slowdownsOf(history, panel, section.machine)),
      ),
    )
    .toSorted((a, b) => (a.since < b.since ? 1 : -1))
}

function slowdownsOf(history: BenchmarkHistory, panel: Panel, machine: string | null): Slowdown[] {
  const { points, redefined } = history
  const changes = currentChanges(history)
  const starts = [redefined.at(-1) ?? 0, ...changes.map(({ index }) => index)]
  const levels = starts.map((start, at) => median(points.slice(start, starts[at + 1]).map(({ value }) => value)))
  const current = levels.at(-1) as number
  return changes.flatMap(({ index, factor }, at) => {
    const point = points[index]
    const now = current / (levels[at] as number)
    const worse = (of: number) => (panel.better === 'lower' ? of : 1 / of)
    // More than half of the way, as factors, is more than the square root.
    if (point === undefined || worse(factor) <= 1 || worse(now) <= Math.sqrt(worse(factor))) return []
    return {
      benchmark: nameHistory(panel, history),
      machine,
      since: point.startedAt,
      run: point.runId,
      commit: point.definition === null ? null : point.commit,
      near: points.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1).map(({ runId }) => runId),
      factor,
      now,
    }
  })
}
