import { describeFindings, describeWithheld, type RunDocument, runReliability } from '@plimsoll/schema'
import { checkReport } from './check.ts'
import { findFailure, findUnmeasured } from './failure.ts'
import { checkHeadline, headlineText } from './headline.ts'
import type { Report } from './report.ts'

/**
 * Adds to the report of a run what the run found.
 * @param nothingCompared what to say of a run that compares nothing; empty to say nothing
 */
export function withConclusions(report: Report, document: RunDocument, nothingCompared = ''): Report {
  const texts = conclusions(document, nothingCompared).filter((text) => text !== '')
  return { ...report, blocks: () => [...report.blocks(), { texts, form: 'sentence' }] }
}

/** What a run found, for the end of its output: why nothing was measured, the headline of a check, or a sentence for each workload. */
function conclusions(document: RunDocument, nothingCompared: string): string[] {
  const failure = findFailure(document)
  const unmeasured = findUnmeasured(document)
  const warnings = (failure?.isTotal ? [failure] : unmeasured ? [unmeasured] : []).map(({ title }) =>
    headlineText({ mark: '⚠', title, more: null }),
  )
  if (failure?.isTotal || unmeasured?.isTotal) return warnings
  return [...warnings, ...findings(document, nothingCompared)]
}

/** The maximum number of rows of a table whose first line can still be seen at its end. */
const MAX_SEEN = 15

function findings(document: RunDocument, nothingCompared: string): string[] {
  const check = checkReport(document)
  // The table begins with the headline.
  if (check !== null) return check.benchmarks.length > MAX_SEEN ? [headlineText(checkHeadline(check))] : []
  const found = describeFindings(document)
  // The tables have the reasons of withheld ratios.
  const withheld = new Map([...describeWithheld(runReliability(document))].map(([work, sentence]) => [sentence, work]))
  const shorter = (sentence: string) =>
    withheld.has(sentence) ? `${withheld.get(sentence)}: ratios withheld, as its table says.` : sentence
  if (found.length > 0) return found.map(shorter)
  // What failed or is unsupported has its reason above.
  return document.benchmarks.every(({ status }) => status === 'ok') ? [nothingCompared] : []
}
