import { chmodSync, mkdirSync, statfsSync } from 'node:fs'
import { noteRemoval } from '../cleanup/last-removal.ts'
import { removeDirectory } from '../cleanup/remove-directory.ts'
import { type ContainerEngine, type Machine, RUN_LABEL } from '../engine.ts'

/** The slot of one sample: everything created for it, and removed after it. */
export interface Slot {
  run: string
  /** The engine of the slot's containers, volumes and networks. Null on the host. */
  engine: ContainerEngine | null
  /** The names of the slot's containers. */
  containers: string[]
  volumes: { name: string; options: Readonly<Record<string, string>> }[]
  networks: string[]
  hostDirectory: string | null
  /** A directory on the VM's own disk. Null if the slot has none. */
  machineDirectory: string | null
}

/**
 * The limit of free bytes. Below it, slots are removed during the run. Above it, they stay until the end of the run,
 * because removing files affects the next sample. The disk discards freed blocks later, and ext4 without a journal
 * skips recently freed inodes one by one. On such a disk, the same install took 0.7 s in unused directories, and 2.3 s
 * right after the removal of the previous sample's files.
 */
const LITTLE_SPACE = 10 * 2 ** 30

/**
 * Whether a slot must be removed right after its sample because the disk has little space.
 * @param available the free bytes, and at most 16 KiB for each free inode
 * @param filesystem the type of the target's file system. An in-memory file system is small by design, and the removal
 * of its files has no later cost.
 */
export function isLittleSpace(available: number | null, filesystem: string | null): boolean {
  if (filesystem === 'tmpfs' || filesystem === 'ramfs') return false
  return available !== null && available < LITTLE_SPACE
}

/** The bytes for which ext4 makes one inode by default. */
const BYTES_PER_INODE = 16_384

/** What can still be written to the file system of a directory: the free bytes, and 16 KiB for each free inode. */
export function freeSpace(directory: string): { bytes: number; inodes: number } {
  const { bavail, bsize, files, ffree } = statfsSync(directory)
  // A file system that makes inodes as it needs them, such as btrfs, says that it has none at all.
  return { bytes: bavail * bsize, inodes: files === 0 ? Number.POSITIVE_INFINITY : ffree * BYTES_PER_INODE }
}

/** Whether a sample failed because a disk was full, on the host, in a virtual machine or of an engine. */
export function isDiskFull(failure: string | null): boolean {
  return failure !== null && /ENOSPC|no space left on device/i.test(failure)
}

/**
 * Creates the directories, volumes and networks of a slot. They must exist before the slot's container.
 * @throws Problem (3) if the engine fails
 */
export async function makeSlot({ hostDirectory, volumes, networks, engine, run }: Slot): Promise<void> {
  const labels = { [RUN_LABEL]: run }
  if (hostDirectory) {
    mkdirSync(hostDirectory, { recursive: true })
    chmodSync(hostDirectory, 0o777) // The image's USER can be any user.
  }
  for (const { name, options } of volumes) await engine?.createVolume(name, labels, options)
  for (const name of networks) await engine?.createNetwork(name, labels)
}

/** The number of slots to remove in parallel. An engine mostly waits for the disk, so parallel removal is faster. */
const MAX_PARALLEL_REMOVALS = 4

/**
 * Removes slots with their contents. Tries to remove every slot, and calls `tried` with the number of attempts so far.
 * @returns the slots that could not be removed
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
  await Promise.all(Array.from({ length: MAX_PARALLEL_REMOVALS }, work))
  if (slots.length > 0) noteRemoval()
  return kept
}

async function removeSlot({ run, engine, hostDirectory, machineDirectory, ...made }: Slot): Promise<void> {
  // Remove containers first, because they might still write to the directories.
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
