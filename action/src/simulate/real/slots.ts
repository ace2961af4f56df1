import { randomGenerator, shuffle } from '@plimsoll/schema/statistics'
import { type ContainerEngine, Problem, readObjects } from '@plimsoll/workloads'
import { AGENT, type OpenSlot, Slots, type SlotsSetting, TARGET } from './slot-containers.ts'

/**
 * The two kinds of containers. A slot is the directory or volume that a container writes to. `kept`: a container keeps
 * its slot through all rounds. `fresh`: every sample has a new container and a new slot.
 */
export const KINDS = ['kept', 'fresh'] as const
export type Kind = (typeof KINDS)[number]

/**
 * The number of files in the tree that every sample writes. In trials (volumes, ext4 without a journal), 300 files were
 * enough to show differences between kept slots. With 1,000 files and many more containers, all slots were soon equally
 * slow.
 */
export const FILES = 300

export interface SlotsOptions extends SlotsSetting {
  /** the number of identical containers of each kind; 2 or more */
  containers: number
  rounds: number
  /** an integer from 0 to 2³² − 1 that determines the order of every round */
  seed: number
  signal?: AbortSignal
  /** a function that is called after every round */
  onRound?: (done: number, of: number) => void
}

/** One sample: one execution of the work. */
export interface SlotSample {
  kind: Kind
  /** the number of the round, from 0 */
  round: number
  /** the position in the round, from 0, counting both kinds together */
  order: number
  /** the number of the container, from 0; for the kind `fresh` it is only an index */
  container: number
  /** the time in ns, as the agent timed it inside the container */
  ns: number
}

/** The samples of an experiment, and the type of file system that they were measured on, as a container sees it. */
export interface SlotsResult {
  filesystem: string
  samples: SlotSample[]
}

/**
 * Time the same write-heavy work in identical containers of two kinds: containers that keep their slots, and fresh
 * containers. In each shuffled round, every container of both kinds writes a tree of small files, so both kinds see the
 * same noise. A kept slot is emptied after each sample, outside of the timed work. A fresh slot keeps its files until
 * the end, as in a run. Everything labelled with this run is removed in any case.
 * @throws Problem (3) if the engine or the work fails, and the reason of `signal` if it is aborted
 */
export async function measureSlots(engine: ContainerEngine, options: SlotsOptions): Promise<SlotsResult> {
  const { containers, rounds, seed, signal, onRound } = options
  const numbers = Array.from({ length: containers }, (_, container) => container)
  const variants = KINDS.flatMap((kind) => numbers.map((container) => ({ kind, container })))
  const generator = randomGenerator(seed)
  const slots = new Slots(engine, options)
  const measured: SlotsResult = { filesystem: '', samples: [] }
  try {
    await slots.prepare()
    const kept: OpenSlot[] = []
    for (const _ of numbers) kept.push(await slots.open())
    for (let round = 0; round < rounds; round++) {
      for (const [order, { kind, container }] of shuffle(variants, generator).entries()) {
        signal?.throwIfAborted()
        const slot = kind === 'kept' ? (kept[container] as OpenSlot) : await slots.open()
        const { ns, filesystem } = await work(engine, slot, kind)
        if (kind === 'fresh') await slot.close()
        measured.filesystem = filesystem
        measured.samples.push({ kind, round, order, container, ns })
      }
      onRound?.(round + 1, rounds)
    }
  } finally {
    await slots.removeAll()
  }
  return measured
}

async function work(engine: ContainerEngine, { name }: OpenSlot, kind: Kind) {
  const { stdout, stderr } = await engine.execute(name, [
    ...[AGENT, 'run', '--make', TARGET, '--describe', TARGET, '--cwd', TARGET, '--count', TARGET],
    ...(kind === 'kept' ? ['--empty', TARGET] : []),
    ...['--', AGENT, 'make-tree', 'tree', String(FILES)],
  ])
  const { describe, run, count, error } = stepsOf(stdout)
  if (error || run?.exit !== 0 || count?.files !== FILES)
    throw new Problem(3, `A tree of ${FILES} files could not be written: ${(run?.tail || stdout || stderr).trim()}`)
  return { ns: Number(run.wall), filesystem: String(describe?.filesystem) }
}

/** The output lines of the agent, by the names of their steps. Other text is ignored. */
function stepsOf(stdout: string): Record<string, Record<string, unknown> & { tail?: string }> {
  const steps = readObjects<{ step: string }>(stdout)
  return Object.fromEntries(steps.map((step) => [step.step, step]))
}
