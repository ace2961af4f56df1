import type { Check, Citation, RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import type { ProvenanceLevel } from '../store/provenance-levels.ts'

const EXPLANATIONS: Record<ProvenanceLevel, string> = {
  'measured by Plimsoll':
    'The issuer of its token signed that Plimsoll’s own workflow handed this in, which takes only what its measuring jobs put out; the document says that a machine of GitHub’s measured it. It does not prove that, nor the numbers: the code that was measured is the project’s own, and ran in the same job.',
  'signed by repository':
    'The issuer of its token signed that a workflow of this repository handed this in. It proves who did, not the numbers.',
  'reported for a fork':
    'A workflow of this repository handed this in for a fork; which version was measured is its word.',
  'self-reported': 'Handed in by hand: nothing but its author’s word says who measured this, and where.',
  transcribed:
    'Copied from a published source. Plimsoll did not measure it, and says nothing about how it was measured beyond what the source says.',
}

/**
 * Renders what a reader must know before the figures: how far they can be trusted, and everything unusual about the
 * run.
 */
export function renderNotices(document: RunDocument, check: Check | null, provenanceLevel: ProvenanceLevel): Html {
  const { origin } = document
  const warnings = warningsOf(document, check)
  return html`<div class="notices"><p><strong>${provenanceLevel}.</strong> ${EXPLANATIONS[provenanceLevel]}${
    origin.kind === 'transcribed' &&
    html` Source: ${citationLine(origin.citation)} <a href="${origin.citation.url}" rel="noreferrer">${origin.citation.url}</a> What was found wrong in published figures is in <a href="../errata">the errata</a>.`
  }</p>${warnings.length > 0 && html`<div class="warning" role="note"><h2>Read with care</h2><ul>${warnings}</ul></div>`}${
    document.notes.length > 0 &&
    html`<div class="notes"><h2>Notes</h2><dl>${document.notes.map(({ code, text }) => html`<dt>${code}</dt><dd>${text}</dd>`)}</dl></div>`
  }</div>`
}

function warningsOf({ status, division, deviations, benchmarks }: RunDocument, check: Check | null): Html[] {
  const failed = benchmarks.filter((benchmark) => benchmark.status === 'failed').length
  const missing = benchmarks.filter(
    (benchmark) => benchmark.status === 'unsupported' || benchmark.status === 'skipped',
  ).length
  // The verdicts of a check are per benchmark, but what fails is one of its variants.
  const all = `${benchmarks.length} ${check === null ? 'benchmarks' : 'variants'}`
  return [
    status === 'partial' ? html`<li>The run is partial: it ended before everything planned was measured.</li>` : null,
    // Every check deviates from its suite by comparing two variants, so that alone is no reason for a warning.
    division === 'modified' && (check === null || deviations.length > 1)
      ? html`<li>The suite was modified: ${deviations.join('; ')}.</li>`
      : null,
    failed > 0 ? html`<li>${failed} of ${all} failed; the table says why.</li>` : null,
    missing > 0 ? html`<li>${missing} of ${all} could not run here or were skipped; the table says why.</li>` : null,
  ].filter((warning) => warning !== null)
}

/** `Authors, “Title”, 2025-01-04, version 96bb1c1.` */
function citationLine({ authors, title, published, version }: Citation): string {
  return `${authors.join(', ')}, “${title}”, ${published}${version === undefined ? '' : `, version ${version.slice(0, 12)}`}.`
}
