import { changePoints, median } from '@plimsoll/schema/statistics'

/** A change point: a point in time from which the results of a history differ from those before. */
export interface ChangePoint {
  /** The index of the first point of the history after the change. */
  index: number
  /**
   * The median after the change divided by the median before it. Each median is of the points up to the neighbouring
   * change point.
   */
  factor: number
  p: number
}

/** Finds the change points of a history in the logarithms of its values, because a change is a factor. */
export function findChangePoints(values: readonly number[]): ChangePoint[] {
  if (values.some((value) => value <= 0)) return []
  const found = changePoints(values.map(Math.log))
  return found.map(({ index, p }, position) => {
    const before = values.slice(found[position - 1]?.index ?? 0, index)
    const after = values.slice(index, found[position + 1]?.index)
    return { index, p, factor: median(after) / median(before) }
  })
}
