/** An error in a published claim, with its evidence. */
export interface Erratum {
  /** The anchor on `/errata`. */
  code: string
  /** The edition of the faulty source. */
  edition: string
  title: string
  /** The source's claim in our words, with its figures as printed. */
  published: string
  /** The error, one paragraph each; every figure in it is computed from the sources. */
  found: (sources: Sources) => string[]
  exhibit?: (sources: Sources) => Exhibit
  /** The data: files below `editions/sources`, and shipped documents by name. */
  files: string[]
  documents: string[]
}

/** The committed copies of the sources. */
export interface Sources {
  /** Returns the records of a CSV file, by column name. @param file its path below `editions/sources` */
  records(file: string): Record<string, string>[]
}

/** The evidence. */
export interface Exhibit {
  caption: string
  columns: string[]
  /** The first field of a row is its heading. */
  rows: string[][]
  /** Raw values, as in their file. */
  raw?: { title: string; values: string[] }[]
}
