import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ContainerEngine, Machine, OurThing } from '../engine.ts'
import { isCutJournal } from '../run/journal.ts'
import { deadRuns, liveRuns, type NotedImage } from './home.ts'
import { endHostWork } from './host-work.ts'
import { removeFromMachine } from './machine-work.ts'
import { removeDirectory } from './remove-directory.ts'
import { removeDeadScratch } from './scratch.ts'

/**
 * Remove everything one run made, in every engine and its machine, until nothing is found: a client that outlived a
 * killed run may have been in the middle of making something. @throws Error when an engine keeps something
 */
export async function removeRun(run: string, engines: ContainerEngine[]): Promise<number> {
  const there = await removeFromMachines(engines, (machine) => join(machine.directory, run))
  let removed = 0
  let failure = new Error(`an engine keeps something labelled plimsoll.run=${run}`)
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const found = await removeWhere(engines, (thing) => thing.run === run)
      if (found === 0) return removed + there
      removed = Math.max(removed, found)
    } catch (error) {
      failure = error as Error // what is still being made, or unmade, cannot be removed yet
    }
    await setTimeout(tries * PAUSE)
  }
  throw failure
}

const TRIES = 6
/** ms; each is longer than the one before by so much */
const PAUSE = 200

/**
 * Remove what killed runs of this machine left behind: work that still goes on, containers, volumes and directories, and
 * say which of them can go on. Journals stay, and the images of a run that can go on, which needs the very same. Things of
 * runs this machine knows nothing about are left alone: an engine can be shared. A run is forgotten only when everything is
 * gone, and when every engine it used was there to be asked.
 * @param engines every engine that is here, chosen for measuring or not
 * @param resuming the journal that is about to go on, of which nothing needs to be said
 */
export async function removeDeadRuns(
  engines: ContainerEngine[],
  resuming: string | null,
  say: (line: string) => void,
): Promise<number> {
  let removed = removeDeadScratch()
  const going = [resuming, ...liveRuns().map(({ journal }) => journal)]
  for (const { run, directories, engines: used, journal, images, forget } of deadRuns()) {
    const canGoOn = journal !== null && isCutJournal(journal)
    if (canGoOn && !going.includes(journal))
      say(`An earlier run was killed and can go on: plimsoll run --resume ${journal}`)
    try {
      await endHostWork(run)
      const passing = canGoOn ? [] : images
      removed += (await removeRun(run, engines)) + (await removeImages(passing, engines))
      // An engine ends what it was asked for, whether whoever asked was killed meanwhile or not.
      await setTimeout(PAUSE)
      removed += (await removeRun(run, engines)) + (await removeImages(passing, engines))
      // A run's directories end with its name: whatever else the note says, nothing else is removed.
      for (const name of directories.filter((name) => name.endsWith(run))) await removeDirectory(name, engines)
      const keepsImages = images.length > passing.length
      if (!keepsImages && used.every((id) => engines.some((engine) => engine.id === id))) forget()
    } catch (error) {
      say(`! What an earlier, killed run left behind could not all be removed: ${(error as Error).message}`)
    }
  }
  return removed
}

/** Take images their names, by which they are gone unless something else needs them. @returns how many there were */
async function removeImages(images: NotedImage[], engines: ContainerEngine[]): Promise<number> {
  let removed = 0
  for (const { engine: id, name } of images.toReversed()) {
    const engine = engines.find((engine) => engine.id === id)
    if (!(await engine?.imageId(name))) continue
    await engine?.untagImage(name)
    removed++
  }
  return removed
}

/** Remove everything labelled ours, of whichever run, and the image cache. */
export async function removeEverything(engines: ContainerEngine[]): Promise<number> {
  return (await removeWhere(engines, () => true)) + (await removeFromMachines(engines, ({ directory }) => directory))
}

async function removeWhere(engines: ContainerEngine[], wanted: (thing: OurThing) => boolean): Promise<number> {
  let removed = 0
  for (const engine of engines) {
    const things = (await engine.listOurs()).filter(wanted)
    await engine.remove(things)
    removed += things.length
  }
  return removed
}

async function removeFromMachines(engines: ContainerEngine[], where: (machine: Machine) => string): Promise<number> {
  let removed = 0
  for (const { machine } of engines) if (machine && (await removeFromMachine(machine, where(machine)))) removed++
  return removed
}
