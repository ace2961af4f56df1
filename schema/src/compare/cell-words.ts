import { formatAmount } from '../format.ts'
import { describeCell, describeWork } from '../label.ts'
import type { Cell } from '../run.v1.generated.ts'
import type { ComparedCell, ComparedMetric, Middle } from './cells.ts'
import type { Comparison } from './compare.ts'
import { bothIds } from './fact.ts'

/** The primary metric of one cell that is in both documents, its texts for people. */
export interface CellLine {
  /** Index into the cells of A. */
  cell: number
  /** What was done: `npm-ci small`. */
  work: string
  /** Scenario, engine and arm: `bind · docker`. */
  place: string
  /** The middle of A and of B, and how many values it is of. */
  a: string
  nOfA: string
  b: string
  nOfB: string
  /** B ÷ A, or why there is none. */
  ratio: string
  /** 95%; empty where there is none. */
  interval: string
  /** What the texts are made from. */
  compared: ComparedMetric
}

/** Every cell that is in both, a line for its primary metric, in the order of A. */
export function cellLines(a: readonly Cell[], b: readonly Cell[], { cells }: Pick<Comparison, 'cells'>): CellLine[] {
  return cells.flatMap((cell) => linesOf(a, b, cell))
}

/** What `cellLines` has not: a sentence for each document with cells that the other lacks. */
export function cellsOnlyIn(
  a: readonly Cell[],
  b: readonly Cell[],
  { cellsOnlyInA, cellsOnlyInB }: Pick<Comparison, 'cellsOnlyInA' | 'cellsOnlyInB'>,
): string[] {
  return [...onlyIn('A', a, cellsOnlyInA), ...onlyIn('B', b, cellsOnlyInB)]
}

function linesOf(cellsOfA: readonly Cell[], cellsOfB: readonly Cell[], compared: ComparedCell): CellLine[] {
  const [a, b] = [cellsOfA[compared.a], cellsOfB[compared.b]] as [Cell, Cell]
  const engine = a.engine && bothIds(a.engine, b.engine ?? a.engine)
  const place = [a.scenario, engine, a.arm].filter((part) => part !== null).join(' · ')
  return compared.metrics
    .filter(({ primary }) => primary)
    .map((metric) => ({ cell: compared.a, work: describeWork(a), place, ...figuresOf(metric), compared: metric }))
}

function figuresOf({ unit, a, b, ratio, reason }: ComparedMetric) {
  const middle = (side: Middle) => middleText(side, unit, ratio?.statistic ?? 'median')
  return {
    a: middle(a),
    nOfA: String(a.n ?? 'unknown'),
    b: middle(b),
    nOfB: String(b.n ?? 'unknown'),
    ratio: ratio === null ? (reason as string) : ratioText(ratio.value),
    interval: ratio?.interval ? ratio.interval.map(ratioText).join(' – ') : '',
  }
}

function middleText(side: Middle, unit: string, statistic: 'median' | 'mean'): string {
  const value = side[statistic]
  if (value === null) return 'none'
  return statistic === 'median' ? formatAmount(value, unit) : `mean ${formatAmount(value, unit)}`
}

function ratioText(ratio: number): string {
  return ratio < 0.1 ? ratio.toPrecision(3) : ratio.toFixed(3)
}

function onlyIn(document: 'A' | 'B', cells: readonly Cell[], indexes: number[]): string[] {
  if (indexes.length === 0) return []
  return [`Only in ${document}: ${indexes.map((at) => describeCell(cells[at] as Cell)).join('; ')}.`]
}
