import {
  type Benchmark,
  type BenchmarkSummary,
  computeSteps,
  counted,
  describeWork,
  formatChange,
  formatDifference,
  type RunDocument,
  type RunReliability,
  type Step,
} from '@plimsoll/schema'
import { intervalChart, type Mark } from '../page-parts/charts/interval-chart.ts'
import { firstRows } from '../page-parts/charts/row-chart.ts'
import { engineTitle, formatWork } from '../page-parts/titles.ts'
import type { Figure } from './figure.tsx'

/** The time that each step adds on the way host → VM → container → share. */
export interface StepsView {
  rows: StepRow[]
  /** The chart of the steps that add a known time; null if there is none. */
  figure: Figure | null
  /** The engines whose steps from the host are omitted, because their CPU is emulated. */
  emulated: string[]
}

export interface StepRow extends Step {
  work: string
  /** The time that the step adds, as text with its sign, or its status if the time may not be shown. */
  adds: string
  /** The median before the step, in ns. */
  before: number
}

/** A step that adds a known time. */
type DrawableStep = StepRow & { difference: number }

function isDrawable(row: StepRow): row is DrawableStep {
  return row.difference !== null && row.before > 0
}

const MARK: Mark = { color: 'ink', shape: 'circle', hollow: false }

/**
 * Returns the steps of a run; null if there are fewer than two.
 * @param summaries the summaries of the same document
 * @param reliability the reliability of the same document
 */
export function viewSteps(
  document: RunDocument,
  summaries: BenchmarkSummary[],
  reliability: RunReliability,
): StepsView | null {
  const { steps, emulated } = computeSteps(document, reliability)
  if (steps.length < 2) return null
  const engines = document.engines.map(({ id }) => engineTitle(document, id))
  const medians = new Map(summaries.map(({ benchmark, metric, median }) => [`${benchmark} ${metric}`, median]))
  const rows = steps.map((step): StepRow => {
    const benchmark = document.benchmarks[step.to] as Benchmark
    const before = medians.get(`${step.from} ${step.metric}`) ?? 0
    const engine = engineTitle(document, benchmark.engine)
    // Two engines may have the same title, for example two versions of one product. In that case, add the engine's id.
    const named = engines.filter((title) => title === engine).length > 1 ? `${engine} (${benchmark.engine})` : engine
    const workload = formatWork(describeWork(benchmark))
    const work = engines.length > 1 ? `${workload}, ${named}` : workload
    return { ...step, work, before, adds: step.difference === null ? step.status : formatDifference(step.difference) }
  })
  return { rows, emulated: emulated.map((id) => engineTitle(document, id)), figure: figureOf(rows) }
}

function figureOf(rows: StepRow[]): Figure | null {
  // A difference in per cent is undefined if the time before the step is 0.
  const drawable = rows.filter(isDrawable)
  if (drawable.length === 0) return null
  const { shown, remark } = firstRows(drawable, 'steps')
  const percent = (ns: number, { before }: DrawableStep) => (100 * ns) / before
  // A step saves at most 100%, which bounds the axis on the left. On the right, the axis ends at twice the largest
  // estimate (at least 100%), so that wide intervals do not squeeze the estimates together.
  const most = 100 * Math.ceil(Math.max(100, ...shown.map((row) => 2 * percent(row.difference, row))) / 100)
  const within = (value: number) => Math.min(Math.max(value, -100), most)
  const intervalOf = (row: DrawableStep) => row.interval?.map((end) => percent(end, row)) ?? []
  const isCut = shown.some((row) => intervalOf(row).some((end) => end !== within(end)))
  const notes = [
    isCut ? ` Intervals are cut at −100% and at ${most.toLocaleString('en')}%.` : '',
    remark === '' ? '' : ` ${remark}`,
  ]
  return {
    id: 'step-costs',
    title: 'Time that each step adds',
    caption: `The steps lead from the host to a virtual machine, to a container and to a shared folder. Each mark shows the time that a step adds, in percent of the time before that step. The line through the mark is its interval.${notes.join('')}`,
    description: describe(shown),
    chart: intervalChart({
      axisTitle: '% more time than before the step (left of 0: less)',
      band: null,
      line: 0,
      rows: [...Map.groupBy(shown, ({ work }) => work)].flatMap(([heading, steps]) => [
        { heading },
        ...steps.map((row) => {
          const [low, high] = intervalOf(row).map(within)
          return {
            label: row.name,
            estimate: percent(row.difference, row),
            interval: low === undefined || high === undefined ? null : ([low, high] as [number, number]),
            mark: MARK,
            text: formatChange(row.difference / row.before),
          }
        }),
      ]),
    }),
  }
}

/** Describes the chart by its extremes. All times are in the table below it. */
function describe(rows: readonly DrawableStep[]): string {
  const share = ({ difference, before }: DrawableStep) => difference / before
  const sorted = rows.toSorted((a, b) => share(a) - share(b))
  const [least, most] = [sorted[0], sorted.at(-1)].map((row) =>
    row === undefined ? '' : `${formatChange(share(row))} (${row.adds}), ${row.name} of ${row.work}`,
  )
  return `${counted(rows.length, 'step')}. Least: ${least}. Most: ${most}. The table has all times.`
}
