import type { HTMLAttributes, ReactNode } from 'react'

/**
 * A column of a table: its title, its class, and a remark below the title. Of the classes, `number` is for figures,
 * `wrap` for long texts, and `beside` for a text that a narrow screen shows beside the head of the row.
 */
export type Column = readonly [title: string, className?: string, remark?: string | null]

export interface DataRow {
  /** Unique among the rows of the table. */
  key: string
  /** The fields, one per column. The first is the head of the row. A row without figures may end early. */
  fields: readonly ReactNode[]
  /** The attributes of the row, such as its anchor. */
  attributes?: HTMLAttributes<HTMLTableRowElement> & { [data: `data-${string}`]: string | undefined }
  /** What stands below the fields, over all columns. */
  below?: ReactNode
}

interface Properties {
  /** The name of the table, for screen readers. */
  label: string
  columns: readonly Column[]
  rows?: readonly DataRow[]
  /** Rows in groups, each with a heading, and a remark beside it. A group without a heading has null. */
  groups?: readonly { title: string | null; remark?: string; rows: readonly DataRow[] }[]
  /** A visible caption. */
  caption?: string
  /** The kind of table: `figures` fills the width, `settings` does not. */
  className?: string
  id?: string
}

/** A table with more columns than this does not fit on a narrow screen. */
const MAX_NARROW_COLUMNS = 3
/** More figures than these do not fit into one line of a narrow screen. */
const MAX_FIGURES_OF_LINE = 4

/**
 * A table of figures. On a narrow screen, each row of more than three columns is its head, pairs of a label and a value,
 * and its figures side by side, so that nothing scrolls sideways; to screen readers it stays a table.
 */
export function DataTable({
  label,
  columns,
  rows = [],
  groups = [{ title: null, rows }],
  caption,
  className = 'figures',
  id,
}: Properties) {
  return (
    <ScrollRegion name={label}>
      <table id={id} className={`${layoutOf(columns)} ${className}`.trim()} {...AS.table}>
        {caption !== undefined && <caption>{caption}</caption>}
        <ColumnHeads columns={columns} />
        {groups.map(({ title, remark, rows }) => (
          <tbody key={`${title} ${remark}`} {...AS.rowgroup}>
            {title !== null && (
              <tr className="group" {...AS.row}>
                <th colSpan={columns.length} scope="rowgroup" {...AS.rowheader}>
                  <span>{title}</span> {remark !== undefined && <small>{remark}</small>}
                </th>
              </tr>
            )}
            {rows.map(({ key, fields, attributes, below }) => [
              <tr key={key} {...attributes} {...AS.row}>
                {columns.slice(0, fields.length).map((column, at) => (
                  <Cell key={column[0]} column={column} isHead={at === 0}>
                    {fields[at]}
                  </Cell>
                ))}
                {fields.length < columns.length && <td colSpan={columns.length - fields.length} {...AS.cell} />}
              </tr>,
              below !== undefined && (
                <tr key={`below ${key}`} className="below" {...AS.row}>
                  <td colSpan={columns.length} {...AS.cell}>
                    {below}
                  </td>
                </tr>
              ),
            ])}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

/** Returns the class that says how a narrow screen shows a table with these columns. */
function layoutOf(columns: readonly Column[]): string {
  if (columns.length <= MAX_NARROW_COLUMNS) return ''
  const figures = columns.filter(([, className]) => className?.startsWith('number'))
  return figures.length > MAX_FIGURES_OF_LINE ? 'pairs many' : 'pairs'
}

function Cell({ column, isHead, children }: { column: Column; isHead: boolean; children: ReactNode }) {
  const [, className] = column
  if (isHead)
    return (
      <th scope="row" className={className} {...AS.rowheader}>
        {children}
      </th>
    )
  return (
    <td className={className} data-label={labelOf(column)} {...AS.cell}>
      {typeof children !== 'object' ? children : <span>{children}</span>}
    </td>
  )
}

/** Returns the label of a cell on a narrow screen: the title of its column, with the remark, for example `Ratio (to native)`. */
function labelOf([title, , remark]: Column): string {
  return remark ? `${title} (${remark})` : title
}

/**
 * The roles of the parts of a table. Some browsers drop the role of an element whose display is not that of a table, so
 * a table that narrow screens show as pairs states its roles.
 */
const AS = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** The head of a table. */
export function ColumnHeads({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(([title, className, remark]) => (
          <th key={title} scope="col" className={className}>
            {title}
            {remark && <small>{remark}</small>}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A region that scrolls sideways if its content is wider than the screen. A keyboard can reach and scroll it. */
export function ScrollRegion({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be part of the outline of the page
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="scroll" role="region" aria-label={name} tabIndex={0}>
      {children}
    </div>
  )
}
