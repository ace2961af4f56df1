import type { Citation } from '@plimsoll/schema'
import type { UnitName } from './units.ts'

/**
 * A frozen comparison of named runs. Its figures are computed from the runs it names; what a source states and no run
 * document can hold stands in the rows themselves.
 */
export interface Edition {
  format: 2
  /** Its address: `/editions/<name>`. */
  name: string
  /** Other names it is known by; each has a page that says so and leads here. */
  aliases: string[]
  title: string
  /** What it found, in one or two sentences. */
  lede: string
  /** The day of the version of the source that the rows show, or of the newest of its runs; ISO 8601. */
  published: string
  /** The edition it follows; null for the first of its kind. */
  previous: string | null
  /** Where it was transcribed from; null where it was measured. */
  citation: EditionCitation | null
  /** How it was measured, and what is weak about it: one paragraph each. */
  method: string[]
  /** What changed since the previous edition: one paragraph each. */
  changes: string[]
  flags: Flag[]
  parts: EditionPart[]
  /** The rows that the previous edition has too. */
  matches: RowMatch[]
  /** `sha256:` of the canonical JSON of everything else here. */
  digest: string
}

/** As of a run document, but a source may be known without its author or its address. */
export type EditionCitation = Omit<Citation, 'authors' | 'url'> & { authors: string[]; url: string | null }

/** Rows about one thing in one unit: a table, and mostly a chart of its own kind. */
export interface EditionPart {
  /** Unique in the edition. */
  code: string
  title: string
  /** What was done, and what the chart shows: one paragraph each. */
  text: string[]
  chart: ChartKind | null
  unit: UnitName
  columns: Column[]
  /** What ratios are to, in words, for example `native`. */
  reference: string
  /** What was asked for, in the part's unit: a line through the chart. */
  target?: number
  rows: EditionRow[]
}

/**
 * `bars`: averages with the range. `error-bars`: averages with their 95% interval. `boxes`: quartiles. `dots`: every
 * value. `lines`: by record size. `ratios`: bars that hang from 1.
 */
export type ChartKind = 'bars' | 'error-bars' | 'boxes' | 'dots' | 'lines' | 'ratios'

export type Column =
  | 'average'
  | 'interval'
  | 'median'
  | 'quartiles'
  | 'range'
  | 'deviation'
  | 'count'
  | 'ratio'
  | 'bounds'

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
  /** Where its figures are from; null where the source's own statement is all there is. */
  benchmark: BenchmarkReference | null
  stated?: Stated
  /** Index in the part's `rows` of the row its ratio is taken to; null for that row itself. */
  reference: number | null
  published: PublishedFigures | null
  flag: string | null
  /** What the source printed for this row before it replaced it. */
  earlier: {
    date: string
    benchmark: BenchmarkReference
    reference: BenchmarkReference
    published: PublishedFigures
  } | null
  /** Record size in bytes, in a part with lines. */
  record?: number
}

/** One benchmark of one run. */
export interface BenchmarkReference {
  /** `sha256:` of the run document. */
  run: string
  /** Index into its `benchmarks`. */
  benchmark: number
}

/** What a source gives that a run document cannot hold, in the part's unit. */
export interface Stated {
  /** The scenario the work ran in. */
  scenario: string
  values?: number[]
  /** Values that do not count. */
  warmups?: number[]
  ratio?: number
  /** Bounds that the source puts in words, and the record sizes they hold for, in bytes. */
  records?: [smallest: number, largest: number]
  least?: number
  most?: number
}

/** What a source printed, in ns; kept beside what follows from its raw values. */
export interface PublishedFigures {
  average: number
  minimum: number | null
  maximum: number | null
}

/** A row that the previous edition has too: the same scenario on the same engine and system. */
export interface RowMatch {
  own: RowAddress
  previous: RowAddress
}

export interface RowAddress {
  /** `code` of a part. */
  part: string
  /** Index into its `rows`. */
  row: number
}
