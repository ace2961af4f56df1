import type { RowFigures } from '../editions/figures.ts'

/** An error in a published claim, with its evidence. */
export interface Erratum {
  /** The anchor of the erratum on `/errata`. */
  code: string
  /** The edition of the source that has the error. */
  edition: string
  title: string
  /** The claim of the source in our words, with its figures as printed. */
  published: string
  /** The error in the claim, one paragraph for each text. Every figure in the texts is computed from the sources. */
  found: (sources: Sources) => string[]
  /** Whether the erratum touches the values of a row of the edition. Undefined if this is not recorded. */
  touches?: (row: RowFigures) => boolean
  exhibit?: (sources: Sources) => Exhibit
  /** The names of the data: files below `editions/sources`, and documents that ship with the registry. */
  files: string[]
  documents: string[]
}

/** The committed copies of the sources. */
export interface Sources {
  /** Returns the records of a CSV file, by column name. @param file its path below `editions/sources` */
  records(file: string): Record<string, string>[]
}

/** The evidence of an erratum, as a table. */
export interface Exhibit {
  caption: string
  columns: string[]
  /** The rows of the table. The first field of each row is its heading. */
  rows: string[][]
  /** The raw values, as in the file of the source. */
  raw?: { title: string; values: string[] }[]
}
