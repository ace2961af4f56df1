import {
  benchmarkOutcome,
  type Check,
  describeCounts,
  describeRatio,
  describeWork,
  formatRatio,
  type RatioToReference,
  type RunDocument,
} from '@plimsoll/schema'
import { formatWork, measuredTitle } from '../page-parts/titles.ts'
import { describeEngines, type Figure, shortFinding } from '../store/key-figure.ts'
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
 * Returns the headline of a run. For a check, the headline counts verdicts. Otherwise it is what the run found first, in
 * short; of a run that found no ratio of its own, the ratio of the run's first
 * bind mount, or of its first benchmark with a ratio; of several engines, their range; a ratio of which more is better says
 * so. If the ratio may not be shown, its status says why. An unreliable run has no headline figure.
 */
function headlineOf({ document, check, summaries, reliability, findings }: Analysis): RunHeadline {
  if (check !== null) return headlineOfCheck(document, check)
  if (reliability.unreliable) return { subject: document.suite.name, result: 'unreliable', outcome: 'neutral' }
  const [subject, found] = shortFinding(findings[0])?.split(': ', 2) ?? []
  if (subject !== undefined && found !== undefined)
    return { subject: formatWork(subject), result: found, outcome: 'neutral' }
  const compared = summaries.flatMap((summary): Compared[] => {
    const benchmark = document.benchmarks[summary.benchmark]
    const primary = benchmark?.metrics.find(({ primary }) => primary)?.name
    const { metric, ratio } = summary
    return benchmark !== undefined && ratio !== null && primary === metric ? [{ benchmark, ratio, summary }] : []
  })
  const first = compared.find(({ benchmark }) => benchmark.scenario === 'bind') ?? compared[0]
  const count = document.benchmarks.filter(({ control }) => !control).length
  if (first === undefined) {
    return {
      subject: document.suite.name,
      result: `${count} ${count === 1 ? 'benchmark' : 'benchmarks'}`,
      outcome: 'neutral',
    }
  }
  const { benchmark, ratio, summary } = first
  const same = compared.filter(
    (other) =>
      other.benchmark.scenario === benchmark.scenario && describeWork(other.benchmark) === describeWork(benchmark),
  )
  const isRate = summary.better === 'higher' && same.some(({ ratio }) => ratio.value !== null)
  return {
    subject: `${formatWork(describeWork(benchmark))} · ${benchmark.scenario}`,
    result: `${same.length > 1 ? describeSeveral(same, document) : describeOne(ratio)}${isRate ? ', higher is better' : ''}`,
    outcome: 'neutral',
  }
}

/** A benchmark with its ratio to a reference. */
interface Compared extends Figure {
  ratio: RatioToReference
}

function describeSeveral(same: readonly Compared[], document: RunDocument): string {
  const { range, counts } = describeEngines(same, document)
  return `${range === null ? 'no ratio' : `${range} ${same[0]?.ratio.reference}`}, ${counts}`
}

function describeOne(ratio: RatioToReference): string {
  if (ratio.value !== null) return `${formatRatio(ratio.value)} ${ratio.reference}`
  return ratio.interval === null ? describeRatio(ratio) : `${describeRatio(ratio)} ${ratio.reference}`
}

function headlineOfCheck(document: RunDocument, check: Check): RunHeadline {
  const outcomes = check.status === 'unreliable' ? [] : check.benchmarks.map(benchmarkOutcome)
  const clear = outcomes.length > 0 && outcomes.every((outcome) => outcome === 'not slower' || outcome === 'faster')
  const outcome = outcomes.includes('slower') ? 'bad' : clear ? 'good' : 'neutral'
  return { subject: measuredTitle(document), result: describeCounts(check), outcome }
}
