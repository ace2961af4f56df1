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
import { compareRuns, describeBoth, listDifferences, NOT_A_VERDICT } from '@plimsoll/schema/compare'
import { Problem } from '@plimsoll/workloads'
import { type Block, plainRow, type Records, type Report, rangeFields, type Section } from '../report/report.ts'
import { briefDifferences, differencesSections, type Run } from './sections.ts'

/** Two groups of runs, each of one design, and the result of their comparison. */
interface TwoGroups {
  a: [Run, ...Run[]]
  b: [Run, ...Run[]]
  compared: ComparedGroups[]
}

/**
 * The comparison of the runs of two designs. The group of the earliest run is A.
 * @throws Problem (2) if the runs do not have two designs
 */
export function groupComparisonReport(runs: readonly Run[], all = false): Report {
  const groups = groupByDesign(runs)
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
  return { blocks: () => blocksOf(found, all), records: () => recordsOf(found), data: () => dataOf(found) }
}

type Documents = [RunDocument, ...RunDocument[]]

function blocksOf(groups: TwoGroups, all: boolean): Block[] {
  const { a, b } = groups
  const comparison = compareRuns(a[0].document, b[0].document)
  return [
    { texts: [NOT_A_VERDICT], form: 'line', tone: 'strong' },
    { texts: [...a.map((run) => headOf('A', run)), ...b.map((run) => headOf('B', run))], form: 'item' },
    groupsSection(groups),
    ...(all ? differencesSections(comparison) : [briefDifferences(comparison)]),
  ]
}

function headOf(name: 'A' | 'B', { document: { suite, startedAt }, id, hash }: Run): string {
  return `${name}: ${suite.name} ${suite.version} · ${startedAt} · run ${id} · ${hash}`
}

function groupsSection({ a: [{ document: first }], b: [{ document: second }], compared }: TwoGroups): Section {
  return {
    title: 'Benchmark by benchmark',
    heading: [
      'Workload',
      'Scenario, engine',
      'Medians of A',
      'Runs',
      'Medians of B',
      'Runs',
      'Cost of B ÷ A',
      '95% interval',
    ],
    words: 2,
    rows: compared
      .filter(({ primary }) => primary)
      .map(({ a, b, metric, unit, mediansOfA, mediansOfB, cost, interval, reason }) => {
        const [own, other] = [first.benchmarks[a], second.benchmarks[b]] as [Benchmark, Benchmark]
        return plainRow(
          `${describeWork(own)} · ${metric}`,
          placeOf(own, other),
          rangeOf(mediansOfA, unit),
          String(mediansOfA.length),
          rangeOf(mediansOfB, unit),
          String(mediansOfB.length),
          cost === null ? (reason ?? '') : formatRatio(cost),
          interval === null ? '' : formatRatioInterval(interval),
        )
      }),
    remarks: [
      `Medians: the smallest and the largest of the runs. Cost: the geometric mean of B's medians ÷ that of A's; the inverse for a metric of which more is better, such as a rate. Above 1, B takes longer or costs more. The interval has the spread between runs (Welch's t on logarithms); it needs ${MIN_RUNS} runs of each design.`,
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

function dataOf({ a, b, compared }: TwoGroups) {
  const runs = (group: Run[]) => group.map(({ id, hash, document: { startedAt } }) => ({ id, hash, startedAt }))
  return {
    verdict: null,
    notAVerdict: NOT_A_VERDICT,
    analysisVersion: ANALYSIS_VERSION,
    a: runs(a),
    b: runs(b),
    differences: listDifferences(a[0].document, b[0].document),
    benchmarks: compared.map((one) => {
      const { workload, params, scenario, engine } = a[0].document.benchmarks[one.a] as Benchmark
      return { workload, params, scenario, engine, ...one }
    }),
  }
}

const COLUMNS =
  'of,metric,unit,a_median_low,a_median_high,a_runs,b_median_low,b_median_high,b_runs,cost,cost_low,cost_high,remark'

function recordsOf({ a: [{ document: first }], b: [{ document: second }], compared }: TwoGroups): Records {
  const rows = compared.map(({ a, b, metric, unit, mediansOfA, mediansOfB, cost, interval, reason }) => ({
    of: describeBoth(first.benchmarks[a] as Benchmark, second.benchmarks[b] as Benchmark),
    metric,
    unit,
    ...rangeFields('a_median', ends(mediansOfA)),
    a_runs: mediansOfA.length,
    ...rangeFields('b_median', ends(mediansOfB)),
    b_runs: mediansOfB.length,
    cost,
    ...rangeFields('cost', interval),
    remark: reason,
  }))
  return { columns: COLUMNS.split(','), rows }
}

/** The smallest and the largest value. */
function ends(values: readonly number[]): [number, number] | null {
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)]
}
