import type { RunDocument } from '@plimsoll/schema'
import type { Template } from '../page-parts/template.ts'
import type { Statement } from '../store/statements.ts'
import { analyze } from './analysis.ts'
import { renderAnalysis } from './run-page.tsx'

/** Renders the page of one run without replications and without a place in a log. */
export function renderRun(document: RunDocument, statements: Statement[], template: Template): string {
  return renderAnalysis(analyze(document), { statements, replications: [], logProof: null }, template)
}
