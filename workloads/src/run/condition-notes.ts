import {
  type Conditions,
  configurationDrift,
  type Engine,
  emulatedEngines,
  formatDuration,
  isSameMemory,
  type Note,
  UNEQUAL_SHARES,
} from '@plimsoll/schema'
import { BUSY_SHARE } from '../host/busy-share.ts'
import type { Measurements } from './measurements.ts'

/**
 * Notes on the load at the begin of a run.
 * @param busyShare the share of the CPU time that was used just then; null if it is unknown. The load average alone
 *   remembers the set-up of the run.
 * @param ownShare whether work on the host has a share of the CPU of its own; see `hasOwnCpuShare`
 */
export function loadNotes(
  before: Conditions,
  cpus: number | null,
  busyShare: number | null,
  ownShare: boolean | null,
): Note[] {
  const isQuiet = busyShare !== null && busyShare < BUSY_SHARE
  const notes = loaded(isQuiet ? { ...before, loadAverage: null } : before, cpus, 'began')
  return ownShare === false && notes.some(({ code }) => code === 'busy')
    ? [...notes, { code: UNEQUAL_SHARES, text: SLOWED_HOST }]
    : notes
}

const SLOWED_HOST =
  'Other programs of this session use the CPU. The kernel shares it between them and the work on the host, but gives each container a share of its own, so the work on the host is slowed more.'

/** Notes on what happened during a run that reduces the trust in its results. */
export function conditionNotes(seen: {
  engines: Engine[]
  cpus: number | null
  /**
   * Whether the run removed slots (directories, volumes and containers of samples) before its end, because disk space
   * was short.
   */
  littleSpace: boolean
  resumes: Pick<Measurements['resumes'][number], 'gap' | 'before'>[]
  /** The progress of a run that ended because its budget was used up. Otherwise null. */
  budget: { text: string; taken: number; planned: number } | null
}): Note[] {
  const text =
    'Disk space was low, so the files, volumes and containers of finished samples were removed during the run. On some file systems, this slows later samples.'
  return [
    ...seen.resumes.flatMap(({ before }) => loaded(before, seen.cpus, 'was resumed')),
    ...parity(seen.engines),
    ...seen.engines.flatMap(configurationDrift).map((text) => ({ code: 'configuration-drift', text })),
    ...copying(seen.engines),
    ...emulated(seen.engines),
    ...(seen.littleSpace ? [{ code: 'little-space', text }] : []),
    ...resumed(seen.resumes),
    ...budget(seen.budget),
  ]
}

/** Adds a note on emulated CPUs. Times on an emulated CPU are compared only with each other. */
function emulated(engines: Engine[]): Note[] {
  const ids = emulatedEngines(engines)
  return engines
    .filter(({ id }) => ids.has(id))
    .map(({ product }) => ({
      code: 'emulated',
      text: `The CPU of ${product} is emulated, so its times are compared only with other times of this engine.`,
    }))
}

function resumed(resumes: { gap: number }[]): Note[] {
  if (resumes.length === 0) return []
  const gaps = resumes.map(({ gap }) => gap)
  const total = formatDuration(gaps.reduce((sum, gap) => sum + gap, 0))
  const text =
    resumes.length === 1
      ? `The run was interrupted and resumed once; nothing was measured for ${total}.`
      : `The run was interrupted and resumed ${resumes.length} times; nothing was measured for ${total} in total. The longest interruption took ${formatDuration(Math.max(...gaps))}.`
  return [{ code: 'resumed', text }]
}

function budget(ended: { text: string; taken: number; planned: number } | null): Note[] {
  if (ended === null) return []
  const { text, taken, planned } = ended
  return [{ code: 'budget', text: `The budget of ${text} ended the run after ${taken} of ${planned} samples.` }]
}

function loaded(before: Conditions, cpus: number | null, when: 'began' | 'was resumed'): Note[] {
  const notes: Note[] = []
  if (isBusy(before, cpus)) {
    notes.push({
      code: 'busy',
      text: `The host was busy when the run ${when}: load average ${before.loadAverage} on ${cpus} CPUs.`,
    })
  }
  if (before.otherContainers)
    notes.push({
      code: 'other-containers',
      text: `Other containers were running when the run ${when}: ${before.otherContainers}.`,
    })
  if (isStolen(before)) {
    notes.push({
      code: 'steal',
      text: `The hypervisor took ${((before.stealRatio ?? 0) * 100).toFixed(0)}% of the CPU time when the run ${when}.`,
    })
  }
  return notes
}

/** Whether other programs need enough CPU time to make results imprecise. */
export function isBusy({ loadAverage }: Conditions, cpus: number | null): boolean {
  return loadAverage !== null && cpus !== null && loadAverage > cpus / 2
}

/** Whether the hypervisor takes enough CPU time to make results imprecise. */
export function isStolen({ stealRatio }: Conditions): boolean {
  return stealRatio !== null && stealRatio > 0.02
}

/**
 * Adds a note on the storage driver vfs. It copies the whole image for every container, just before the work starts.
 */
function copying(engines: Engine[]): Note[] {
  return engines
    .filter(({ effective }) => effective.storageDriver.value === 'vfs')
    .map(({ product }) => ({
      code: 'vfs',
      text: `${product} uses the storage driver vfs, which copies the whole image for every container; its times include this copy.`,
    }))
}

/** Adds a note if engines are known to differ in CPUs or memory. Engines are comparable only if both are the same. */
function parity(engines: Engine[]): Note[] {
  const known = (name: 'cpus' | 'memory') => engines.flatMap(({ effective }) => effective[name].value ?? [])
  const [cpus, memory] = [known('cpus'), known('memory')]
  const differ = [
    ...(new Set(cpus).size > 1 ? ['CPUs'] : []),
    ...(memory.length > 0 && !isSameMemory(Math.min(...memory), Math.max(...memory)) ? ['memory'] : []),
  ]
  return differ.length === 0
    ? []
    : [
        {
          code: 'unlike-engines',
          text: `The engines differ in ${differ.join(' and ')}, so their results are not comparable.`,
        },
      ]
}
