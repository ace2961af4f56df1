import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ContainerEngine, LabelledResource, Machine } from '../engine.ts'
import { isInWorkflow } from '../run/in-workflow.ts'
import { isInterruptedJournal } from '../run/journal.ts'
import { endHostProcesses } from './end-host-processes.ts'
import { noteRemoval } from './last-removal.ts'
import { activeRuns, killedRuns, type RegisteredImage } from './registered-runs.ts'
import { removeRunDirectories } from './remove-directory.ts'
import { removeFromMachine } from './remove-from-vm.ts'
import { mayBeRunning } from './run-owner.ts'
import { removeAbandonedDirectories } from './temporary-directory.ts'

/**
 * Removes everything that one run created, in every engine and in every engine's VM. Repeats until it finds nothing,
 * because a client that outlives a killed run may still be creating something.
 * @throws Error if an engine fails to remove something
 */
export async function removeRun(run: string, engines: ContainerEngine[]): Promise<number> {
  const there = await removeFromMachines(engines, (machine) => join(machine.directory, run))
  let removed = 0
  let failure = new Error(
    `an engine still has containers, volumes, networks or images with the label plimsoll.run=${run}`,
  )
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const found = await removeWhere(engines, (thing) => thing.run === run)
      if (found === 0) return removed + there
      removed = Math.max(removed, found)
    } catch (error) {
      failure = error as Error // An engine cannot yet remove objects that are still being created or removed.
    }
    await setTimeout(tries * PAUSE_MS)
  }
  throw failure
}

const MAX_TRIES = 6
/** The increase of the pause between two tries, in ms. The pause grows by this amount with each try. */
const PAUSE_MS = 200

/**
 * Cleans up after killed runs on this host: running processes, containers, volumes and directories. Reports which of
 * these runs can be resumed. Keeps journals, and the images of resumable runs, which need exactly the same images.
 * Ignores the objects of unknown runs, because several hosts can share an engine. Deletes the record of a run only
 * after a complete cleanup, for which all engines of the run must be available.
 * @param engines all available engines, including those that are not measured
 * @param resuming the journal of the run that is about to be resumed; this run needs no message
 */
export async function removeKilledRuns(
  engines: ContainerEngine[],
  resuming: string | null,
  say: (line: string) => void,
): Promise<number> {
  let removed = removeAbandonedDirectories()
  const resumedOrActive = [resuming, ...activeRuns().map(({ journal }) => journal)]
  for (const { run, directories, engines: used, journal, images, forget } of killedRuns()) {
    const isResumable = journal !== null && isInterruptedJournal(journal)
    if (isResumable && !isInWorkflow() && !resumedOrActive.includes(journal))
      say(`An earlier run was killed. Resume it with: plimsoll run --resume ${journal}`)
    try {
      await endHostProcesses(run)
      const removable = isResumable ? [] : images
      removed += (await removeRun(run, engines)) + (await removeImages(removable, engines))
      // Try again, because an engine completes a request even after its client was killed.
      await setTimeout(PAUSE_MS)
      removed += (await removeRun(run, engines)) + (await removeImages(removable, engines))
      await removeRunDirectories(directories, engines)
      noteRemoval()
      const keepsImages = images.length > removable.length
      if (!keepsImages && used.every((id) => engines.some((engine) => engine.id === id))) forget()
    } catch (error) {
      say(`! Cleanup of an earlier, killed run failed: ${(error as Error).message}`)
    }
  }
  return removed
}

/**
 * Removes names of images. An engine deletes an image that has lost all its names, unless something else needs the
 * image.
 * @returns the number of names removed
 */
async function removeImages(images: RegisteredImage[], engines: ContainerEngine[]): Promise<number> {
  let removed = 0
  for (const { engine: id, name } of images.toReversed()) {
    const engine = engines.find((engine) => engine.id === id)
    if (!(await engine?.image(name))) continue
    await engine?.untagImage(name)
    noteRemoval()
    removed++
  }
  return removed
}

/**
 * Removes everything that any run of Plimsoll has labelled, and the image cache. A run whose record is in another home
 * directory, or on another machine, may still be active: its objects stay, and the images of its engine, which it needs.
 */
export async function removeEverything(engines: ContainerEngine[], say: (line: string) => void): Promise<number> {
  const killed = new Set(killedRuns().map(({ run }) => run))
  const isOfActiveRun = ({ run, owner = '' }: LabelledResource) =>
    run !== null && !killed.has(run) && mayBeRunning(owner)
  let removed = 0
  for (const engine of engines) {
    const active = (await engine.listLabelled()).filter(isOfActiveRun)
    if (active.length === 0) {
      removed += await removeWhere([engine], () => true)
      removed += await removeFromMachines([engine], ({ directory }) => directory)
      continue
    }
    const runs = new Set(active.map(({ run }) => run))
    say(
      `! ${engine.product} may still be in use by a run of another user or machine (${[...runs].join(', ')}). Its objects and the images stay: repeat plimsoll clean after that run.`,
    )
    removed += await removeWhere([engine], ({ run }) => run !== null && !runs.has(run))
  }
  return removed
}

async function removeWhere(engines: ContainerEngine[], wanted: (thing: LabelledResource) => boolean): Promise<number> {
  let removed = 0
  for (const engine of engines) {
    const things = (await engine.listLabelled()).filter(wanted)
    await engine.remove(things)
    removed += things.length
    if (things.length > 0) noteRemoval()
  }
  return removed
}

async function removeFromMachines(engines: ContainerEngine[], where: (machine: Machine) => string): Promise<number> {
  let removed = 0
  for (const { machine } of engines) if (machine && (await removeFromMachine(machine, where(machine)))) removed++
  if (removed > 0) noteRemoval()
  return removed
}
