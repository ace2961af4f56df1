import type { Benchmark, Metric, RunDocument } from '@plimsoll/schema'

/** Which tables a run gets. */
export interface Layout {
  sections(document: RunDocument): Section[]
  /** Whether a metric of a benchmark is in the tables. */
  shows(benchmark: Benchmark, metric: Metric): boolean
}

/** One table of a report, its texts ready to print in any form. */
export interface Section {
  title: string
  /** sentences above the table */
  lead?: string[]
  heading: string[]
  /** how many columns, from the left, hold words; the figures after them stand to the right */
  words: number
  rows: SectionRow[]
  /** sentences below the table */
  remarks: string[]
}

export interface SectionRow {
  fields: string[]
  /** drawn after the row where there is room; `share` is 0 … 1 of the longest bar */
  bar: { share: number; onHost: boolean } | null
  /** of the whole row, where there is colour; it says nothing that the texts do not say */
  colour?: 'red' | 'green' | 'yellow' | 'dim'
}

/** A row without a bar. */
export function plainRow(...fields: string[]): SectionRow {
  return { fields, bar: null }
}
