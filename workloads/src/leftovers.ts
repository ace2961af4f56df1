import type { ContainerEngine } from './engine.ts'
import { deadRuns } from './home.ts'
import { removeDirectory } from './remove-directory.ts'

/** Remove every container and volume one run made, in every engine. */
export async function removeRun(run: string, engines: ContainerEngine[]): Promise<number> {
  return removeWhere(engines, (thing) => thing.run === run)
}

/**
 * Remove what killed runs of this machine left behind: containers, volumes and directories. Things of runs this machine
 * knows nothing about are left alone: an engine can be shared. A run is forgotten only when everything is gone, and when
 * every engine it used was there to be asked.
 * @param engines every engine that is here, chosen for measuring or not
 */
export async function removeDeadRuns(engines: ContainerEngine[], warn: (line: string) => void): Promise<number> {
  let removed = 0
  for (const { run, directories, engines: used, forget } of deadRuns()) {
    try {
      removed += await removeRun(run, engines)
      // A run's directories end with its name: whatever else the note says, nothing else is removed.
      for (const name of directories.filter((name) => name.endsWith(run))) await removeDirectory(name, engines)
      if (used.every((id) => engines.some((engine) => engine.id === id))) forget()
    } catch (error) {
      warn(`! What an earlier, killed run left behind could not all be removed: ${(error as Error).message}`)
    }
  }
  return removed
}

/** Remove everything labelled ours, of whichever run, and the image cache. */
export async function removeEverything(engines: ContainerEngine[]): Promise<number> {
  return removeWhere(engines, () => true)
}

async function removeWhere(
  engines: ContainerEngine[],
  wanted: (thing: { run: string | null }) => boolean,
): Promise<number> {
  let removed = 0
  for (const engine of engines) {
    const things = (await engine.listOurs()).filter(wanted)
    await engine.remove(things)
    removed += things.length
  }
  return removed
}
