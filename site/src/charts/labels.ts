/** The most characters that fit beside a chart, or above its marks on a narrow screen. */
const LONGEST = 34

/**
 * Shortens a long label in the middle, because benchmarks of one workload differ at the end of their names.
 * @param longest characters, 3 or more
 */
export function shorten(label: string, longest: number = LONGEST): string {
  const half = Math.floor((longest - 1) / 2)
  return label.length > longest ? `${label.slice(0, half)}…${label.slice(-half)}` : label
}
