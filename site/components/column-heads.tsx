/** A column of a table: its title, its class, and a remark below the title. */
type Column = readonly [title: string, className?: string, remark?: string | null]

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
