import type { Conditions, Engine, Note } from '@plimsoll/schema'

/** What a reader must know before believing the numbers of a run. */
export function notesOn(seen: {
  conditions: { before: Conditions; after: Conditions }
  engines: Engine[]
  cpus: number | null
  /** whether places had to be removed while the run went on */
  littleSpace: boolean
}): Note[] {
  const text =
    'Little space was free, so the places of samples were removed during the run: on some file systems that slows the samples that follow.'
  return [
    ...busy(seen.conditions.before, seen.cpus),
    ...parity(seen.engines),
    ...copying(seen.engines),
    ...(seen.littleSpace ? [{ code: 'little-space', text }] : []),
  ]
}

function busy(before: Conditions, cpus: number | null): Note[] {
  const notes: Note[] = []
  if (before.loadAverage !== null && cpus !== null && before.loadAverage > cpus / 2) {
    notes.push({
      code: 'busy',
      text: `The machine was busy when the run began: load average ${before.loadAverage} on ${cpus} CPUs.`,
    })
  }
  if (before.otherContainers)
    notes.push({
      code: 'other-containers',
      text: `Other containers were running when the run began: ${before.otherContainers}.`,
    })
  if (before.stealRatio !== null && before.stealRatio > 0.02) {
    notes.push({
      code: 'steal',
      text: `The hypervisor took ${(before.stealRatio * 100).toFixed(0)}% of the CPU time when the run began.`,
    })
  }
  return notes
}

/** The vfs driver copies the whole image for every container, just before the work begins. */
function copying(engines: Engine[]): Note[] {
  return engines
    .filter(({ effective }) => effective.storageDriver.value === 'vfs')
    .map(({ product }) => ({
      code: 'vfs',
      text: `${product} uses the storage driver vfs, which copies the whole image for every container: its numbers carry that.`,
    }))
}

/** Engines are compared only when they had the same CPUs and memory; where they had not, it is said. */
function parity(engines: Engine[]): Note[] {
  const differ = (['cpus', 'memory'] as const).filter(
    (name) => new Set(engines.map(({ effective }) => effective[name].value)).size > 1,
  )
  return differ.length === 0
    ? []
    : [
        {
          code: 'unlike-engines',
          text: `The engines did not have the same ${differ.join(' and ')}: their numbers are not comparable.`,
        },
      ]
}
