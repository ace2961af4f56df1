import { judgeRun } from './check.ts'
import type { Cell, RunDocument } from './run.v1.generated.ts'
import { median } from './statistics/quantile.ts'

/** What a check cost, and what it would have cost if no cell had stopped before the last planned round. */
export interface Effort {
  /** Rounds that count: of the cell that took the most. */
  rounds: number
  /** Samples, the warm-ups among them. */
  samples: number
  /** ns, with the making of places, from the median that a sample of each cell took. */
  took: number
  /** The same for all planned rounds of every cell. */
  fixed: { rounds: number; samples: number; took: number }
}

/** The effort of a run with looks; null where nothing was measured, or the samples do not say when they began. */
export function effortOf({ cells, design }: Pick<RunDocument, 'cells' | 'design'>): Effort | null {
  const measured = cells.map(({ samples }, cell) => ({ cell, count: samples.length })).filter(({ count }) => count > 0)
  // What failed would have failed with fixed rounds, too: nothing was saved.
  const checked = judgeRun({ cells, design })?.cells ?? []
  const failed = checked.filter(({ absence }) => absence !== null)
  const none = checked.length > 0 && failed.length === checked.length
  const endedEarly = new Set(none ? cells.keys() : failed.flatMap(({ base, head }) => [base, head]))
  const perSample = timePerSample(cells)
  if (perSample === null || measured.length === 0) return null
  const planned = design.rounds + design.warmups
  const total = (countOf: (measured: { cell: number; count: number }) => number) => ({
    samples: measured.reduce((sum, cell) => sum + countOf(cell), 0),
    took: measured.reduce((sum, cell) => sum + countOf(cell) * (perSample.get(cell.cell) as number), 0),
  })
  return {
    rounds: Math.max(...cells.map(({ samples }) => samples.filter(({ warmup }) => !warmup).length)),
    ...total(({ count }) => count),
    fixed: { rounds: design.rounds, ...total(({ cell, count }) => (endedEarly.has(cell) ? count : planned)) },
  }
}

/**
 * The median ns from the beginning of a sample of each cell to that of the next sample of any: medians, because a run
 * that was cut off stood still in between. null where a sample does not say when it began.
 */
function timePerSample(cells: readonly Pick<Cell, 'samples'>[]): Map<number, number> | null {
  const starts = cells.flatMap(({ samples }, cell) => samples.map(({ offset }) => ({ cell, offset })))
  if (starts.some(({ offset }) => offset === null)) return null
  const sorted = starts.sort((a, b) => (a.offset as number) - (b.offset as number))
  const gaps = sorted.slice(0, -1).map(({ cell, offset }, index) => {
    const next = sorted[index + 1]?.offset as number
    return { cell, gap: next - (offset as number) }
  })
  if (gaps.length === 0) return null
  const typical = median(gaps.map(({ gap }) => gap))
  const byCell = Map.groupBy(gaps, ({ cell }) => cell)
  return new Map(cells.map((_, cell) => [cell, median(byCell.get(cell)?.map(({ gap }) => gap) ?? [typical])]))
}
