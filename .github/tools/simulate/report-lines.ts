import { binomialInterval, type Interval } from '@plimsoll/schema/statistics'
import { DEFAULT_DESIGN } from '@plimsoll/schema/verdict'
import { NOISE_MODELS } from './noise.ts'
import { RECORDINGS } from './recordings.ts'
import { NAMES } from './simulate-checks.ts'
import { type Count, type Tally, welchAtEqualLevel } from './tally.ts'

/** One measured property of a verdict or of a run, with its limit. */
export interface ReportLine {
  what: string
  reached: Count
  /** The 95% interval. It is exact if the trials are independent. */
  interval: Interval
  /** The limit of the property. Null if the property is published without a limit. */
  limit: Limit | null
  met: boolean
}

export interface Limit {
  kind: 'at most' | 'at least' | 'more than'
  share: number
}

/** The minimum share of changed benchmarks that must be found at α = 5%. */
const MIN_FOUND = {
  'iid, CV 3%': 0.99,
  'drift, CV 3%': 0.99,
  'bimodal, CV 3%': 0.9,
  'iid, CV 10%': 0.87,
  'drift, CV 10%': 0.97,
  'spikes, CV 10%': 0.75,
}

const MIN_NOT_SLOWER = { 'iid, CV 7%': 0.85, 'iid, CV 10%': 0.6 }

const MAX_FALSE_ALARMS = { 0.05: 0.06, 0.01: 0.015 }

/** Returns all lines of the report on checks. `tallies` are the counts by scenario name. */
export function reportLines(tallies: Record<string, Tally>): ReportLine[] {
  const countOf = (scenario: string, name: string) => tallies[scenario]?.counts[name] as Count
  const falseAlarm = (scenario: string, alpha: number, limit: Limit | null) => {
    const count = countOf(scenario, NAMES.falseAlarm('verdict', alpha))
    return makeReportLine(`false alarm in a check, ${scenario}, α ${percent(alpha)}`, count, limit)
  }
  const found = (scenario: string, alpha: number, limit: Limit | null) => {
    const count = countOf(scenario, NAMES.found('verdict', alpha))
    return makeReportLine(`+10% found, ${scenario}, α ${percent(alpha)}`, count, limit)
  }
  const simulated = ['3%', '10%'].flatMap((cv) => NOISE_MODELS.map((model) => `${model}, CV ${cv}`))
  const noisy = 'iid, CV 10%'
  return [
    ...Object.entries(MAX_FALSE_ALARMS).flatMap(([alpha, share]) =>
      simulated.map((scenario) => falseAlarm(scenario, Number(alpha), { kind: 'at most', share })),
    ),
    ...Object.entries(MIN_FOUND).flatMap(([scenario, share]) => [
      found(scenario, 0.05, { kind: 'at least', share }),
      found(scenario, 0.01, null),
    ]),
    ...Object.entries(MIN_NOT_SLOWER).map(([scenario, share]) => {
      const limit: Limit = { kind: 'at least', share }
      return makeReportLine(
        `nothing changed, decided "not slower", ${scenario}`,
        countOf(scenario, NAMES.notSlower),
        limit,
      )
    }),
    // On the same pairs, the verdict must find more changes than Welch's test with as many false alarms.
    ...RECORDINGS.map((name) => `recorded, ${name}`).flatMap((scenario) =>
      [0.05, 0.01].flatMap((alpha) => {
        const alarms = countOf(scenario, NAMES.falseAlarm('verdict', alpha))
        const welch = welchAtEqualLevel(tallies[scenario] as Tally, alarms)
        const limit: Limit = { kind: 'more than', share: welch.hits / welch.of }
        return [falseAlarm(scenario, alpha, null), found(scenario, alpha, limit)]
      }),
    ),
    falseAlarm('fixed slots, CV 3%', DEFAULT_DESIGN.alpha, { kind: 'more than', share: 0.5 }),
    falseAlarm('fresh slots, CV 3%', DEFAULT_DESIGN.alpha, { kind: 'at most', share: 0.02 }),
    // The constants 4.2 and 0.0317 are large enough to correct one benchmark for the looks, at any threshold.
    ...[0.05, 0.01].map((alpha) => {
      const what = `nothing changed, look-adjusted p of a benchmark ≤ ${percent(alpha)}, ${noisy}`
      return makeReportLine(what, countOf(noisy, NAMES.lookAdjusted(alpha)), { kind: 'at most', share: alpha })
    }),
    makeReportLine(
      `upper bound of a benchmark below the true change at any look, ${noisy}`,
      countOf(noisy, NAMES.boundTooLow),
      { kind: 'at most', share: 0.05 },
    ),
  ]
}

/** Returns the line of a counted rate. */
export function makeReportLine(what: string, reached: Count, limit: Limit | null): ReportLine {
  const share = reached.hits / reached.of
  return { what, reached, interval: binomialInterval(reached.hits, reached.of), limit, met: keeps(share, limit) }
}

function keeps(share: number, limit: Limit | null): boolean {
  if (limit === null) return true
  if (limit.kind === 'at most') return share <= limit.share
  return limit.kind === 'at least' ? share >= limit.share : share > limit.share
}

function percent(alpha: number): string {
  return `${Math.round(100 * alpha)}%`
}
