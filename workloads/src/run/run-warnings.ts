import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { type Conditions, describeWork, formatAmount, type Host, MIN_ROUNDS, REMEDIES } from '@plimsoll/schema'
import type { ContainerEngine } from '../engine.ts'
import { BUSY_SHARE, busyShare } from '../host/busy-share.ts'
import { hostPower, observeConditions } from '../host/describe-host.ts'
import { runHostAgent } from '../sample/agent.ts'
import { readInspection } from '../sample/inspection.ts'
import { freeSpace, isLittleSpace } from '../sample/slot.ts'
import { isBusy, isStolen } from './condition-notes.ts'
import { isInWorkflow } from './in-workflow.ts'
import type { Plan } from './plan.ts'

/** What is known before the first sample of a run. */
export interface Foreseen {
  conditions: Conditions
  cpus: number
  /** the share of the CPU time that is not idle, 0 … 1; null if unknown */
  busyShare: number | null
  power: Host['power']
  /** the file system of native and bind-mounted files */
  filesystem: string | null
  /** whether it keeps a journal; null if unknown */
  journal: boolean | null
  /** what can still be written to it, as `freeSpace` counts it */
  free: { bytes: number; inodes: number }
  /** null if the run is not planned yet */
  plan: Plan | null
}

/**
 * Observes this host, and returns one sentence for each condition that will spoil the answer of a run.
 * @param directory the location of native and bind-mounted files; it need not exist
 */
export async function runWarnings(options: {
  directory: string
  engines: ContainerEngine[]
  plan: Plan | null
}): Promise<string[]> {
  const directory = existing(options.directory)
  const [conditions, share, power, inspected] = await Promise.all([
    observeConditions(options.engines),
    busyShare(SHARE_MS),
    hostPower(),
    runHostAgent(['inspect', directory]),
  ])
  const place = readInspection(inspected)?.places.get(directory)
  return describeWarnings({
    ...{ conditions, cpus: cpus().length, busyShare: share, power, free: freeSpace(directory), plan: options.plan },
    filesystem: place?.filesystem ?? null,
    journal: place?.journal ?? null,
  })
}

/** Long enough for 30 ticks of each CPU. */
const SHARE_MS = 300

function existing(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : existing(dirname(directory))
}

/** One sentence for each condition that will spoil the answer of a run: what it is, and what to do. */
export function describeWarnings(seen: Foreseen): string[] {
  const { conditions, cpus, power, filesystem, journal, free, plan } = seen
  const { loadAverage, otherContainers, stealRatio } = conditions
  // The load average alone may be of work that has ended since.
  const isBusyNow = isBusy(conditions, cpus) && (seen.busyShare === null || seen.busyShare >= BUSY_SHARE)
  const remedies = REMEDIES[isInWorkflow() ? 'action' : 'command']
  return [
    ...(isBusyNow
      ? [
          `The host is busy (load average ${loadAverage} on ${cpus} CPUs), so results will be imprecise. End other programs first.`,
        ]
      : []),
    ...(otherContainers
      ? [`Other containers are running (${otherContainers}). Stop them first if they are busy.`]
      : []),
    ...(isStolen(conditions)
      ? [`The hypervisor takes ${((stealRatio ?? 0) * 100).toFixed(0)}% of the CPU time, so results will be imprecise.`]
      : []),
    ...(journal === false
      ? [
          `The files are on a file system without a journal (${filesystem}), where creating files is slow for minutes after others were removed: ${remedies.journal}.`,
        ]
      : []),
    ...(power === 'battery' || power === 'low-power' ? [POWER[power]] : []),
    ...(isLittleSpace(Math.min(free.bytes, free.inodes), filesystem)
      ? [
          `${free.inodes < free.bytes ? 'The disk has few free inodes (see `df -i`)' : `Only ${formatAmount(free.bytes, 'bytes')} of disk space are free`}, so files are removed during the run, which can slow later samples. Free some space first.`,
        ]
      : []),
    ...(plan === null ? [] : fewRounds(plan)),
  ]
}

const POWER = {
  battery: 'The host runs on battery, which can slow its CPUs: connect it to mains power.',
  'low-power': 'The host is in its low-power mode, which slows its CPUs: turn that mode off.',
}

/** The maximum number of workloads that a sentence names. */
const MAX_NAMED = 5

/** A warning on the works that could have a ratio, but have too few rounds for one. */
function fewRounds({ check, benchmarks }: Plan): string[] {
  if (check !== null) return []
  const works = Map.groupBy(
    benchmarks.filter(({ control }) => !control),
    describeWork,
  )
  const few = [...works].flatMap(([work, own]) => {
    const rounds = Math.max(...own.map(({ rounds }) => rounds))
    const hasReference = own.length > 1 && own.some(({ scenario }) => scenario === 'native' || scenario === 'layer')
    return hasReference && rounds < MIN_ROUNDS ? [`${work} (${rounds})`] : []
  })
  if (few.length === 0) return []
  const more = few.length > MAX_NAMED ? [`${few.length - MAX_NAMED} more`] : []
  return [
    `Too few rounds for a ratio, which needs ${MIN_ROUNDS}, so there will be medians only: ${[...few.slice(0, MAX_NAMED), ...more].join(', ')}.`,
  ]
}
