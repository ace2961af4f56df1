import type { FigureTables } from './figure-tables.ts'
import type { PairTable } from './pair-table.ts'
import type { SweepTables } from './sweep-tables.ts'

/**
 * The tables for the runs of a suite, as data. A layout is one file in `layouts/`, named after its suite. Suites without
 * a layout have `standard`.
 */
export interface Layout {
  /** The metrics that the tables show, for workloads that show others than the primary metric and its counterpart. */
  metrics?: Record<string, readonly string[] | 'all'>
  /** Whether the values of a sample that has many (requests, containers) count once, as their mean. */
  usesMeans?: boolean
  tables: readonly (FigureTables | PairTable | SweepTables)[]
}
