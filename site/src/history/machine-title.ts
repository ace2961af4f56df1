import type { HistoryPoint } from '../store/queries-history.ts'

/** Returns the class of the machine of a point. Without a class, says what is known, and that the machine is not fully recorded. */
export function machineTitle({ machine, osName, osVersion }: HistoryPoint): string {
  return machine ?? `${[osName, osVersion].filter(Boolean).join(' ')}, machine not fully recorded`
}
