/** Characters that have room beside a chart, and above its marks on a narrow screen. */
const LONGEST = 34

/** Cells of one workload differ in the end of their names: what is too long loses its middle. */
export function shorten(label: string): string {
  const half = Math.floor((LONGEST - 1) / 2)
  return label.length > LONGEST ? `${label.slice(0, half)}…${label.slice(-half)}` : label
}
