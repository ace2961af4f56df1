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
import { html } from '../html.ts'
import { formatWork } from '../page/titles.ts'
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

const COLORS = { good: '#0f6b6a', bad: '#b03a18', neutral: '#3d4d57' }
/**
 * The approximate width of a character in a reader's font, in pixels. Each text is stretched to the length that follows
 * from this width.
 */
const CHARACTER = 6.6
const MAX_LENGTH = 90

/** Renders a badge with the headline of a run, for a README: `npm-ci small · bind | 2.66× native`. */
export function renderBadge({ subject, result, outcome }: RunHeadline): string {
  const [left, right] = [part(subject), part(result)]
  const width = left.width + right.width
  const text = (at: number, { text, width }: Part) =>
    html`<text x="${at + 7}" y="14" textLength="${width - 14}">${text}</text>`
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${subject}: ${result}"><title>${subject}: ${result}</title><rect width="${width}" height="20" rx="3" fill="#17262f"/><path fill="${COLORS[outcome]}" d="M${left.width} 0h${right.width - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right.width - 3}z"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(0, left)}${text(left.width, right)}</g></svg>
`.text
}

interface Part {
  text: string
  /** The width of this part of the badge, in pixels. */
  width: number
}

function part(text: string): Part {
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
  return { text: shown, width: Math.round(shown.length * CHARACTER) + 14 }
}
