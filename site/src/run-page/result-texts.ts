import {
  type BenchmarkSummary,
  chooseCenter,
  describeAbsence,
  describeRatioReason,
  formatRange,
  formatRatio,
  formatRatioInterval,
  type Interval,
  STATISTIC_TITLES,
} from '@plimsoll/schema'
import { describeGroups } from '../page-parts/two-groups.ts'
import type { Panel, PanelRow } from './panel.ts'

/** The figures of one metric of one row. */
export interface Line {
  row: PanelRow
  summary: BenchmarkSummary
}

/** The texts of a row of the table of results. */
export interface ResultTexts {
  /** The value of the result, in its unit: the median, or the mean of a source without medians. */
  center: number | null
  /** The title of the statistic of a value that is not a median. */
  statistic: string | null
  /** The interval of the median; null if there is none, and if it is min–max, which stands beside it. */
  interval: string | null
  range: string
  /** The two groups in which the samples lie; null if they lie in one. */
  groups: string | null
  ratio: RatioTexts | null
  /** What is shown in place of figures; null if there are figures, or if the problem of the benchmark is shown. */
  absence: string | null
}

/**
 * A ratio: its digits with remarks, or its status in words with the reason, which is also below the table. A ratio without
 * an estimate has a range, drawn around 1.
 */
export type RatioTexts =
  | { digits: string; remarks: string; range: Interval | null }
  | { status: string; reason: string | null }

/** Returns the texts of one metric of one benchmark. @param panel the panel of the benchmark, with its references */
export function describeResult({ row: { benchmark }, summary }: Line, panel: Panel): ResultTexts {
  const { n, metric, unit, medianInterval, minimum, maximum } = summary
  const center = chooseCenter(summary)
  const ratio = textsOfRatio(summary, panel)
  const interval = medianInterval && formatRange(...medianInterval, unit)
  const range = minimum === null || maximum === null || minimum === maximum ? '–' : formatRange(minimum, maximum, unit)
  return {
    center: center?.value ?? null,
    statistic: center?.statistic === 'mean' ? STATISTIC_TITLES.mean : null,
    interval: interval === range ? null : interval,
    range,
    groups: describeGroups(benchmark, metric),
    ratio,
    absence: n === 0 && benchmark.status === 'ok' ? describeAbsence(benchmark, metric) : null,
  }
}

function textsOfRatio(summary: BenchmarkSummary, panel: Panel): RatioTexts | null {
  const { ratio, median } = summary
  if (ratio === null) return median === 0 ? { status: 'none', reason: NO_RATIO_OF_0 } : null
  const { status, value, interval, reference, rounds } = ratio
  if (value === null && interval !== null) {
    const remarks = ['range', reference !== 'native' && `to ${reference}`]
    return {
      digits: formatRatioInterval(interval),
      remarks: remarks.filter((remark) => remark).join(', '),
      range: interval,
    }
  }
  if (value === null) return { status, reason: describeRatioReason(ratio) }
  const basis =
    status === 'source' ? `source’s ${basisOf(summary, panel, reference)}` : rounds !== summary.n && `${rounds} rounds`
  const remarks = [interval && formatRatioInterval(interval), basis, reference !== 'native' && `to ${reference}`]
  return { digits: formatRatio(value), remarks: remarks.filter((remark) => remark).join(', '), range: null }
}

/** Why a result with a median of 0 has no ratio. */
export const NO_RATIO_OF_0 = 'A median of 0 has no ratio: the clock cannot tell the time from 0.'

/** What a ratio of a transcribed run compares: the medians, if both benchmarks have one. */
function basisOf({ median, metric }: BenchmarkSummary, { rows }: Panel, reference: string): 'medians' | 'means' {
  const references = rows
    .filter(({ benchmark }) => benchmark.scenario === reference)
    .flatMap(({ primary, others }) => [primary, ...others].filter((summary) => summary.metric === metric))
  return median !== null && references.every((summary) => summary.median !== null) ? 'medians' : 'means'
}
