import type { Section, SectionRow } from './report.ts'

/** The spaces between two columns. */
export const GAP = 2
/** Longer words are cut, so that one name cannot take a whole line. */
const LONGEST_WORD = 20
/** The columns that a narrow table keeps in any case. */
const MIN_COLUMNS = 2

/** Columns of words are wrapped to this width before figures are wrapped. */
const READABLE = 14

/** A table whose rows have several lines per cell where a line would be too long. */
export interface FittedTable {
  heading: string[][]
  rows: { row: SectionRow; cells: string[][] }[]
  widths: number[]
  words: number
  /** sentences about columns that are not shown */
  remarks: string[]
}

/**
 * Fits a table into some columns of a terminal. First, a column with the same text in all rows becomes a sentence. Then,
 * long cells are wrapped. Last, columns of figures are left out, from the right, and a sentence names them.
 */
export function fitSection(section: Section, width: number): FittedTable {
  let table = withSection(section)
  const same: string[] = []
  const omitted: string[] = []
  const fits = (size: 'natural' | 'least') => total(table.columns.map((column) => column[size])) <= width
  while (!fits('natural') && table.columns.length > MIN_COLUMNS) {
    const column = table.columns.find(({ isConstant }) => isConstant)
    if (!column) break
    same.push(`${column.heading} ${column.cells[0]}`)
    table = { ...table, columns: table.columns.filter((other) => other !== column) }
  }
  while (!fits('least') && table.columns.length > MIN_COLUMNS) {
    const figures = table.columns.filter(({ isWords }) => !isWords)
    // A ratio to a reference (its heading begins with ×) is what a table of a run is for.
    const column = figures.findLast(({ heading }) => !heading.startsWith('×')) ?? figures.at(-1)
    if (!column) break
    if (column.heading !== '') omitted.unshift(column.heading)
    table = { ...table, columns: table.columns.filter((other) => other !== column) }
  }
  const { columns } = table
  const widths = shrunkWidths(columns, width)
  const wrapped = columns.map(({ heading, cells, isWords }, at) => ({
    heading: wrapCell(heading, widths[at] as number, true),
    cells: cells.map((cell) => wrapCell(cell, widths[at] as number, isWords)),
  }))
  return {
    heading: wrapped.map(({ heading }) => heading),
    rows: table.rows.map((row, at) => ({ row, cells: wrapped.map(({ cells }) => cells[at] as string[]) })),
    widths: wrapped.map(({ heading, cells }) => Math.max(...[heading, ...cells].flat().map(({ length }) => length))),
    words: columns.filter(({ isWords }) => isWords).length,
    remarks: [
      ...(same.length > 0 ? [`In all rows: ${same.join(', ')}.`] : []),
      ...(omitted.length > 0
        ? [`Not shown, because the terminal is narrow: ${omitted.join(', ')}. --format csv has all columns.`]
        : []),
    ],
  }
}

interface Column {
  heading: string
  cells: string[]
  isWords: boolean
  isConstant: boolean
  /** the width without any wrapping */
  natural: number
  /** the smallest width: that of the longest part that is not wrapped */
  least: number
}

function withSection({ heading, words, rows }: Section): { columns: Column[]; rows: SectionRow[] } {
  const columns = heading.map((text, at): Column => {
    const cells = rows.map(({ fields }) => fields[at] as string)
    const isWords = at < words
    const lengths = [text, ...cells].map(({ length }) => length)
    return {
      heading: text,
      cells,
      isWords,
      isConstant: rows.length > 1 && cells[0] !== '' && cells.every((cell) => cell === cells[0]),
      natural: Math.max(...lengths),
      least: Math.max(leastWidth(text, true), ...cells.map((cell) => leastWidth(cell, isWords))),
    }
  })
  return { columns, rows }
}

/** The widths of columns that fit. Headings are wrapped before cells, and words before figures. */
function shrunkWidths(columns: Column[], width: number): number[] {
  const widths = columns.map(({ natural }) => natural)
  while (total(widths) > width) {
    const slack = columns.flatMap((column, at) => {
      const now = widths[at] as number
      const longest = Math.max(0, ...column.cells.map(({ length }) => length))
      const order = now > longest ? 3 : !column.isWords ? 1 : now > READABLE ? 2 : 0
      // A figure has two parts, so a width between that of one part and that of both gains nothing.
      return now > column.least ? [{ at, now, order, next: order === 1 ? column.least : now - 1 }] : []
    })
    const [widest] = slack.sort((a, b) => b.order - a.order || b.now - a.now)
    if (!widest) break
    widths[widest.at] = widest.next
  }
  return widths
}

function total(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1)
}

/** The second and later lines of a cell with words are indented, so that they do not look like rows. */
const INDENT = '  '

function leastWidth(text: string, isWords: boolean): number {
  return Math.max(
    0,
    ...partsOf(text, isWords).map(({ length }, at) => length + (isWords && at > 0 ? INDENT.length : 0)),
  )
}

function wrapCell(text: string, width: number, isWords: boolean): string[] {
  if (text.length <= width) return [text]
  const lines: string[] = []
  for (const part of partsOf(text, isWords)) {
    const line = lines.at(-1)
    if (line === undefined) lines.push(part)
    else if (line.length + 1 + part.length <= width) lines[lines.length - 1] = `${line} ${part}`
    else lines.push(isWords ? INDENT + part : part)
  }
  return lines
}

/** The parts between which a cell may be wrapped. A figure keeps its unit; an interval is wrapped between its ends. */
function partsOf(text: string, isWords: boolean): string[] {
  if (!isWords) return text.split(/ (?=[–(]|to )/)
  return text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${LONGEST_WORD}}`, 'gsu')) ?? [''])
}
