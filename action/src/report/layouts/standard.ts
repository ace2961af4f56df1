import type { FigureTables } from '../figure-tables.ts'
import type { Layout } from '../layout.ts'
import type { SweepTables } from '../sweep-tables.ts'

/**
 * The tables of the blog post "Docker on MacOS is slow" (2022), with medians where the post has means: one for each
 * workload, params and metric.
 */
export const blog: FigureTables = {
  each: 'metric',
  except: ['file-sweep'],
  columns: [
    ['OS', 'os'],
    ['Platform', 'platform'],
    ['Test', 'test'],
    ['Median', 'median, mean or reason'],
    ['Min–max', 'range'],
    ['n', 'n of samples'],
    ['× reference', 'ratio'],
  ],
  ratios: true,
}

export const sweep: SweepTables = { sweep: 'file-sweep', file: 'bytes', record: 'record', bytes: 'bytes' }

/** The blog post's tables, and two of the sweep of 2014 over record sizes: cached reads and durable writes. */
export const layout: Layout = {
  metrics: { 'file-sweep': ['bytes', 'read', 'durable-write'] },
  tables: [blog, sweep],
}
