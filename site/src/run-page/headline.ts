import { benchmarkOutcome, type Check, describeCounts, type RunDocument } from '@plimsoll/schema'
import { formatWork, measuredTitle } from '../page-parts/titles.ts'
import { describeKeyFigure } from '../store/key-figure.ts'
import { GENERATED, isGenerated } from '../store/origin.ts'
import type { Analysis } from './analysis.ts'

/** The headline of a run: what was measured, and a ratio or its status, or a count of verdicts. */
export interface RunHeadline {
  subject: string
  result: string
  /** Whether the result is good or bad; sets the colour of the badge. */
  outcome: 'good' | 'bad' | 'neutral'
}

/** Returns the headline of a run, as `headlineOf`. A generated run has no good or bad result, and says that it is one. */
export function runHeadline(analysis: Analysis): RunHeadline {
  const headline = headlineOf(analysis)
  if (!isGenerated(analysis.document)) return headline
  return { ...headline, result: `${headline.result}, ${GENERATED}`, outcome: 'neutral' }
}

/**
 * Returns the headline of a run: the counts of verdicts of a check, else the figure that stands for the run in lists. An
 * unreliable run has no figure.
 */
function headlineOf({ document, check, summaries, reliability }: Analysis): RunHeadline {
  if (check !== null) return headlineOfCheck(document, check)
  const title = measuredTitle(document)
  if (reliability.unreliable) return { subject: title, result: 'unreliable', outcome: 'neutral' }
  const figure = describeKeyFigure(document, summaries, reliability) ?? `${title}: no figure`
  const [subject = '', result = ''] = formatWork(figure).split(/: (.*)/s)
  return { subject, result, outcome: 'neutral' }
}

function headlineOfCheck(document: RunDocument, check: Check): RunHeadline {
  const outcomes = check.status === 'unreliable' ? [] : check.benchmarks.map(benchmarkOutcome)
  const clear = outcomes.length > 0 && outcomes.every((outcome) => outcome === 'not slower' || outcome === 'faster')
  const outcome = outcomes.includes('slower') ? 'bad' : clear ? 'good' : 'neutral'
  return { subject: measuredTitle(document), result: describeCounts(check), outcome }
}
