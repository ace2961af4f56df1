import type { EditionPart } from './edition.ts'
import type { Figures } from './figures.ts'

/**
 * The figure that the charts of a part show: the mean, or the median if the part's table has medians and no means. Null
 * if it is unknown.
 */
export function centerOf(part: Pick<EditionPart, 'columns'>, { average, median }: Figures): number | null {
  return showsMedians(part) ? median : average
}

/** Whether the charts of a part show medians. */
export function showsMedians({ columns }: Pick<EditionPart, 'columns'>): boolean {
  return columns.includes('median') && !columns.includes('average')
}
