import { canonicalize } from './canonical.ts'
import { emulatedEngines } from './emulation.ts'
import type { Cell, RunDocument } from './run.v1.generated.ts'

/**
 * For each cell the indexes of the cells it may be compared with, best first: the same workload, params and arm, in
 * scenario `native` of the same engine, then `native` of the host (never for an engine whose CPU is emulated), then
 * `layer` of the same engine. The list ends before the cell itself: what is a reference is compared with nothing less
 * than it.
 */
export function findReferences({ cells, engines }: Pick<RunDocument, 'cells' | 'engines'>): number[][] {
  const index = indexPlaces(cells)
  const emulated = emulatedEngines(engines)
  return cells.map((cell, at) => {
    const { engine } = cell
    const host = engine !== null && emulated.has(engine) ? [] : [placeOf(cell, 'native', null)]
    const places = [placeOf(cell, 'native', engine), ...host, placeOf(cell, 'layer', engine)]
    const found = places.map((place) => index.get(place)).filter((reference) => reference !== undefined)
    const own = found.indexOf(at)
    return own === -1 ? found : found.slice(0, own)
  })
}

/** The index of each cell by its place, as `placeOf` names it. */
export function indexPlaces(cells: readonly Cell[]): Map<string, number> {
  return new Map(cells.map((cell, at) => [placeOf(cell, cell.scenario, cell.engine), at]))
}

/** Names where the work of `cell`, with its params and arm, is done in another scenario or on another engine. */
export function placeOf({ workload, params, arm }: Cell, scenario: string, engine: string | null): string {
  return canonicalize([workload, params, arm, scenario, engine])
}
