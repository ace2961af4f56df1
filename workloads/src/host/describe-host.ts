import { cpus, freemem, loadavg, release, totalmem } from 'node:os'
import type { Conditions, Host } from '@plimsoll/schema'
import type { ContainerEngine } from '../engine.ts'
import { inspectHostDirectory } from '../sample/agent.ts'
import * as linux from './linux.ts'
import * as macos from './macos.ts'

const system = process.platform === 'darwin' ? macos : linux

/**
 * Describes this host. An allow-list limits the description to facts that help to judge a number and do not identify
 * the host or its user.
 * @param directory the location of native and bind-mounted files
 */
export async function describeHost(directory: string): Promise<Host> {
  const filesystem = (await inspectHostDirectory(directory)).target?.filesystem ?? null
  return {
    os: await system.operatingSystem(),
    kernel: release(),
    architecture: process.arch === 'x64' || process.arch === 'arm64' ? process.arch : 'unknown',
    cpu: { model: cpus()[0]?.model.trim() || null, count: cpus().length || null },
    memory: totalmem(),
    target: { filesystem, disk: await system.diskKind(directory) },
    power: await system.power(),
    runner: runner(process.env),
    virtualization: await system.virtualization(),
  }
}

/** What powers this host. */
export function hostPower(): Promise<Host['power']> {
  return system.power()
}

/**
 * Observes the current load of the host. There is no need to exclude Plimsoll's own containers, because none exist
 * before or after a run.
 */
export async function observeConditions(engines: ContainerEngine[]): Promise<Conditions> {
  const counts = await Promise.all(engines.map((engine) => engine.countRunningContainers()))
  return {
    loadAverage: Math.round((loadavg()[0] as number) * 100) / 100,
    freeMemory: (await system.availableMemory()) ?? freemem(),
    otherContainers: engines.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : null,
    otherVirtualMachines: otherMachines(await system.countVirtualMachines(), engines),
    stealRatio: await system.stealRatio(),
  }
}

/**
 * The number of visible virtual machines minus the number of VMs of the measured engines. Null if VMs cannot be
 * detected.
 */
export function otherMachines(
  seen: number | null,
  engines: Pick<ContainerEngine, 'sharesHostKernel' | 'isRemote'>[],
): number | null {
  const measured = engines.filter(({ sharesHostKernel, isRemote }) => !sharesHostKernel && !isRemote).length
  return seen === null ? null : Math.max(0, seen - measured)
}

/**
 * The kind of runner, from GitHub's variables. The label is the name of the runner's image, never the name of the
 * runner.
 */
function runner(environment: NodeJS.ProcessEnv): Host['runner'] {
  if (environment.GITHUB_ACTIONS !== 'true') return { kind: 'local', label: null }
  const kind = environment.RUNNER_ENVIRONMENT
  return {
    kind: kind === 'github-hosted' || kind === 'self-hosted' ? kind : 'unknown',
    label: environment.ImageOS ?? null,
  }
}
