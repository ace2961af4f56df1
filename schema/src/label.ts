import type { Cell } from './run.v1.generated.ts'

/**
 * A human label for a cell that stays the same from run to run, for example `npm-ci small · bind · docker`:
 * workload with its parameters in the order of their names, scenario, then engine and arm where there are any.
 */
export function describeCell(cell: Pick<Cell, 'workload' | 'params' | 'scenario' | 'engine' | 'arm'>): string {
  const params = Object.entries(cell.params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => (typeof value === 'string' ? value : `${name}=${value}`))
  const parts = [[cell.workload, ...params].join(' '), cell.scenario, cell.engine, cell.arm]
  return parts.filter((part) => part !== null).join(' · ')
}
