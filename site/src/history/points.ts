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

/**
 * Returns what distinguishes the configurations of a product among some results, in words: `vz` of Docker Desktop that
 * was measured with two virtual machine managers; empty if it was measured in one. Numbers of CPUs and the memory follow
 * the machine, so they are no configuration.
 */
export function distinguishConfigurations(results: readonly HistoryPoint[]): (point: HistoryPoint) => string[] {
  const common = new Map(
    [...Map.groupBy(results, ({ product }) => product)].map(([product, points]) => [
      product,
      points.map(partsOf).reduce((a, b) => a.filter((part) => b.includes(part))),
    ]),
  )
  return (point) => partsOf(point).filter((part) => !common.get(point.product)?.includes(part))
}

function partsOf({ setup }: HistoryPoint): string[] {
  return (setup ?? '').split(', ').filter((part) => part !== '' && !/^\d+ (CPUs|GiB)$/.test(part))
}

/**
 * Splits the points of a history into current ones and those that their source replaced. The transcribed runs of two
 * versions of a source have the same submitter, suite, start and system; the last one is of the newest version.
 * @param points oldest first
 */
export function splitReplaced(points: readonly HistoryPoint[]): { current: HistoryPoint[]; replaced: HistoryPoint[] } {
  const newest = new Map(points.filter(isTranscribed).map((point) => [sourceKey(point), point.runId]))
  const isCurrent = (point: HistoryPoint) => !isTranscribed(point) || newest.get(sourceKey(point)) === point.runId
  return { current: points.filter(isCurrent), replaced: points.filter((point) => !isCurrent(point)) }
}

function isTranscribed({ origin }: HistoryPoint): boolean {
  return origin === 'transcribed'
}

function sourceKey({ submitter, suite, suiteVersion, startedAt, osName, osVersion, machine }: HistoryPoint): string {
  return JSON.stringify([submitter, suite, suiteVersion, startedAt, osName, osVersion, machine])
}

/** The first letters of the commit that a point measured. A workload of the catalog measures no commit. */
export function shortCommit(point: HistoryPoint | undefined): string | null {
  return point === undefined || point.definition === null ? null : (point.commit?.slice(0, 7) ?? null)
}
