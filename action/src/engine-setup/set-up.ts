import { isAbsolute } from 'node:path'
import { Problem, type VmSettings } from '@plimsoll/workloads'
import { colima } from './colima-commands.ts'
import { configurationWarnings, describeFailure } from './configuration-warnings.ts'
import { hostCapabilities } from './host-capabilities.ts'
import { installTools, programs } from './install-tools.ts'
import { lima } from './lima-commands.ts'
import { neededReleases, RELEASES, type Releases } from './releases.ts'
import type { EngineRequest, EngineState } from './request.ts'
import type { System } from './system.ts'
import { deleteVm, type StartFailure, startVm, type VmProduct } from './virtual-machine.ts'

/** If QEMU emulates the CPU, the timeout of a start attempt is multiplied by this factor. */
const EMULATED_TIMEOUT_FACTOR = 2

const PRODUCTS: Record<EngineRequest['engine'], (name: string) => VmProduct> = { lima, colima }

/** An engine in a virtual machine created for this job. */
export interface ReadyEngine {
  status: 'ready'
  engine: EngineRequest['engine']
  /** the engine's docker context, by which `findEngines` finds it */
  context: string
  /** the address of Docker's socket on this machine, in the form of DOCKER_HOST */
  socket: string
  /** the directories to prepend to PATH; they contain the programs that reach the engine */
  path: string
  /** the requested configuration, with the first VM type, and the effective one */
  requested: VmSettings
  effective: VmSettings
  /** whether QEMU emulates the CPU; results are then not comparable with those of other systems */
  emulated: boolean
  /** sentences about differences from the requested configuration */
  notes: string[]
}

/** The reason why there is no engine, as a sentence that suggests a remedy. */
export interface EngineProblem {
  status: 'unsupported'
  sentence: string
}

/**
 * Sets up Lima or Colima: checks the machine's capabilities, downloads and verifies pinned releases (on Linux use the
 * installed Lima), starts the virtual machine, and reads the effective configuration.
 * @param state the saved input of `tearDown`; its name and directory are unique to this job
 * @throws Problem (2) for a request that no machine can fulfil, (3) for a download that fails or has a wrong checksum
 */
export async function setUpEngine(
  request: EngineRequest,
  state: EngineState,
  system: System,
  releases: Releases = RELEASES,
): Promise<ReadyEngine | EngineProblem> {
  assertDirectory(request.directory)
  const host = await hostCapabilities(request, system)
  if (typeof host === 'string') return { status: 'unsupported', sentence: host }
  const product = PRODUCTS[request.engine](state.name)
  const needed = await neededReleases(releases, request, host, system)
  const { limactl } = host
  await installTools({ releases: needed, limactl }, state.tools, system)

  const path = programs(state.tools)
  const { emulated, environment } = host
  const attemptSeconds = request.attemptSeconds * (emulated ? EMULATED_TIMEOUT_FACTOR : 1)
  const failures: StartFailure[] = []
  for (const vmType of host.vmTypes) {
    const attempted =
      vmType === 'qemu' && host.noQemu !== null
        ? { vmType, failure: host.noQemu }
        : await startVm(product, { ...request, attemptSeconds }, { vmType, environment }, path, system)
    if ('failure' in attempted) {
      failures.push(attempted)
      await deleteVm(product, path, system) // The next attempt uses the same name.
      continue
    }
    const { engine, mountType, cpus, memory } = request
    const { effective, socket } = attempted
    const requested = { vmType: host.vmTypes[0] ?? vmType, mountType, cpus, memory }
    const notes = configurationWarnings(product.name, failures, { ...requested, vmType }, effective)
    return { status: 'ready', engine, context: product.context, socket, path, requested, effective, emulated, notes }
  }
  return {
    status: 'unsupported',
    sentence: `${product.name} did not start: ${failures.map(describeFailure).join('; ')}.`,
  }
}

/** Stops and deletes everything that `setUpEngine` created, in any state. @returns what could not be removed, or null */
export function tearDown({ engine, name, tools }: EngineState, system: System): Promise<string | null> {
  return deleteVm(PRODUCTS[engine](name), programs(tools), system)
}

/** Rejects a directory with characters that cannot be escaped in the lists of mounts that contain it. */
function assertDirectory(directory: string): void {
  if (isAbsolute(directory) && /^[^:,"\\\p{C}]+$/u.test(directory)) return
  throw new Problem(
    2,
    `The path of the directory to share, ${JSON.stringify(directory)}, must be absolute and must not contain a colon, comma, quote or backslash.`,
  )
}
