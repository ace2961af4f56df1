import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory, plimsollHome, removeEverything } from '@plimsoll/workloads'
import { Command } from 'commander'
import { findEngines } from '../engines/find.ts'

/** `plimsoll clean`: everything labelled ours, in every engine, and the caches. */
export function cleanCommand(): Command {
  return new Command('clean')
    .description(
      'remove every container, volume and image plimsoll made, its slots and its caches; runs and the registry stay',
    )
    .action(async () => {
      const { engines } = await findEngines()
      const removed = await removeEverything(engines)
      for (const directory of [join(plimsollHome(), 'slots'), join(plimsollHome(), 'runs'), cacheDirectory()]) {
        rmSync(directory, { recursive: true, force: true })
      }
      console.log(`Removed ${removed} containers, volumes and images, and the caches.`)
    })
}
