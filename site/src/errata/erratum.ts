/** Something that was published and does not hold, with what shows it. */
export interface Erratum {
  /** Its anchor on `/errata`. */
  code: string
  /** The edition of the source it is about. */
  edition: string
  title: string
  /** What the source says, in our words, with its figures as printed. */
  published: string
  /** What is wrong, one paragraph each; every figure in it is computed from the sources. */
  found: (sources: Sources) => string[]
  exhibit?: (sources: Sources) => Exhibit
  /** The data: files below `editions/sources`, and documents that ship, by their names. */
  files: string[]
  documents: string[]
}

/** The committed copies of what was published. */
export interface Sources {
  /** The records of a CSV file, by column name. @param file its path below `editions/sources` */
  records(file: string): Record<string, string>[]
}

/** What shows it. */
export interface Exhibit {
  caption: string
  columns: string[]
  /** The first benchmark of a row is its head. */
  rows: string[][]
  /** Single values, as their file has them. */
  raw?: { title: string; values: string[] }[]
}
