import type { Cell } from './run.v1.generated.ts'

/** What was done, for people: workload with its parameters in the order of their names, for example `npm-ci small`. */
export function describeWork({ workload, params }: Pick<Cell, 'workload' | 'params'>): string {
  const chosen = Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => (typeof value === 'string' ? value : `${name}=${value}`))
  return [workload, ...chosen].join(' ')
}

/**
 * A human label for a cell that stays the same from run to run, for example `npm-ci small · bind · docker`:
 * what was done, scenario, then engine and arm where there are any.
 */
export function describeCell(cell: Pick<Cell, 'workload' | 'params' | 'scenario' | 'engine' | 'arm'>): string {
  return [describeWork(cell), cell.scenario, cell.engine, cell.arm].filter((part) => part !== null).join(' · ')
}
