import type { Citation } from '@plimsoll/schema'
import type { UnitName } from './units.ts'

/**
 * A frozen comparison of named runs. Its figures are computed from these runs. Figures that a source states and that no
 * run document can hold are in the rows themselves.
 */
export interface Edition {
  format: 2
  /** Its address: `/editions/<name>`. */
  name: string
  /** Other names. The page of each says that it is an alias, and links to the edition. */
  aliases: string[]
  title: string
  /** The result, in one or two sentences. */
  lede: string
  /**
   * The day of the version of the source that the rows show; for measured runs, the day of the newest run. ISO 8601.
   */
  published: string
  /** The name of the previous edition; null for the first of its kind. */
  previous: string | null
  /** The source of a transcribed edition; null for a measured one. */
  citation: EditionCitation | null
  /** The method and its weaknesses: one paragraph each. */
  method: string[]
  /** What changed since the previous edition: one paragraph each. */
  changes: string[]
  flags: Flag[]
  parts: EditionPart[]
  /** The rows that the previous edition also has. */
  matches: RowMatch[]
  /** `sha256:` of the canonical JSON of all other fields. */
  digest: string
}

/** As in a run document, except that the author or the address may be unknown. */
export type EditionCitation = Omit<Citation, 'authors' | 'url'> & { authors: string[]; url: string | null }

/** Rows on one subject in one unit: a table, and usually a chart. */
export interface EditionPart {
  /** Unique in the edition. */
  code: string
  title: string
  /** What was run, and what the chart shows: one paragraph each. */
  text: string[]
  chart: ChartKind | null
  unit: UnitName
  columns: Column[]
  /** The reference of ratios as text, for example `native`. */
  reference: string
  /** The requested value in the part's unit, drawn as a line through the chart. */
  target?: number
  rows: EditionRow[]
}

/**
 * `bars`: means with min–max. `error-bars`: means with their 95% interval. `boxes`: quartiles. `dots`: every sample.
 * `lines`: by record size. `ratios`: bars that start at 1.
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

/** A remark that applies to some rows. */
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
  /** The benchmark of the figures; null if they are only stated by the source. */
  benchmark: BenchmarkReference | null
  stated?: StatedFigures
  /** Index in the part's `rows` of the reference of its ratio; null for the reference itself. */
  reference: number | null
  published: PublishedFigures | null
  flag: string | null
  /** The figures that the source printed before it replaced them. */
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

/** Figures of a source that a run document cannot hold, in the part's unit. */
export interface StatedFigures {
  /** The scenario the work ran in. */
  scenario: string
  values?: number[]
  /** Values of warm-ups. */
  warmups?: number[]
  ratio?: number
  /**
   * The record sizes, in bytes, for which the bounds `least` and `most` hold; the source states the bounds in words.
   */
  records?: [smallest: number, largest: number]
  least?: number
  most?: number
}

/** The figures that a source printed, in ns; kept beside those computed from its raw values. */
export interface PublishedFigures {
  average: number
  minimum: number | null
  maximum: number | null
}

/** A row that the previous edition also has: the same scenario on the same engine and system. */
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
