import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Engine } from '@plimsoll/schema'
import { type ContainerEngine, type ProcessResult, RUN_LABEL } from '../engine.ts'
import { EngineFailure } from '../problem.ts'
import type { Workload } from '../read-catalog/workload.ts'
import { readOrEmpty } from '../read-or-empty.ts'
import { agentBinary, readAgentReport } from './agent.ts'
import { AGENT_DIRECTORY } from './container-paths.ts'
import { agentMount } from './run-with-agent.ts'

/** An engine into which the agent has been copied. */
export interface PreparedEngine {
  description: Engine
  agentVolume: string
  /** Why the engine cannot use host directories. Null if it can. */
  bindProblem: string | null
  runAgent: ContainerAgent
}

/** Runs the agent in a new container of an engine that has only the agent's volume, and removes the container. */
export type ContainerAgent = (
  args: string[],
  signal?: AbortSignal,
  limits?: Workload['limits'],
) => Promise<ProcessResult>

/**
 * Copies the agent into an engine, and verifies that a bind mount is shared in both directions.
 * @param image any image of the engine
 * @throws EngineFailure if the engine cannot run a container
 */
export async function prepareEngine(
  engine: ContainerEngine,
  image: string,
  { run, slotsDirectory }: { run: string; slotsDirectory: string },
): Promise<PreparedEngine> {
  const labels = { [RUN_LABEL]: run }
  const agentVolume = `plimsoll-${run}-agent`
  await engine.createVolume(agentVolume, labels)
  await engine.fillVolume(
    agentVolume,
    image,
    [{ from: agentBinary('linux', engine.architecture), to: 'agent' }],
    labels,
  )

  const directory = join(slotsDirectory, `probe-${engine.id}`)
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o777)
  const token = `${run}-${engine.id}`
  writeFileSync(join(directory, 'from-host'), token)
  const options = {
    name: `plimsoll-${run}-probe`,
    image,
    entrypoint: `${AGENT_DIRECTORY}/agent`,
    arguments: [
      'run',
      '--read',
      '/.plimsoll-probe/from-host',
      '--write',
      '/.plimsoll-probe/from-container',
      token,
      '--describe',
      '/.plimsoll-probe',
    ],
    mounts: [{ kind: 'bind' as const, source: directory, target: '/.plimsoll-probe' }, agentMount(agentVolume)],
    labels,
  }
  const result = await engine.run(options, 120)
  const report = readAgentReport(result)
  // An engine that cannot see the directory may refuse to mount it, but can still run work that needs no host
  // directory.
  const starts = result.stdout !== '' || (await runsWithoutHost(engine, options))
  if (!starts) throw new EngineFailure(`${engine.product} could not run a container: ${report.error}`)
  const shared = result.stdout.includes(`"text":"${token}"`) && readOrEmpty(join(directory, 'from-container')) === token
  rmSync(directory, { recursive: true, force: true })
  // A remaining container would prevent the removal of its image. A benchmark of kind image-pull must be able to remove
  // that image.
  await engine.remove([options.name, bare(options.name)].map((id) => ({ kind: 'container', id, run })))

  const description = await engine.describe()
  if (report.target && shared)
    description.effective.mountType = { value: report.target.filesystem, confidence: 'observed' }
  const bindProblem = shared
    ? null
    : `the containers of ${engine.product} cannot write to this run's directory on the host: share ${dirname(dirname(slotsDirectory))} in the settings of ${engine.product} (in Lima and Colima: as a writable mount), or choose a shared folder with --dir, or the action's input dir`
  const runAgent: ContainerAgent = async (args, signal, limits) => {
    const name = bare(options.name)
    const mounts = [agentMount(agentVolume)]
    const result = await engine.run({ ...options, ...limits, name, mounts, arguments: args }, 120, signal)
    await engine.remove([{ kind: 'container', id: name, run }])
    return result
  }
  return { description, agentVolume, bindProblem, runAgent }
}

async function runsWithoutHost(
  engine: ContainerEngine,
  options: Parameters<ContainerEngine['run']>[0],
): Promise<boolean> {
  const mounts = options.mounts.filter(({ kind }) => kind !== 'bind')
  const run = { ...options, name: bare(options.name), mounts, arguments: ['version'] }
  return (await engine.run(run, 120)).exitCode === 0
}

function bare(name: string): string {
  return `${name}-bare`
}
