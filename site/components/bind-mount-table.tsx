import { formatRatio } from '@plimsoll/schema/browser'
import { type BindMounts, FLAG_SIGN, formatRowValue, nameEngine } from '../src/editions/bind-mounts.ts'
import { formatFigure } from '../src/editions/units.ts'
import { DataTable } from './data-table.tsx'
import { formatOne } from './edition-table.tsx'

/** The figures of a chart of bind mounts as a table. @param label the name of the table, for screen readers */
export function BindMountTable({ bindMounts, label }: { bindMounts: BindMounts; label: string }) {
  const { part, natives } = bindMounts
  return (
    <DataTable
      label={label}
      columns={[
        ['Engine'],
        ['Median', 'number'],
        ['Min–max', 'number', part.unit.short],
        ['Native', 'number', part.unit.short],
        ['Ratio', 'number', `to ${part.reference}`],
        ['n', 'number'],
      ]}
      rows={part.rows.map((row, at) => {
        const { minimum, maximum, n, ratio, measuredRatio } = row.figures
        const range =
          minimum === null || maximum === null
            ? '–'
            : [minimum, maximum].map((end) => formatFigure(end, part.unit)).join('–')
        return {
          key: nameEngine(row),
          fields: [
            `${nameEngine(row)}${row.flag === null ? '' : ` ${FLAG_SIGN}`}`,
            formatRowValue(part, row),
            range,
            formatOne(natives[at]?.value ?? null, part.unit),
            measuredRatio?.text ?? (ratio === null ? '–' : formatRatio(ratio)),
            n ?? '–',
          ],
        }
      })}
    />
  )
}
