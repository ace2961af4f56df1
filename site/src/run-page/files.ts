import type { RunDocument } from '@plimsoll/schema'
import type { Template } from '../page/template.ts'
import type { ReplicationOfRun } from '../store/replications.ts'
import type { Statement } from '../store/statements.ts'
import type { Analysis } from './analysis.ts'

/** A stored run, with the analysis of its document. */
export interface StoredRun {
  document: RunDocument
  /** Computed when it is read for the first time, which may take seconds for a large run. */
  analysis: Analysis
  statements: Statement[]
  /** The runs that repeat this one. */
  replications: ReplicationOfRun[]
}

/** A file of a run under `/runs`. Its name is the run's id, a dot, and its extension. */
interface RunFile {
  contentType: string
  /** The text of the link to this file on the run's page; null for that page. */
  link: string | null
  /** Whether the file shows the run's main chart. The page of a run without a chart does not link to it. */
  isChart?: true
  make(run: StoredRun, template: Template): Promise<string | Uint8Array<ArrayBuffer>>
}

/**
 * Every file of a run, by its extension of letters and dots: what it is, and how it is made. The inputs are the run's
 * document, its statements, the documents that the statements name, and the template. All of them are permanent or
 * append-only. The makers are imported when they are needed, because most of them load Vega.
 *
 * A new entry appears on the page of a run, so raise `TEMPLATE_VERSION` with it. The next build makes the file of every
 * older run, too; the pages of these runs stay as they are, without a link to it.
 */
export const RUN_FILES = {
  html: {
    contentType: 'text/html; charset=utf-8',
    link: null,
    make: async ({ analysis, statements, replications }, template) =>
      (await import('./run-page.tsx')).renderAnalysis(analysis, { statements, replications }, template),
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    link: 'The document (JSON)',
    // The SHA-256 of these bytes is the hash of the document, so that `sha256sum` can check them.
    make: async ({ document }) => (await import('@plimsoll/schema')).canonicalize(document),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    link: 'Every sample (CSV)',
    make: async ({ document }) => (await import('./samples-csv.ts')).samplesCsv(document),
  },
  svg: {
    contentType: 'image/svg+xml',
    link: 'The first chart (SVG)',
    isChart: true,
    make: async ({ analysis }) => (await import('./main-chart.ts')).mainSvg(analysis),
  },
  'vl.json': {
    contentType: 'application/json; charset=utf-8',
    link: 'The first chart (Vega-Lite, with its data)',
    isChart: true,
    make: async ({ analysis }) => `${JSON.stringify((await import('./main-chart.ts')).mainSpec(analysis))}\n`,
  },
  'badge.svg': {
    contentType: 'image/svg+xml',
    link: 'Badge (SVG)',
    make: async ({ analysis }) => (await import('./badge.ts')).renderBadge(analysis.headline),
  },
  png: {
    contentType: 'image/png',
    link: 'Picture for shared links (PNG)',
    make: async ({ analysis }) => (await import('./preview-image.ts')).drawRunPreview(analysis),
  },
} satisfies Record<string, RunFile>

export type RunExtension = keyof typeof RUN_FILES

export const RUN_EXTENSIONS = Object.keys(RUN_FILES) as RunExtension[]

/** The extensions of the files that a deleted run has. */
export const DELETED_EXTENSIONS = ['html'] as const satisfies RunExtension[]
