import { styleText } from 'node:util'
import {
  ANALYSIS_VERSION,
  type Benchmark,
  describeWork,
  formatAmount,
  formatRatio,
  formatRatioInterval,
  type RunDocument,
} from '@plimsoll/schema'
import { type ComparedGroups, compareGroups, groupByDesign, MIN_RUNS } from '@plimsoll/schema/between-runs'
import { compareRuns, describeBoth, NOT_A_VERDICT } from '@plimsoll/schema/compare'
import { Problem } from '@plimsoll/workloads'
import { field } from '../report/csv.ts'
import { escapeMarkdown, renderSection as renderMarkdown } from '../report/markdown.ts'
import { type FORMATS, withRevealedTexts } from '../report/report.ts'
import { plainRow, type Section } from '../report/section.ts'
import { renderSection } from '../report/table.ts'
import { differencesSection, type Run } from './sections.ts'

/** Two groups of runs, each of one design, and the result of their comparison. */
interface TwoGroups {
  a: [Run, ...Run[]]
  b: [Run, ...Run[]]
  compared: ComparedGroups[]
}

/**
 * Compare the runs of two designs. The group of the earliest run is A.
 * @throws Problem (2) if the runs do not have two designs
 */
export function renderGroupComparison(runs: readonly Run[], format: (typeof FORMATS)[number]): string {
  const groups = groupByDesign(runs.map((run) => ({ ...run, document: withRevealedTexts(run.document) })))
  const [a, b] = groups
  if (a === undefined || b === undefined)
    throw new Problem(2, 'These runs repeat one design. `plimsoll report` shows how well they agree.')
  if (groups.length > 2)
    throw new Problem(
      2,
      `These runs have ${groups.length} designs, and two can be compared: ${groups.map((group) => group.map(({ id }) => id.slice(0, 10)).join(' ')).join('; ')}.`,
    )
  const documentsOf = (group: [Run, ...Run[]]) => group.map(({ document }) => document) as Documents
  const found: TwoGroups = { a, b, compared: compareGroups(documentsOf(a), documentsOf(b)) }
  if (format === 'json') return groupsJson(found)
  if (format === 'csv') return groupsCsv(found)
  const heads = [...a.map((run) => headOf('A', run)), ...b.map((run) => headOf('B', run))]
  const sections = [differencesSection(compareRuns(a[0].document, b[0].document)), groupsSection(found)]
  if (format === 'markdown')
    return [
      `**${escapeMarkdown(NOT_A_VERDICT)}**`,
      heads.map((line) => `- ${escapeMarkdown(line)}`).join('\n'),
      ...sections.map(renderMarkdown),
    ].join('\n\n')
  return [styleText('bold', NOT_A_VERDICT), heads.join('\n'), ...sections.map(renderSection)].join('\n\n')
}

type Documents = [RunDocument, ...RunDocument[]]

function headOf(name: 'A' | 'B', { document: { suite, startedAt }, id, hash }: Run): string {
  return `${name}: ${suite.name} ${suite.version} · ${startedAt} · run ${id} · ${hash}`
}

function groupsSection({ a: [{ document: first }], b: [{ document: second }], compared }: TwoGroups): Section {
  return {
    title: 'Benchmark by benchmark',
    heading: ['Workload', 'Scenario, engine', 'Medians of A', 'Runs', 'Medians of B', 'Runs', 'B ÷ A', '95% interval'],
    words: 2,
    rows: compared
      .filter(({ primary }) => primary)
      .map(({ a, b, metric, unit, mediansOfA, mediansOfB, ratio, interval, reason }) => {
        const [own, other] = [first.benchmarks[a], second.benchmarks[b]] as [Benchmark, Benchmark]
        return plainRow(
          `${describeWork(own)} · ${metric}`,
          placeOf(own, other),
          rangeOf(mediansOfA, unit),
          String(mediansOfA.length),
          rangeOf(mediansOfB, unit),
          String(mediansOfB.length),
          ratio === null ? (reason ?? '') : formatRatio(ratio),
          interval === null ? '' : formatRatioInterval(interval),
        )
      }),
    remarks: [
      `Medians: the smallest and the largest of the runs. B ÷ A: of the geometric means of the runs' medians. The interval has the spread between runs (Welch's t on logarithms); it needs ${MIN_RUNS} runs of each design.`,
    ],
  }
}

function placeOf({ scenario, engine }: Benchmark, { engine: other }: Benchmark): string {
  return [scenario, engine === other ? engine : `${engine} / ${other}`].filter((part) => part !== null).join(' · ')
}

function rangeOf(values: readonly number[], unit: string): string {
  const ends = [Math.min(...values), Math.max(...values)].map((value) => formatAmount(value, unit))
  return values.length === 0 ? '' : values.length === 1 ? (ends[0] as string) : ends.join('–')
}

function groupsJson({ a, b, compared }: TwoGroups): string {
  const runs = (group: Run[]) => group.map(({ id, hash, document: { startedAt } }) => ({ id, hash, startedAt }))
  const data = {
    verdict: null,
    notAVerdict: NOT_A_VERDICT,
    analysisVersion: ANALYSIS_VERSION,
    a: runs(a),
    b: runs(b),
    differences: compareRuns(a[0].document, b[0].document).differences,
    benchmarks: compared.map((one) => {
      const { workload, params, scenario, engine } = a[0].document.benchmarks[one.a] as Benchmark
      return { workload, params, scenario, engine, ...one }
    }),
  }
  return JSON.stringify(data, null, 2)
}

const HEADER =
  'of,metric,unit,a_median_low,a_median_high,a_runs,b_median_low,b_median_high,b_runs,ratio,ratio_low,ratio_high,remark'

function groupsCsv({ a: [{ document: first }], b: [{ document: second }], compared }: TwoGroups): string {
  const rows = compared.map(({ a, b, metric, unit, mediansOfA, mediansOfB, ratio, interval, reason }) =>
    [
      describeBoth(first.benchmarks[a] as Benchmark, second.benchmarks[b] as Benchmark),
      metric,
      unit,
      ...ends(mediansOfA),
      ...ends(mediansOfB),
      ratio,
      interval?.[0] ?? null,
      interval?.[1] ?? null,
      reason,
    ]
      .map(field)
      .join(','),
  )
  return [HEADER, ...rows].join('\n')
}

/** The smallest and the largest value, and their number. */
function ends(values: readonly number[]): (number | null)[] {
  return values.length === 0 ? [null, null, 0] : [Math.min(...values), Math.max(...values), values.length]
}
