/**
 * The content about one run: paragraphs, then tables, then paragraphs. All texts are Markdown in which untrusted text
 * is escaped.
 */
export interface Content {
  lead: string[]
  tables: Table[]
  foot: string[]
  /** How the results came about, for readers who doubt them. */
  method: string[]
}

/** The content about one run, as a part of a comment about several runs. */
export interface Part extends Omit<Content, 'method'> {
  /** The headline of the run with the name of its job, in Markdown. A comment about one run does not need it. */
  heading: string
  /** The place where a reader finds the rows that did not fit. */
  elsewhere: string
}

export interface Table {
  title: string | null
  /** The heading of the folded table; null for an open table. */
  fold: string | null
  heading: string[]
  /** The number of text columns, from the left; the other columns are right-aligned figures. */
  words: number
  rows: Row[]
  /** Sentences below the table. */
  remarks: string[]
}

export interface Row {
  /** Sort key: rows with the value 0 are the last to be left out. */
  interest: number
  fields: string[]
}

/** The sort key of a row without a verdict: such rows are the first to be left out. */
export const LEAST_INTEREST = 4

/**
 * The part about one run, in Markdown.
 * @param isAlone whether the text is about this run only, and so has the headline of the run already
 * @param kept the rows that are not left out
 */
export function renderPart({ heading, lead, tables, foot, elsewhere }: Part, isAlone: boolean, kept: Set<Row>): string {
  const missing = tables.flatMap(({ rows }) => rows).filter((row) => !kept.has(row)).length
  return [
    ...(isAlone ? [] : [heading]),
    ...lead,
    ...tables.flatMap((table) => renderTable(table, kept)),
    ...(missing === 0 ? [] : [`${missing} more ${missing === 1 ? 'row is' : 'rows are'} only in ${elsewhere}.`]),
    ...foot,
  ].join('\n\n')
}

/** One table in Markdown. Empty if none of the table's rows is kept. */
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
  return [fold === null ? text : folded(fold, text)]
}

/** Text that a reader unfolds. */
export function folded(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`
}
