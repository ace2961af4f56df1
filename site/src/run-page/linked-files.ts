import { renderBadge } from '../badges/render-badge.ts'
import type { Template } from '../page-parts/template.ts'
import type { StoredRun } from './stored-run.ts'

/** A file of a run under `/runs` to which the run's page links. Its name is the run's id, a dot, and its extension. */
interface LinkedFile {
  contentType: string
  /** The text of the link to this file on the run's page. */
  link: string
  /** Whether the file shows the run's main chart. The page of a run without a chart does not link to it. */
  isChart?: true
  make(run: StoredRun, template: Template): Promise<string | Uint8Array<ArrayBuffer>>
}

/**
 * Every file of a run except its page and its bundle, by its extension of letters and dots: what it is, and how it is made.
 * `inputsOfRuns` has what they are made from. The makers are imported when they are needed, because most of them load Vega.
 */
export const LINKED_FILES = {
  json: {
    contentType: 'application/json; charset=utf-8',
    link: 'The document (JSON)',
    // The SHA-256 of these bytes is the hash of the document, so that `sha256sum` can check them.
    make: async ({ canonical }) => canonical,
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
    make: async ({ analysis }) => (await import('./chart-download.ts')).mainSvg(analysis),
  },
  'vl.json': {
    contentType: 'application/json; charset=utf-8',
    link: 'The first chart (Vega-Lite, with its data)',
    isChart: true,
    make: async ({ analysis }) => `${JSON.stringify((await import('./chart-download.ts')).mainSpec(analysis))}\n`,
  },
  'badge.svg': {
    contentType: 'image/svg+xml',
    link: 'Badge (SVG)',
    make: async ({ analysis }) => renderBadge((await import('./headline.ts')).runHeadline(analysis)),
  },
  png: {
    contentType: 'image/png',
    link: 'Picture for shared links (PNG)',
    make: async ({ analysis }) => (await import('./preview-image.ts')).drawRunPreview(analysis),
  },
} satisfies Record<string, LinkedFile>
