import { indexPlaces, placeOf } from '../reference.ts'
import type { Cell, Engine, RunDocument } from '../run.v1.generated.ts'

/** Which engines and cells of two documents belong together. */
export interface Pairs {
  engines: { a: Engine; b: Engine }[]
  /** The only engine of each, where their ids differ: they are taken to correspond. */
  corresponding: { a: string; b: string } | null
  enginesOnlyInA: Engine[]
  enginesOnlyInB: Engine[]
  /** Indexes into the cells of A and of B, in the order of A. */
  cells: { a: number; b: number }[]
  cellsOnlyInA: number[]
  cellsOnlyInB: number[]
}

/**
 * Engines belong together by their id, and where each document has exactly one, these; cells by workload, params, arm,
 * scenario and engine.
 */
export function pairUp(a: RunDocument, b: RunDocument): Pairs {
  const engines = enginePairs(a.engines, b.engines)
  const [only] = engines
  const ofA = new Map(engines.map((pair) => [pair.b.id, pair.a.id]))
  const places = indexPlaces(a.cells)
  const cells = [...b.cells.entries()]
    .map(([at, cell]) => ({ a: places.get(placeOf(cell, cell.scenario, inA(cell))), b: at }))
    .filter((pair): pair is { a: number; b: number } => pair.a !== undefined)
    .sort((one, other) => one.a - other.a)
  return {
    engines,
    corresponding: only !== undefined && only.a.id !== only.b.id ? { a: only.a.id, b: only.b.id } : null,
    enginesOnlyInA: a.engines.filter((engine) => !engines.some((pair) => pair.a === engine)),
    enginesOnlyInB: b.engines.filter((engine) => !engines.some((pair) => pair.b === engine)),
    cells,
    cellsOnlyInA: without(
      a.cells,
      cells.map((pair) => pair.a),
    ),
    cellsOnlyInB: without(
      b.cells,
      cells.map((pair) => pair.b),
    ),
  }

  /** The id that the engine of a cell of B has in A; one that no place of A has, where A lacks it. */
  function inA({ engine }: Cell): string | null {
    return engine === null ? null : (ofA.get(engine) ?? '')
  }
}

function enginePairs(a: readonly Engine[], b: readonly Engine[]): Pairs['engines'] {
  const [first, second] = [a[0], b[0]]
  if (a.length === 1 && b.length === 1 && first && second) return [{ a: first, b: second }]
  return a.flatMap((engine) => {
    const other = b.find(({ id }) => id === engine.id)
    return other === undefined ? [] : [{ a: engine, b: other }]
  })
}

function without(cells: readonly Cell[], paired: readonly number[]): number[] {
  const taken = new Set(paired)
  return [...cells.keys()].filter((index) => !taken.has(index))
}
