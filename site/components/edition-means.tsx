import type { Column } from '../src/editions/edition.ts'
import type { Figures, PartFigures, RowFigures } from '../src/editions/figures.ts'
import type { Unit } from '../src/editions/units.ts'
import { DataTable } from './data-table.tsx'
import { formatOne, formatPair } from './edition-table.tsx'

/**
 * The means of a part, and the figures that the source prints and that do not follow from its values. The table of the
 * part shows medians. Null if the part has neither.
 */
export function EditionMeans({ part }: { part: PartFigures }) {
  const { rows, unit } = part
  const columns = MEANS.filter(({ column }) => part.columns.includes(column))
  const misprinted = rows.filter((row) => row.misprinted !== null)
  const isSame = rows.every(({ figures }) => (figures.n ?? 1) === 1)
  if (columns.length === 0 || (isSame && misprinted.length === 0)) return null
  return (
    <details>
      <summary>{misprinted.length === 0 ? 'Means' : 'Means, and what the source prints'}</summary>
      <DataTable
        label={`${part.title}: means`}
        columns={[
          ['Platform'],
          ['Test'],
          ...columns.map(({ title }) => [title, 'number', unit.short] as const),
          ...(misprinted.length === 0 ? [] : [['Printed', 'number', 'mean, min–max'] as const]),
        ]}
        rows={rows.map((row) => ({
          key: `${row.os} ${row.platform} ${row.test}`,
          fields: [
            row.platform,
            row.test,
            ...columns.map(({ text }) => text(row.figures, unit)),
            ...(misprinted.length === 0 ? [] : [printed(row, unit)]),
          ],
        }))}
      />
    </details>
  )
}

const MEANS: { column: Column; title: string; text: (figures: Figures, unit: Unit) => string }[] = [
  { column: 'average', title: 'Mean', text: ({ mean }, unit) => formatOne(mean, unit) },
  { column: 'interval', title: '95% interval', text: ({ meanInterval }, unit) => formatPair(meanInterval, unit) },
  { column: 'deviation', title: 'Std. deviation', text: ({ deviation }, unit) => formatOne(deviation, unit) },
]

/** What the source prints for a row. Most rows are printed as they follow from their values. */
function printed({ misprinted }: RowFigures, unit: Unit): string {
  if (misprinted === null) return 'the same'
  const { average, minimum, maximum } = misprinted
  return `${formatOne(average, unit)}, ${formatPair([minimum, maximum], unit)}`
}
