/** What is said of one run: paragraphs, tables, paragraphs. Every text is Markdown, its strangers' texts made safe. */
export interface Content {
  lead: string[]
  tables: Table[]
  foot: string[]
}

/** The same with its place in a comment that tells of several. */
export interface Part extends Content {
  /** Whether it needs eyes: a part with a smaller number comes first. */
  urgency: number
  /** The job. */
  name: string
  /** What came out, in words for a heading. */
  verdict: string
  /** Where rows are that did not fit. */
  elsewhere: string
}

export interface Table {
  title: string | null
  /** What stands on the fold; null for a table that is open. */
  fold: string | null
  heading: string[]
  /** How many columns, from the left, hold words; the figures after them stand to the right. */
  words: number
  rows: Row[]
  /** Sentences below. */
  remarks: string[]
}

export interface Row {
  /** 0 for the rows that are left out last. */
  interest: number
  fields: string[]
}

/** The interest of a row that has no verdict. */
export const LEAST_INTEREST = 4

/** One run in Markdown. @param heading the line above it, null for none @param kept the rows that are not left out */
export function renderPart({ lead, tables, foot, elsewhere }: Part, heading: string | null, kept: Set<Row>): string {
  const missing = tables.flatMap(({ rows }) => rows).filter((row) => !kept.has(row)).length
  return [
    ...(heading === null ? [] : [heading]),
    ...lead,
    ...tables.flatMap((table) => renderTable(table, kept)),
    ...(missing === 0 ? [] : [`${missing} more ${missing === 1 ? 'row is' : 'rows are'} only in ${elsewhere}.`]),
    ...foot,
  ].join('\n\n')
}

/** Nothing of a table of which no row is left. */
function renderTable({ title, fold, heading, words, rows, remarks }: Table, kept: Set<Row>): string[] {
  const shown = rows.filter((row) => kept.has(row))
  if (shown.length === 0) return []
  const line = (fields: string[]) => `| ${fields.join(' | ')} |`
  const lines = [
    line(heading),
    line(heading.map((_, column) => (column < words ? '---' : '---:'))),
    ...shown.map(({ fields }) => line(fields)),
  ]
  const text = [...(title === null ? [] : [`**${title}**`]), lines.join('\n'), ...remarks].join('\n\n')
  return [fold === null ? text : `<details><summary>${fold}</summary>\n\n${text}\n\n</details>`]
}
