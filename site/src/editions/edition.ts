import type { Citation } from '@plimsoll/schema'
import type { UnitName } from './units.ts'

/**
 * A frozen comparison of named runs. Its figures are computed from these runs. If a source states figures that no run
 * document can hold, these figures are in the rows themselves.
 */
export interface Edition {
  format: 2
  /** The name of the edition. Its address is `/editions/<name>`. */
  name: string
  /** Other names of the edition. The page at each of them says that it is an alias, and links to the edition. */
  aliases: string[]
  title: string
  /** The result of the edition, in one or two sentences. */
  lede: string
  /** Who made the edition. Absent if the command named none. */
  authors?: string[]
  /** Where the authors write about it, beginning with https://. Absent if there is no such page. */
  url?: string
  /** What the authors say of the result. Absent if they say nothing. */
  summary?: string
  /**
   * For figures of a source, the day of the version of the source that the rows show. For measured runs, the day of the
   * newest run. ISO 8601.
   */
  published: string
  /** The name of the previous edition; null for the first edition of its kind. */
  previous: string | null
  /** The source of a transcribed edition; null for an edition of measured runs. */
  citation: EditionCitation | null
  /** The method and its weaknesses. Each text is one paragraph. */
  method: string[]
  /** The changes since the previous edition. Each text is one paragraph. */
  changes: string[]
  flags: Flag[]
  parts: EditionPart[]
  /** The rows that the previous edition also has. */
  matches: RowMatch[]
  /** The hash of the edition: `sha256:` and the SHA-256 of the canonical JSON of all other fields. */
  digest: string
}

/**
 * The citation of an edition's source. It is as in a run document, except that the author or the address may be
 * unknown.
 */
export type EditionCitation = Omit<Citation, 'authors' | 'url'> & { authors: string[]; url: string | null }

/** A part of an edition: rows on one subject in one unit. It is shown as a table, and usually as a chart. */
export interface EditionPart {
  /** The name of the part in addresses, unique in the edition. */
  code: string
  title: string
  /** The texts on what was run, and on what the chart shows. Each text is one paragraph. */
  text: string[]
  chart: ChartKind | null
  unit: UnitName
  columns: Column[]
  /** The reference that the ratios are relative to, as text, for example `native`. */
  reference: string
  /** The value that the test requested, in the part's unit. The chart shows it as a line. */
  target?: number
  rows: EditionRow[]
}

/**
 * The kinds of charts. `bars`: values with min–max. `error-bars`: medians with their 95% interval. `boxes`: quartiles.
 * `dots`: every sample. `lines`: values by record size. `ratios`: bars that start at 1.
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
  | 'next-run'
  | 'bounds'

/** A remark that applies to some rows. */
export interface Flag {
  code: string
  /** The remark in one or two words, which the row shows. */
  title: string
  text: string
  /** The anchor of its erratum on `/errata`. */
  erratum?: string
}

export interface EditionRow {
  os: string
  platform: string
  test: string
  /** The benchmark from which the figures are computed; null if the figures are only stated by the source. */
  benchmark: BenchmarkReference | null
  /** The same benchmark in the runs that repeat its run. The figures are computed from all of them. */
  repeats?: BenchmarkReference[]
  stated?: StatedFigures
  /**
   * The row that the ratio is relative to, as its index in the part's `rows`; null for a row that is itself the
   * reference.
   */
  reference: number | null
  published: PublishedFigures | null
  flag: string | null
  /** The figures that the source printed before it replaced them by those of this row. */
  earlier: {
    date: string
    benchmark: BenchmarkReference
    reference: BenchmarkReference
    published: PublishedFigures
  } | null
  /** The record size in bytes, in a part with a chart of lines. */
  record?: number
}

/** Identifies one benchmark of one run. */
export interface BenchmarkReference {
  /** The hash of the run document, `sha256:…`. */
  run: string
  /** The index of the benchmark in the document's `benchmarks`. */
  benchmark: number
}

/** Figures of a source that a run document cannot hold, in the part's unit. */
export interface StatedFigures {
  /** The scenario (the place in which the work ran). */
  scenario: string
  values?: number[]
  /** The values of warm-ups. */
  warmups?: number[]
  ratio?: number
  /**
   * The record sizes, in bytes, for which the bounds `least` and `most` hold. The source states these bounds in words.
   */
  records?: [smallest: number, largest: number]
  least?: number
  most?: number
}

/**
 * The figures that a source printed, in ns. They are kept beside the figures that are computed from the source's raw
 * values.
 */
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
  /** The `code` of the part of the edition. */
  part: string
  /** The index of the row in the part's `rows`. */
  row: number
}
