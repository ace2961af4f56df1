/** The number of characters of a label that fit beside a chart, or above its marks on a narrow screen. */
const MAX_LENGTH = 34

/**
 * Shortens a long label in the middle, because benchmarks of one workload differ at the end of their names.
 * @param maximum the maximum number of characters, 3 or more
 */
export function shorten(label: string, maximum: number = MAX_LENGTH): string {
  const half = Math.floor((maximum - 1) / 2)
  return label.length > maximum ? `${label.slice(0, half)}…${label.slice(-half)}` : label
}
