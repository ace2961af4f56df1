/** The formats of a chart of an edition. `narrow.svg` is for narrow screens. */
export type ChartFormat = 'svg' | 'narrow.svg' | 'vl.json'

/** Returns the file name, below `/editions`, of a chart of a part of an edition. */
export function chartFile(edition: string, part: string, format: ChartFormat): string {
  return `${edition}.${part}.${format}`
}
