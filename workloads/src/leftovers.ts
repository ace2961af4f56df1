import { rmSync } from 'node:fs'
import type { ContainerEngine } from './engine.ts'
import { deadRuns } from './home.ts'

/** Remove every container and volume one run made, in every engine. */
export async function removeRun(run: string, engines: ContainerEngine[]): Promise<number> {
  return removeWhere(engines, (thing) => thing.run === run)
}

/**
 * Remove what killed runs of this machine left behind: containers, volumes and slot directories.
 * Things of runs this machine knows nothing about are left alone: an engine can be shared.
 */
export async function removeDeadRuns(engines: ContainerEngine[]): Promise<number> {
  let removed = 0
  for (const { run, directories, forget } of deadRuns()) {
    removed += await removeRun(run, engines)
    // A run's directories end with its name: whatever else the note says, nothing else is removed.
    for (const directory of directories.filter((name) => name.endsWith(run)))
      rmSync(directory, { recursive: true, force: true })
    forget()
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
