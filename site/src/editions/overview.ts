import { chooseCenter, formatRatio } from '@plimsoll/schema/browser'
import type { PartFigures } from './figures.ts'
import { formatFigure, withUnit } from './units.ts'

/** A part of an edition in few words: a row of the overview. */
export interface OverviewRow {
  /** The anchor of the part. */
  code: string
  title: string
  /** The smallest and the largest value of the part, with the unit: `798.3–856.1 ms`. */
  values: string
  /** Where the samples lie, if those of a row lie in two groups: `samples in two groups, 304.8–2,880.5`; else null. */
  groups: string | null
  /**
   * The smallest and the largest ratio of the part, with the reference: `0.94–0.98× native`; why its runs may not show
   * them, for example `too few rounds in each run`; or null without ratios.
   */
  ratios: string | null
}

/** Returns the overview of an edition, a row for each part. */
export function makeOverview(parts: readonly PartFigures[]): OverviewRow[] {
  return parts.map(({ code, title, unit, reference, rows }) => {
    const values = rows.flatMap(({ figures }) => chooseCenter(figures)?.value ?? [])
    const ratios = rows.flatMap(({ figures }) => figures.ratio ?? [])
    const grouped = rows.filter(({ figures }) => figures.groups !== null)
    const ends = grouped.flatMap(({ figures }) => [figures.minimum ?? [], figures.maximum ?? []].flat())
    return {
      code,
      title,
      values:
        values.length === 0
          ? '–'
          : withUnit(
              rangeOf(values, (value) => formatFigure(value, unit)),
              unit,
            ),
      groups:
        ends.length === 0 ? null : `samples in two groups, ${rangeOf(ends, (value) => formatFigure(value, unit))}`,
      ratios:
        ratios.length === 0
          ? [...new Set(rows.flatMap(({ figures }) => figures.measuredRatio?.text ?? []))].join(', ') || null
          : `${rangeOf(ratios, formatRatio).replace('×–', '–')} ${reference}`,
    }
  })
}

function rangeOf(values: readonly number[], format: (value: number) => string): string {
  return [...new Set([Math.min(...values), Math.max(...values)].map((value) => format(value)))].join('–')
}
