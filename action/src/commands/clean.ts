import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '@plimsoll/schema'
import {
  activeRuns,
  cacheDirectory,
  Problem,
  plimsollHome,
  removeDirectory,
  removeEverything,
  removeKilledRuns,
} from '@plimsoll/workloads'
import { Command } from 'commander'
import { removeDeadSetUps } from '../engine-setup/vm-records.ts'
import { findEngines } from '../find-engines.ts'
import { addSshFlags, engineOptions, type ReachFlags } from './reach-flags.ts'

/** `plimsoll clean`: removes everything with our labels from every engine, and empties the caches. */
export function cleanCommand(): Command {
  const command = new Command('clean')
    .description(
      'remove all containers, volumes, networks, images, slots and caches of Plimsoll. Runs and the registry stay',
    )
    .option('--killed', 'clean up only after killed runs. Images and caches stay, and other runs may continue')
  return addSshFlags(command).action(async (flags: ReachFlags & { killed?: boolean }) => {
    if (flags.killed) return cleanKilled(flags)
    const live = activeRuns()
    if (live.length > 0) {
      const processes = live.map(({ pid }) => pid).join(', ')
      throw new Problem(
        2,
        `A run is in progress (process ${processes}), and cleanup would break it. Wait for it, or end it first.`,
      )
    }
    const { engines } = await findEngines(engineOptions(flags))
    await removeDirectory(join(plimsollHome(), 'slots'), engines) // before the images: it may need one
    const removed = await removeEverything(engines)
    for (const directory of [join(plimsollHome(), 'runs'), cacheDirectory()]) {
      rmSync(directory, { recursive: true, force: true })
    }
    await removeDeadMachines()
    console.log(
      `Removed ${counted(removed, 'thing')} in engines (containers, volumes, networks, images), and the caches.`,
    )
  })
}

/** Remove what killed runs left behind, as the next run would do at its start. */
async function cleanKilled(flags: ReachFlags): Promise<void> {
  const { engines } = await findEngines(engineOptions(flags))
  const removed = await removeKilledRuns(engines, null, say)
  const machines = await removeDeadMachines()
  console.log(`Removed ${counted(removed + machines, 'thing')} of killed runs.`)
}

/** Remove virtual machines that killed jobs of the action had set up. Returns how many. */
function removeDeadMachines(): Promise<number> {
  return removeDeadSetUps(process.env, say)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
