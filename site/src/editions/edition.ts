import type { Citation } from '@plimsoll/schema'

/** A frozen comparison of named runs. It holds no figure of its own: figures are computed from the runs it names. */
export interface Edition {
  format: 1
  /** Its address: `/editions/<name>`. */
  name: string
  /** Other names it is known by; each has a page that says so and leads here. */
  aliases: string[]
  title: string
  /** What it found, in one or two sentences. */
  lede: string
  /** The day of the version of the source that the rows show, ISO 8601. */
  published: string
  /** The edition it follows; null for the first of its kind. */
  previous: string | null
  citation: Citation
  /** How it was measured, and what is weak about it: one paragraph each. */
  method: string[]
  /** What changed since the previous edition: one paragraph each. */
  changes: string[]
  flags: Flag[]
  rows: EditionRow[]
  /** `sha256:` of the canonical JSON of everything else here. */
  digest: string
}

/** Something the reader must know about some rows. */
export interface Flag {
  code: string
  /** One or two words, shown in the row. */
  title: string
  text: string
}

export interface EditionRow {
  os: string
  platform: string
  test: string
  cell: CellReference
  /** Index in `rows` of the row its ratio is taken to; null for that row itself. */
  reference: number | null
  published: PublishedFigures | null
  flag: string | null
  /** What the source printed for this row before it replaced it. */
  earlier: { date: string; cell: CellReference; reference: CellReference; published: PublishedFigures } | null
}

/** One cell of one run. */
export interface CellReference {
  /** `sha256:` of the run document. */
  run: string
  /** Index into its `cells`. */
  cell: number
}

/** What a source printed, in ns; kept beside what follows from its raw values. */
export interface PublishedFigures {
  average: number
  minimum: number | null
  maximum: number | null
}
