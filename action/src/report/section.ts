import type { Benchmark, Metric, RunDocument } from '@plimsoll/schema'

/** The tables for one kind of run. */
export interface Layout {
  sections(document: RunDocument): Section[]
  /** Whether the tables show this metric of this benchmark. */
  shows(benchmark: Benchmark, metric: Metric): boolean
}

/** One table of a report, with texts ready to print in any format. */
export interface Section {
  title: string
  /** sentences above the table */
  lead?: string[]
  heading: string[]
  /** the number of text columns, from the left; the other columns are right-aligned figures */
  words: number
  rows: SectionRow[]
  /** sentences below the table */
  remarks: string[]
}

export interface SectionRow {
  fields: string[]
  /** a bar that is drawn after the row if there is room; `share` is its length, 0 … 1 of the longest bar */
  bar: { share: number; onHost: boolean } | null
  /** the colour of the whole row, if colour is supported; it adds no information to the texts */
  colour?: 'red' | 'green' | 'yellow' | 'dim'
}

/** A row without a bar. */
export function plainRow(...fields: string[]): SectionRow {
  return { fields, bar: null }
}
