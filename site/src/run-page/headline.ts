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
import { formatWork } from '../page-parts/titles.ts'
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
 * Returns the headline of a run. Of several engines, it has the range. For a check, the headline counts verdicts. Otherwise it is the ratio of the run's
 * first bind mount, or of its first benchmark with a ratio; a ratio of which more is better says so. If the ratio may not be shown, its status says why. An
 * unreliable run has no headline figure.
 */
function headlineOf({ document, check, summaries, reliability }: Analysis): RunHeadline {
  if (check !== null) return headlineOfCheck(document, check)
  if (reliability.unreliable) return { subject: document.suite.name, result: 'unreliable', outcome: 'neutral' }
  const compared = summaries.flatMap(({ benchmark: index, metric, ratio, better }) => {
    const benchmark = document.benchmarks[index]
    const primary = benchmark?.metrics.find(({ primary }) => primary)?.name
    return benchmark !== undefined && ratio !== null && primary === metric ? [{ benchmark, ratio, better }] : []
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
  const { benchmark, ratio, better } = first
  const same = compared.filter(
    (other) =>
      other.benchmark.scenario === benchmark.scenario && describeWork(other.benchmark) === describeWork(benchmark),
  )
  const isRate = better === 'higher' && same.some(({ ratio }) => ratio.value !== null)
  return {
    subject: `${formatWork(describeWork(benchmark))} · ${benchmark.scenario}`,
    result: `${same.length > 1 ? describeEngines(same.map(({ ratio }) => ratio)) : describeOne(ratio)}${isRate ? ', higher is better' : ''}`,
    outcome: 'neutral',
  }
}

function describeOne(ratio: RatioToReference): string {
  if (ratio.value !== null) return `${formatRatio(ratio.value)} ${ratio.reference}`
  return ratio.interval === null ? describeRatio(ratio) : `${describeRatio(ratio)} ${ratio.reference}`
}

/** The ratios of one benchmark with several engines: `1.20–2.69× native, 5 engines`. */
function describeEngines(ratios: readonly RatioToReference[]): string {
  const known = ratios.filter(({ value }) => value !== null).toSorted((a, b) => Number(a.value) - Number(b.value))
  const [low, high] = [known[0], known.at(-1)]
  if (low === undefined || high === undefined) return `no ratio, ${ratios.length} engines`
  const texts = [...new Set([formatRatio(Number(low.value)), formatRatio(Number(high.value))])]
  const count =
    known.length === ratios.length ? `${ratios.length} engines` : `${known.length} of ${ratios.length} engines`
  return `${texts.join('–').replace('×–', '–')} ${low.reference}, ${count}`
}

function headlineOfCheck({ suite }: RunDocument, check: Check): RunHeadline {
  const outcomes = check.status === 'unreliable' ? [] : check.benchmarks.map(benchmarkOutcome)
  const clear = outcomes.length > 0 && outcomes.every((outcome) => outcome === 'not slower' || outcome === 'faster')
  const outcome = outcomes.includes('slower') ? 'bad' : clear ? 'good' : 'neutral'
  return { subject: suite.name, result: describeCounts(check), outcome }
}
