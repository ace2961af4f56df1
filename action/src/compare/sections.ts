import { type Cell, describeCell, describeWork, formatAmount } from '@plimsoll/schema'
import { bothIds, type ComparedCell, type ComparedMetric, type Middle } from '@plimsoll/schema/compare'
import { plainRow, type Section, type SectionRow } from '../report/section.ts'
import type { Compared } from './compare.ts'

/** One document in one line. */
export function headLine(name: 'A' | 'B', { document: { suite, startedAt, status }, id, hash }: Compared['a']): string {
  return `${name}: ${suite.name} ${suite.version} · ${startedAt} · ${status} · run ${id} · ${hash}`
}

/** What nobody may overlook, before any figure. */
export function warningsOf({ comparison: { emulated, corresponding } }: Compared): string[] {
  return [
    ...emulated.map(
      ({ product, in: document }) =>
        `The CPU of ${product} is emulated in ${document}: its times are compared with nothing outside.`,
    ),
    ...(corresponding === null
      ? []
      : [
          `${corresponding.a} in A and ${corresponding.b} in B are the only engines: they are taken to correspond, and are not the same.`,
        ]),
  ]
}

/** What was noted of the two runs. */
export function notesOf({ a, b }: Compared): string[] {
  return [...a.document.notes.map(({ text }) => `A: ${text}`), ...b.document.notes.map(({ text }) => `B: ${text}`)]
}

/** The primary metric of every cell that is in both, and the names of the others. */
export function cellsSection({ a, b, comparison }: Compared): Section {
  const rows = comparison.cells.flatMap((cell) => rowsOf(a.document.cells, b.document.cells, cell))
  return {
    title: comparison.cells.length > 0 ? 'Cell by cell' : 'Cell by cell: no cell is in both',
    heading: ['Workload', 'Place', 'Median of A', 'n of A', 'Median of B', 'n of B', 'B ÷ A', '95% interval'],
    words: 2,
    rows,
    remarks: [
      'B ÷ A of the medians; bootstrap interval, from three samples a side on. csv and json have every metric.',
      ...onlyIn('A', a.document.cells, comparison.cellsOnlyInA),
      ...onlyIn('B', b.document.cells, comparison.cellsOnlyInB),
    ],
  }
}

function rowsOf(cellsOfA: Cell[], cellsOfB: Cell[], compared: ComparedCell): SectionRow[] {
  const [a, b] = [cellsOfA[compared.a], cellsOfB[compared.b]] as [Cell, Cell]
  const engine = a.engine && bothIds(a.engine, b.engine ?? a.engine)
  const place = [a.scenario, engine, a.arm].filter((part) => part !== null).join(' · ')
  return compared.metrics
    .filter(({ primary }) => primary)
    .map((metric) => plainRow(`${describeWork(a)} · ${metric.metric}`, place, ...figuresOf(metric)))
}

function figuresOf({ unit, a, b, ratio, reason }: ComparedMetric): string[] {
  const middle = (side: Middle) => middleText(side, unit, ratio?.statistic ?? 'median')
  return [
    middle(a),
    String(a.n ?? 'unknown'),
    middle(b),
    String(b.n ?? 'unknown'),
    ratio === null ? (reason as string) : ratioText(ratio.value),
    ratio?.interval ? ratio.interval.map(ratioText).join(' – ') : '',
  ]
}

function middleText(side: Middle, unit: string, statistic: 'median' | 'mean'): string {
  const value = side[statistic]
  if (value === null) return 'none'
  return statistic === 'median' ? formatAmount(value, unit) : `mean ${formatAmount(value, unit)}`
}

function ratioText(ratio: number): string {
  return ratio < 0.1 ? ratio.toPrecision(3) : ratio.toFixed(3)
}

function onlyIn(document: 'A' | 'B', cells: Cell[], indexes: number[]): string[] {
  if (indexes.length === 0) return []
  return [`Only in ${document}: ${indexes.map((at) => describeCell(cells[at] as Cell)).join('; ')}.`]
}
