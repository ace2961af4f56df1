import {
  type Check,
  type Citation,
  describeWithheld,
  type RunDocument,
  type RunReliability,
  splitNotes,
} from '@plimsoll/schema'
import { ReadWithCare } from '../../components/read-with-care.tsx'
import { hasSuite } from '../page-parts/titles.ts'
import type { ProvenanceLevel } from '../store/origin.ts'

const EXPLANATIONS: Record<ProvenanceLevel, string> = {
  'measured by Plimsoll':
    'A signature proves that Plimsoll’s own workflow submitted this run. This workflow submits only the output of its own measuring jobs. The document says that a GitHub-hosted runner measured the run. The signature proves neither the runner nor the numbers, because the measured code belongs to the project and ran in the same job.',
  'signed by repository':
    'A signature proves that a workflow of this repository submitted this run. It proves the submitter, not the numbers.',
  'reported for a fork':
    'A workflow of this repository submitted this run for a fork. The registry did not verify which version was measured.',
  'self-reported':
    'This run was added to the registry without a signature, so nothing verifies who measured it, or where.',
  transcribed:
    'This run was copied from a published source. Plimsoll did not measure it; only the source says how it was measured.',
}

interface Properties {
  document: RunDocument
  check: Check | null
  reliability: RunReliability
  /** Null for a generated run: its level says nothing about figures that a program made up. */
  provenanceLevel: ProvenanceLevel | null
}

/** The provenance of a run's figures, and warnings about the run. The page shows them above the figures. */
export function Notices({ document, check, reliability, provenanceLevel }: Properties) {
  const { origin, notes } = document
  const warnings = warningsOf(document, check, reliability)
  return (
    <div className="notices">
      {provenanceLevel !== null && (
        <p>
          <strong>{provenanceLevel}.</strong> {EXPLANATIONS[provenanceLevel]}
          {origin.kind === 'imported' && ` ${origin.tool} measured it, and Plimsoll converted its results.`}
          {origin.kind === 'transcribed' && (
            <>
              {' '}
              Source: {citationLine(origin.citation)}{' '}
              <a href={origin.citation.url} rel="noreferrer">
                {origin.citation.url}
              </a>{' '}
              <a href="../errata">The errata</a> list errors found in published figures.
            </>
          )}
        </p>
      )}
      <ReadWithCare warnings={warnings} notes={splitNotes(notes).warnings.map(({ text }) => text)} />
    </div>
  )
}

/** The maximum number of workloads whose ratios are withheld that are named above the figures. */
const MAX_WITHHELD = 20

function warningsOf(document: RunDocument, check: Check | null, reliability: RunReliability): string[] {
  const { status, division, deviations, benchmarks } = document
  // The top of the page says that a run is unreliable.
  const withheld = reliability.unreliable ? [] : [...describeWithheld(reliability).values().take(MAX_WITHHELD)]
  // In the document of a check, base and head of a compared benchmark are two separate benchmarks. So their number is
  // called a number of variants.
  const counted = benchmarks.filter(({ control, variant }) => !control && variant !== 'second-base')
  const failed = counted.filter((benchmark) => benchmark.status === 'failed').length
  const missing = counted.filter(({ status }) => status === 'unsupported' || status === 'skipped').length
  const all = `${counted.length} ${check === null ? 'benchmarks' : 'variants'}`
  return [
    ...(status === 'partial' ? ['The run is partial: it ended before all planned rounds were measured.'] : []),
    // Every check deviates from its suite by comparing two variants. Warn only about further deviations.
    ...(hasSuite(document) && division === 'modified' && (check === null || deviations.length > 1)
      ? [`The suite was modified: ${deviations.join('; ')}.`]
      : []),
    ...withheld,
    ...(failed > 0 ? [`${failed} of ${all} failed; the table says why.`] : []),
    ...(missing > 0 ? [`${missing} of ${all} were unsupported or skipped; the table says why.`] : []),
  ]
}

/** Returns the citation of a source as text: `Authors, “Title”, 2025-01-04, version 96bb1c1.` */
function citationLine({ authors, title, published, version }: Citation): string {
  return `${authors.join(', ')}, “${title}”, ${published}${version === undefined ? '' : `, version ${version.slice(0, 12)}`}.`
}
