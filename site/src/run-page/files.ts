import { canonicalize, type RunDocument } from '@plimsoll/schema'
import { renderBadge } from '../downloads/badge.ts'
import { samplesCsv } from '../downloads/samples-csv.ts'
import type { Template } from '../page/template.ts'
import type { ReplicationOfRun } from '../store/replications.ts'
import type { Statement } from '../store/statements.ts'
import type { Analysis } from './analysis.ts'
import type { RunExtension } from './extensions.ts'
import { mainSpec, mainSvg } from './main-chart.ts'
import { drawRunPreview } from './preview-image.ts'
import { renderAnalysis } from './run-page.tsx'

/** A stored run, with the analysis of its document. */
export interface StoredRun {
  document: RunDocument
  analysis: Analysis
  statements: Statement[]
  /** The runs that repeat this one. */
  replications: ReplicationOfRun[]
}

export interface RunFile {
  contentType: string
  make(run: StoredRun, template: Template): string | Uint8Array<ArrayBuffer> | Promise<string | Uint8Array<ArrayBuffer>>
}

/**
 * How each file of a run is made. The inputs are the run's document, its statements, the documents that the statements name, and
 * the template. All of them are permanent or append-only.
 */
export const RUN_FILES: Record<RunExtension, RunFile> = {
  html: {
    contentType: 'text/html; charset=utf-8',
    make: ({ analysis, statements, replications }, template) =>
      renderAnalysis(analysis, { statements, replications }, template),
  },
  // The SHA-256 of these bytes is the hash of the document, so that `sha256sum` can check them.
  json: { contentType: 'application/json; charset=utf-8', make: ({ document }) => canonicalize(document) },
  csv: { contentType: 'text/csv; charset=utf-8', make: ({ analysis }) => samplesCsv(analysis.document) },
  'vl.json': {
    contentType: 'application/json; charset=utf-8',
    make: ({ analysis }) => `${JSON.stringify(mainSpec(analysis))}\n`,
  },
  svg: { contentType: 'image/svg+xml', make: ({ analysis }) => mainSvg(analysis) },
  'badge.svg': { contentType: 'image/svg+xml', make: ({ analysis }) => renderBadge(analysis.headline) },
  png: { contentType: 'image/png', make: ({ analysis }) => drawRunPreview(analysis) },
}
