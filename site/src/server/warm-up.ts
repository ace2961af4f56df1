import { readFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalize, readRun } from '@plimsoll/schema'
import type { Template } from '../page/template.ts'

// Threads call these functions once, before their first real work. Code that runs for the first time is compiled first, and
// optimized later: the first 20 submissions to a new server took 100 to 270 ms instead of 10, and the first page 590.

/** A measured run that ships with the project. */
const EXAMPLE = path.join(import.meta.dirname, '..', '..', 'documents', 'linux-2026-docker-quick.json')
/** After this many documents, a further one takes hardly less time. */
const DOCUMENTS = 12
const PAGES = 6

/** Reads a document as a submission does, until the code for this is fast. */
export function warmUpReading(): void {
  const bytes = readFileSync(EXAMPLE)
  for (let turn = 0; turn < DOCUMENTS; turn++) readRun(bytes)
}

/** Makes the page of a run until the code for this is fast. */
export async function warmUpPages(template: Template): Promise<void> {
  const { document, ...identity } = readRun(readFileSync(EXAMPLE))
  // Threads that make no pages need not load these modules.
  const [{ RUN_FILES }, { analyze }] = await Promise.all([
    import('../run-page/files.ts'),
    import('../run-page/analysis.ts'),
  ])
  for (let turn = 0; turn < PAGES; turn++) {
    const canonical = () => canonicalize(document)
    const run = { document, canonical, statements: [], replications: [], logProof: null }
    await RUN_FILES.html.make({ ...run, analysis: analyze(document, identity) }, template)
  }
}
