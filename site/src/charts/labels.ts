/** Characters that have room beside a chart, and above its marks on a narrow screen. */
const LONGEST = 34

/**
 * Benchmarks of one workload differ in the end of their names: what is too long loses its middle.
 * @param longest characters, 3 or more
 */
export function shorten(label: string, longest: number = LONGEST): string {
  const half = Math.floor((longest - 1) / 2)
  return label.length > longest ? `${label.slice(0, half)}…${label.slice(-half)}` : label
}
