/**
 * A report without a format. The renderers in `formats/` know nothing beyond this description. Each part is computed
 * only if a renderer asks for it.
 */
export interface Report {
  /** What a person reads, from the top. */
  blocks(): Block[]
  /** The unrounded figures as one table, for programs. */
  records(): Records
  /** The unrounded figures as one JSON value, for programs. */
  data(): unknown
}

export type Block = Section | Texts

/** One table of a report. A section without rows has no table, only its texts. */
export interface Section {
  title: string
  /** sentences above the table */
  lead?: string[]
  heading: string[]
  /** the number of text columns, from the left; the other columns are right-aligned figures */
  words: number
  /** Whether the last column has sentences, which may be longer than a line. A terminal does not pad them. */
  prose?: boolean
  rows: SectionRow[]
  /** sentences below the table */
  remarks: string[]
}

export interface SectionRow {
  fields: string[]
  bar: Bar | null
  /** the colour of the whole row, if colour is supported; it adds no information to the texts */
  colour?: 'red' | 'green' | 'yellow' | 'dim'
}

/**
 * A bar that is drawn after a row if there is room: from 0 to `share`, 0 … 1 of the longest bar; or a range on an axis
 * from −1 to 1 whose middle is a ratio of 1.
 */
export type Bar = { share: number; onHost: boolean } | { range: readonly [from: number, to: number] }

/** Texts beside the tables. */
export interface Texts {
  texts: Phrase[]
  /** A terminal wraps sentences only. In a document, items become a list, and all others are paragraphs. */
  form: 'sentence' | 'line' | 'item'
  /** Unlike a warning, an alarm is emphasised in a document too. */
  tone?: 'strong' | 'alarm' | 'warning' | 'error' | 'dim'
  /** The only kind of output that has these texts. */
  only?: 'terminal' | 'document'
}

/** A text. It consists of pieces if some of them are code. */
export type Phrase = string | (string | { code: string })[]

export interface Records {
  columns: readonly string[]
  /** Rows may lack columns. */
  rows: Row[]
}

export type Row = Record<string, string | number | boolean | null | undefined>

/** The blocks of a report for one kind of output, without empty texts. */
export function blocksFor(report: Report, output: NonNullable<Texts['only']>): Block[] {
  const isShown = ({ texts, only = output }: Texts) => texts.length > 0 && only === output
  return report.blocks().filter((block) => 'heading' in block || isShown(block))
}

/** A text without its formatting. */
export function plainText(text: Phrase): string {
  if (typeof text === 'string') return text
  return text.map((piece) => (typeof piece === 'string' ? piece : piece.code)).join('')
}

/** The fields `NAME_low` and `NAME_high` of an interval. */
export function rangeFields(name: string, interval: readonly [number, number] | null | undefined): Row {
  return { [`${name}_low`]: interval?.[0], [`${name}_high`]: interval?.[1] }
}

/** A row without a bar. */
export function plainRow(...fields: string[]): SectionRow {
  return { fields, bar: null }
}
