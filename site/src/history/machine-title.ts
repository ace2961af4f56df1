import { missingCpuFact } from '../store/machine-class.ts'
import type { HistoryPoint } from '../store/queries-history.ts'

/** The columns of a point that describe its machine. */
type MachineOfPoint = Pick<HistoryPoint, 'machine' | 'osName' | 'osVersion' | 'cpuModel' | 'cpuCount'>

/**
 * Returns the class of the machine of a point. Without a class, returns what is known of the machine, and which part is
 * not: `Arch Linux, Example CPU, CPU count not recorded`.
 */
export function machineTitle({ machine, osName, osVersion, cpuModel, cpuCount }: MachineOfPoint): string {
  if (machine !== null) return machine
  const known = [
    [osName, osVersion].filter(Boolean).join(' '),
    cpuModel,
    cpuCount === null ? null : `${cpuCount} CPUs`,
  ].filter(Boolean)
  const missing = missingCpuFact({ model: cpuModel, count: cpuCount })
  return [...known, ...(missing === null ? [] : [`${missing} not recorded`])].join(', ')
}
