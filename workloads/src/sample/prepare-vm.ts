import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContainerEngine, Machine } from '../engine.ts'
import { Problem } from '../problem.ts'
import { readOrEmpty } from '../read-or-empty.ts'
import { agentBinary } from './agent.ts'

/** An engine's VM into which the agent has been copied. */
export interface PreparedVm {
  machine: Machine
  agent: string
  /** The directory in the VM that contains the files that the run copied into the VM. */
  directory: string
  /** Why the shared folder cannot be used. Null if it can. */
  shareProblem: string | null
}

/**
 * Copies the agent into an engine's VM. Verifies that host and VM see each other's changes in the shared folder.
 * @throws Problem (3)
 */
export async function prepareVm(engine: ContainerEngine, run: string, slotsDirectory: string): Promise<PreparedVm> {
  const { machine } = engine
  if (!machine) {
    throw new Problem(
      3,
      engine.sharesHostKernel
        ? `${engine.product} has no virtual machine here: its containers share the host's kernel`
        : `the virtual machine of ${engine.product} cannot be reached from outside its containers`,
    )
  }
  const directory = join(machine.directory, run)
  const agent = join(directory, 'agent')
  await machine.copy(agentBinary('linux', engine.architecture), agent)
  const version = await machine.run([agent, 'version'])
  if (version.exitCode !== 0)
    throw new Problem(3, `The agent does not run in the virtual machine of ${engine.product}: ${version.stderr}`)
  return { machine, agent, directory, shareProblem: await shareProblem(engine.product, machine, agent, slotsDirectory) }
}

async function shareProblem(
  product: string,
  machine: Machine,
  agent: string,
  slotsDirectory: string,
): Promise<string | null> {
  const there = machine.translatePath(slotsDirectory)
  if (!there)
    return `the virtual machine of ${product} does not share the folder of this run: choose a shared folder with --dir, or the action's input dir; for a machine reached by ssh, also give the folder's path there with --ssh-share`
  const token = randomBytes(16).toString('hex')
  writeFileSync(join(slotsDirectory, 'from-host'), token)
  const { stdout } = await machine.run([
    agent,
    'run',
    '--read',
    join(there, 'from-host'),
    '--write',
    join(there, 'from-machine'),
    token,
  ])
  const back = stdout.includes(`"text":"${token}"`) && readOrEmpty(join(slotsDirectory, 'from-machine')) === token
  return back
    ? null
    : `the virtual machine of ${product} cannot write to this run's folder on the host: share the folder for writing`
}
