import { type Figures, figuresOf, type MetricFigures, NO_FIGURES, quotient } from './figures.ts'
import { findReferences } from './reference.ts'
import type { Cell, Metric, RunDocument } from './run.v1.generated.ts'
import { type Generator, type Interval, randomGenerator, ratioInterval } from './statistics/index.ts'

/** Raised whenever the same document would get other figures; a page names the version it was computed with. */
export const ANALYSIS_VERSION = 1

/** The figures of one metric of one cell. All null where nothing was measured (`n` is 0). */
export interface CellSummary extends Figures {
  /** Index into `document.cells`. */
  cell: number
  metric: string
  /** `ns`, `bytes`, `operations`, or for a metric with `per` a quotient of two such as `bytes/ns`. */
  unit: string
  better: Metric['better']
  /** null for the reference itself, and where there is no reference with figures. */
  ratio: RatioToReference | null
}

/** How a cell compares with its reference cell. */
export interface RatioToReference {
  /** The scenario of the reference cell: `native` where that was measured, else `layer`. */
  reference: string
  /** Median ÷ median of the reference; mean ÷ mean where a transcribed cell has no median. */
  value: number
  /** 95% bootstrap interval; null for lists, for transcribed summaries, and where either side has fewer than 3 values. */
  interval: Interval | null
}

/**
 * The figures of every metric of every cell of a valid run, in document order. They follow from the document alone:
 * the same document gives the same figures, bootstrap intervals included. @param intervals false: they are left out (null),
 * which takes a hundredth of the time
 */
export function summarizeRun({ cells, design, engines }: RunDocument, intervals = true): CellSummary[] {
  const measured = cells.map((cell) => new Map(cell.metrics.map((metric) => [metric.name, figuresOf(cell, metric)])))
  const references = findReferences({ cells, engines })
  return cells.flatMap((cell, index) =>
    cell.metrics.map((metric) => {
      const own = figuresAt(index, metric)
      const reference = references[index]?.find((at) => isMeasured(figuresAt(at, metric)))
      // A stream of its own for every cell: its interval does not depend on what else the run holds.
      const generator = intervals ? randomGenerator(design.seed ?? 0, index + 1) : null
      return {
        cell: index,
        metric: metric.name,
        unit: unitOf(metric, cell),
        better: metric.better,
        ...own.figures,
        ratio:
          reference === undefined
            ? null
            : ratioTo(cells[reference] as Cell, figuresAt(reference, metric), own, generator),
      }
    }),
  )

  function figuresAt(index: number, { name }: Metric): MetricFigures {
    return measured[index]?.get(name) ?? NO_FIGURES
  }
}

/** The unit of a metric of a cell, as in its summary. */
export function unitOf({ unit, per }: Metric, cell: Pick<Cell, 'metrics'>): string {
  const divisor = cell.metrics.find((metric) => metric.name === per)
  return divisor === undefined ? unit : `${unit}/${divisor.unit}`
}

function isMeasured({ figures }: MetricFigures): boolean {
  return figures.median !== null || figures.mean !== null
}

function ratioTo(
  reference: Cell,
  theirs: MetricFigures,
  own: MetricFigures,
  generator: Generator | null,
): RatioToReference | null {
  const value = quotient(own.figures.median, theirs.figures.median) ?? quotient(own.figures.mean, theirs.figures.mean)
  if (value === null) return null
  const interval = generator && ratioInterval(own.values, theirs.values, generator)
  return { reference: reference.scenario, value, interval }
}
