import type { RowDatum } from './row-chart.ts'

/** A datum of a folded dataset: what the rows of one benchmark share, and a list of values for each other field. */
export type FoldedDatum = Record<string, unknown>

/** A dataset with one datum for each benchmark, and the fields that hold lists. */
export interface FoldedData {
  rows: FoldedDatum[]
  fields: string[]
}

/**
 * Folds the rows of each benchmark into one datum, because a spec is a file of each run and most fields of a sample are
 * those of its benchmark. Vega-Lite's transform `flatten` of the returned fields unfolds them, and so does `unfoldData`.
 * Returns null if that would save little.
 */
export function foldData(rows: readonly RowDatum[]): FoldedData | null {
  const groups = [...Map.groupBy(rows, ({ benchmark, row }) => JSON.stringify([benchmark, Math.floor(row)])).values()]
  if (rows.length === groups.length) return null
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const fields = names.filter((name) => groups.some((group) => group.some((row) => row[name] !== group[0]?.[name])))
  const folded = groups.map((group) =>
    Object.fromEntries(
      names.flatMap((name) => {
        if (fields.includes(name)) return [[name, group.map((row) => row[name] ?? null)]]
        return group[0]?.[name] === undefined ? [] : [[name, group[0][name]]]
      }),
    ),
  )
  return { rows: folded, fields }
}

/** Returns the rows of a dataset of a spec, which may be folded. */
export function unfoldData(data: readonly FoldedDatum[]): FoldedDatum[] {
  return data.flatMap((datum) => {
    const length = Math.max(...Object.values(datum).map((value) => (Array.isArray(value) ? value.length : 0)))
    if (length === 0) return [datum]
    return Array.from({ length }, (_, index) => {
      const fields = Object.entries(datum).map(([name, value]) => [name, Array.isArray(value) ? value[index] : value])
      return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined))
    })
  })
}
