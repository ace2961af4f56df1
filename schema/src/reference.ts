import { canonicalize } from './identity.ts'
import type { Cell } from './run.v1.generated.ts'

/**
 * For each cell the indexes of the cells it may be compared with, best first: the same workload, params and arm, in
 * scenario `native` of the same engine, then `native` of the host, then `layer` of the same engine. The list ends
 * before the cell itself: what is a reference is compared with nothing less than it.
 */
export function findReferences(cells: readonly Cell[]): number[][] {
  const index = new Map(cells.map((cell, at) => [keyOf(cell, cell.scenario, cell.engine), at]))
  return cells.map((cell, at) => {
    const keys = [keyOf(cell, 'native', cell.engine), keyOf(cell, 'native', null), keyOf(cell, 'layer', cell.engine)]
    const found = keys.map((key) => index.get(key)).filter((reference) => reference !== undefined)
    const own = found.indexOf(at)
    return own === -1 ? found : found.slice(0, own)
  })
}

function keyOf({ workload, params, arm }: Cell, scenario: string, engine: string | null): string {
  return canonicalize([workload, params, arm, scenario, engine])
}
