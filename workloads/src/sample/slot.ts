import { chmodSync } from 'node:fs'
import { makeDirectory } from '../cleanup/make-directory.ts'
import { removeDirectory } from '../cleanup/remove-directory.ts'
import { type ContainerEngine, type Machine, RUN_LABEL } from '../engine.ts'

/**
 * Where a container finds the agent: a volume filled once per engine and run, mounted read-only, so that it works in
 * `FROM scratch`, under any USER and on a read-only root file system alike.
 */
export const AGENT_DIRECTORY = '/.plimsoll'

/** The fresh slot of one sample: whatever was made for it, and is removed after it. */
export interface Slot {
  run: string
  /** whose containers, volumes and networks these are; null on the host */
  engine: ContainerEngine | null
  /** names */
  containers: string[]
  volumes: { name: string; options: Readonly<Record<string, string>> }[]
  networks: string[]
  hostDirectory: string | null
  /** on the own disk of the engine's machine */
  machineDirectory: string | null
}

/**
 * Below this many free bytes slots are removed as the run goes. Otherwise they stay until its end, because removing
 * files is work that reaches into the next sample: freed blocks are discarded later, and ext4 without a journal passes
 * over inodes freed in the last minutes one by one (on such a disk the same install took 0.7 s in untouched directories
 * and 2.3 s where the previous sample's files had just been removed).
 */
const LITTLE_SPACE = 10 * 2 ** 30

/** @param filesystem what holds it; one in memory is small on purpose, and removing files from it costs nothing later */
export function isLittleSpace(available: number | null, filesystem: string | null): boolean {
  if (filesystem === 'tmpfs' || filesystem === 'ramfs') return false
  return available !== null && available < LITTLE_SPACE
}

/** Make what must be there before a container is. @throws Problem (3) when the engine cannot. */
export async function makeSlot({ hostDirectory, volumes, networks, engine, run }: Slot): Promise<void> {
  const labels = { [RUN_LABEL]: run }
  if (hostDirectory) {
    makeDirectory(hostDirectory)
    chmodSync(hostDirectory, 0o777) // the image's USER is the image's own business and may be anybody
  }
  for (const { name, options } of volumes) await engine?.createVolume(name, labels, options)
  for (const name of networks) await engine?.createNetwork(name, labels)
}

/** How many slots are removed at once: an engine takes its time over each, and most of it waits for the disk. */
const AT_ONCE = 4

/**
 * Remove slots, with everything in them. All are tried, and `tried` is told how many were so far.
 * @returns those that could not be removed
 */
export async function removeSlots(slots: Slot[], tried: (count: number) => void = () => {}): Promise<Slot[]> {
  const queue = slots.values()
  const kept: Slot[] = []
  let count = 0
  const work = async () => {
    for (const slot of queue) {
      await removeSlot(slot).catch(() => kept.push(slot))
      tried(++count)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return kept
}

async function removeSlot({ run, engine, hostDirectory, machineDirectory, ...made }: Slot): Promise<void> {
  // Containers first: what a directory is removed from under might still be written to.
  await engine?.remove([
    ...made.containers.map((id) => ({ kind: 'container' as const, id, run })),
    ...made.volumes.map(({ name }) => ({ kind: 'volume' as const, id: name, run })),
    ...made.networks.map((id) => ({ kind: 'network' as const, id, run })),
  ])
  if (hostDirectory) await removeDirectory(hostDirectory, engine ? [engine] : [])
  if (machineDirectory && engine?.machine) await removeFromMachine(engine.machine, machineDirectory)
}

async function removeFromMachine(machine: Machine, directory: string): Promise<void> {
  await machine.run(['rm', '-rf', directory])
}
