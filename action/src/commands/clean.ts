import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '@plimsoll/schema'
import { print, printNote } from '@plimsoll/schema/node'
import {
  activeRuns,
  cacheDirectory,
  findEngines,
  Problem,
  plimsollHome,
  removeDirectory,
  removeEverything,
  removeKilledRuns,
  samplesDirectory,
} from '@plimsoll/workloads'
import { Command } from 'commander'
import { removeDeadVms } from '../engine-setup/vm-cleanup-records.ts'
import { withStatus } from '../progress/status-line.ts'
import { addSshFlags, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'

/** `plimsoll clean`: removes everything with Plimsoll's labels from every engine, and empties Plimsoll's caches. */
export function cleanCommand(): Command {
  const command = new Command('clean')
    .description(
      'remove all containers, volumes, networks, images, work directories and caches of Plimsoll. Runs and the registry stay, and so does what a run of another user or machine may still need',
    )
    .option('--killed', 'remove only the remains of killed runs. Images and caches stay, and other runs may continue')
  return addSshFlags(command).action(async (flags: SshNfsFlags & { killed?: boolean }) => {
    if (flags.killed) return cleanKilled(flags)
    const live = activeRuns()
    if (live.length > 0) {
      const processes = live.map(({ pid }) => pid).join(', ')
      throw new Problem(
        2,
        `A run is in progress (process ${processes}), and cleanup would break it. Wait until the run ends, or stop it first.`,
      )
    }
    const { engines } = await findEngines(engineOptions(flags))
    // Remove directories before images: their removal may need an image.
    await removeDirectory(samplesDirectory(), engines)
    const removed = await withStatus('removing containers, volumes, networks and images', () =>
      removeEverything(engines, say),
    )
    for (const directory of [join(plimsollHome(), 'runs'), cacheDirectory()]) {
      rmSync(directory, { recursive: true, force: true })
    }
    await removeVmsOfKilledJobs()
    print(
      `Removed ${counted(removed, 'object')} from the engines (containers, volumes, networks, images), and the caches.`,
    )
  })
}

/** Removes everything that killed runs created, as the next run would do at its start. */
async function cleanKilled(flags: SshNfsFlags): Promise<void> {
  const { engines } = await findEngines(engineOptions(flags))
  const removed = await removeKilledRuns(engines, null, say)
  const machines = await removeVmsOfKilledJobs()
  print(`Removed ${counted(removed + machines, 'object')} of killed runs.`)
}

/** Removes the virtual machines that killed jobs of the action had set up. Returns the number of removed machines. */
function removeVmsOfKilledJobs(): Promise<number> {
  return removeDeadVms(process.env, say)
}

function say(line: string): void {
  printNote(line)
}
