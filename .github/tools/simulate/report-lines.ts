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

/** Returns all lines of the report. `tallies` are the counts by scenario name. */
export function reportLines(tallies: Record<string, Tally>): ReportLine[] {
  return [...falseAlarms(), ...changesFound(), ...notSlower(), ...recordings(), ...slots(), ...looks()]

  function falseAlarms(): ReportLine[] {
    const scenarios = ['3%', '10%'].flatMap((cv) => NOISE_MODELS.map((model) => `${model}, CV ${cv}`))
    return Object.entries(MAX_FALSE_ALARMS).flatMap(([alpha, share]) =>
      scenarios.map((scenario) => falseAlarm(scenario, Number(alpha), { kind: 'at most', share })),
    )
  }

  function falseAlarm(scenario: string, alpha: number, limit: Limit | null): ReportLine {
    return lineOf(
      `false alarm in a check, ${scenario}, α ${percent(alpha)}`,
      countOf(scenario, NAMES.falseAlarm('verdict', alpha)),
      limit,
    )
  }

  function changesFound(): ReportLine[] {
    return Object.entries(MIN_FOUND).flatMap(([scenario, share]) => [
      found(scenario, 0.05, { kind: 'at least', share }),
      found(scenario, 0.01, null),
    ])
  }

  function found(scenario: string, alpha: number, limit: Limit | null): ReportLine {
    return lineOf(
      `+10% found, ${scenario}, α ${percent(alpha)}`,
      countOf(scenario, NAMES.found('verdict', alpha)),
      limit,
    )
  }

  function notSlower(): ReportLine[] {
    return Object.entries(MIN_NOT_SLOWER).map(([scenario, share]) =>
      lineOf(`nothing changed, decided "not slower", ${scenario}`, countOf(scenario, NAMES.notSlower), {
        kind: 'at least',
        share,
      }),
    )
  }

  /**
   * The lines for the recordings. On the same pairs, the verdict must find more changes than Welch's test with as many
   * false alarms.
   */
  function recordings(): ReportLine[] {
    return RECORDINGS.map((name) => `recorded, ${name}`).flatMap((scenario) =>
      [0.05, 0.01].flatMap((alpha) => {
        const alarms = countOf(scenario, NAMES.falseAlarm('verdict', alpha))
        const welch = welchAtEqualLevel(tallies[scenario] as Tally, alarms)
        return [
          falseAlarm(scenario, alpha, null),
          found(scenario, alpha, { kind: 'more than', share: welch.hits / welch.of }),
        ]
      }),
    )
  }

  function slots(): ReportLine[] {
    const { alpha } = DEFAULT_DESIGN
    return [
      falseAlarm('fixed slots, CV 3%', alpha, { kind: 'more than', share: 0.5 }),
      falseAlarm('fresh slots, CV 3%', alpha, { kind: 'at most', share: 0.02 }),
    ]
  }

  /**
   * The lines for the looks (interim analyses). They assert that the constants 4.2 and 0.0317 are large enough to
   * correct one benchmark for the looks, at any threshold.
   */
  function looks(): ReportLine[] {
    const scenario = 'iid, CV 10%'
    return [
      ...[0.05, 0.01].map((alpha) =>
        lineOf(
          `nothing changed, look-adjusted p of a benchmark ≤ ${percent(alpha)}, ${scenario}`,
          countOf(scenario, NAMES.lookAdjusted(alpha)),
          { kind: 'at most', share: alpha },
        ),
      ),
      lineOf(
        `upper bound of a benchmark below the true change at any look, ${scenario}`,
        countOf(scenario, NAMES.boundTooLow),
        {
          kind: 'at most',
          share: 0.05,
        },
      ),
    ]
  }

  function countOf(scenario: string, name: string): Count {
    return tallies[scenario]?.counts[name] as Count
  }
}

/** Returns the line of a counted rate. */
export function lineOf(what: string, reached: Count, limit: Limit | null): ReportLine {
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
