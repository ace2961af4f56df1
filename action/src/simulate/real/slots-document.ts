import { cpus } from 'node:os'
import type { ContainerEngine } from '@plimsoll/workloads'
import { FILES, KINDS, type Kind, type SlotSample, type SlotsOptions, type SlotsResult } from './slots.ts'
import { type SlotsFigures, slotsFigures } from './slots-figures.ts'

/**
 * An experiment about slots (directories or volumes that containers write to) as data: the method, the system, every
 * sample, and the results. Nothing in the data identifies the machine.
 */
export interface SlotsDocument {
  experiment: 'slots'
  machine: {
    /** the number of processors of the engine's machine, as the engine reports it; null if it reports none */
    cpus: number | null
    kernel: string | null
    /** the CPU model of the host */
    cpuModel: string | null
    engine: { product: string; version: string | null; storageDriver: string | null }
    /** the type of file system of the slots, as a container sees it */
    filesystem: string
  }
  design: {
    seed: number
    scenario: SlotsOptions['scenario']
    /** the number of containers of each kind */
    containers: number
    rounds: number
    /** the number of files in the tree that every sample writes */
    files: number
  }
  /** the samples: a list for each round, in the order of execution; times are in ns */
  rounds: [kind: Kind, container: number, ns: number][][]
  figures: Record<Kind, SlotsFigures>
}

/** Build the document of one experiment, which is published. */
export async function slotsDocument(
  engine: ContainerEngine,
  { seed, scenario, containers }: SlotsOptions,
  { filesystem, samples }: SlotsResult,
): Promise<SlotsDocument> {
  const { effective } = await engine.describe()
  const rounds: SlotsDocument['rounds'] = []
  for (const { kind, round, container, ns } of samples) {
    rounds[round] ??= []
    rounds[round].push([kind, container, ns])
  }
  return {
    experiment: 'slots',
    machine: {
      cpus: effective.cpus.value,
      kernel: effective.kernel.value,
      cpuModel: cpus()[0]?.model.trim() || null,
      engine: { product: engine.product, version: engine.version, storageDriver: effective.storageDriver.value },
      filesystem,
    },
    design: { seed, scenario, containers, rounds: rounds.length, files: FILES },
    rounds,
    figures: figuresOf(samples),
  }
}

/** The figures of both kinds of containers: those that keep their slots, and fresh ones. */
export function figuresOf(samples: readonly SlotSample[]): SlotsDocument['figures'] {
  const [kept, fresh] = KINDS.map((kind) => slotsFigures(samples, kind)) as [SlotsFigures, SlotsFigures]
  return { kept, fresh }
}

/** The samples in a document. */
export function samplesOf({ rounds }: Pick<SlotsDocument, 'rounds'>): SlotSample[] {
  return rounds.flatMap((samples, round) =>
    samples.map(([kind, container, ns], order) => ({ kind, round, order, container, ns })),
  )
}

/** The document as JSON text, with one line per round. */
export function slotsText({ rounds, ...rest }: SlotsDocument): string {
  const members = Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  const lines = rounds.map((round) => `    ${JSON.stringify(round)}`).join(',\n')
  return `{\n${members.join('\n')}\n  "rounds": [\n${lines}\n  ]\n}\n`
}
