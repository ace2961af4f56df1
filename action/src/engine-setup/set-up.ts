import { isAbsolute } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import { attempt, type Failure } from './attempt.ts'
import { colima } from './colima.ts'
import { install, programs } from './install.ts'
import { lima } from './lima.ts'
import { notesOn, told } from './notes.ts'
import { probe } from './probe.ts'
import type { Product } from './product.ts'
import { findRelease, RELEASES, type Releases } from './releases.ts'
import { removeEngine } from './remove.ts'
import type { Configuration, EngineRequest, EngineState, Tool } from './request.ts'
import type { World } from './world.ts'

/** Multiplier of an attempt's timeout where the CPU is emulated. */
const EMULATED_PATIENCE = 2

const PRODUCTS: Record<EngineRequest['engine'], (name: string) => Product> = { lima, colima }

/** An engine in a virtual machine created for this job. */
export interface Ready {
  status: 'ready'
  engine: EngineRequest['engine']
  /** its docker context, by which `findEngines` finds it */
  context: string
  /** address of Docker's socket on this machine, in the form of DOCKER_HOST */
  socket: string
  /** directories to prepend to PATH: the programs that reach the engine */
  path: string
  /** the requested configuration, with the first VM type, and the effective one */
  requested: Configuration
  effective: Configuration
  /** whether QEMU emulates its CPU: results are then not comparable with those of other systems */
  emulated: boolean
  /** sentences on differences from the request */
  notes: string[]
}

/** Why there is no engine, as a sentence that suggests a remedy. */
export interface Unsupported {
  status: 'unsupported'
  sentence: string
}

/**
 * Set up Lima or Colima from pinned releases: check the machine's capabilities, download, verify, start, read back the
 * configuration.
 * @param state recorded before, for `tearDown`: its name and directory are unique to this job
 * @throws Problem (2) for a request that no machine can fulfil, (3) for a download that fails or has a wrong checksum
 */
export async function setUpEngine(
  request: EngineRequest,
  state: EngineState,
  world: World,
  releases: Releases = RELEASES,
): Promise<Ready | Unsupported> {
  checkDirectory(request.directory)
  const place = await probe(request, world)
  if (typeof place === 'string') return { status: 'unsupported', sentence: place }
  const product = PRODUCTS[request.engine](state.name)
  const needed = (await neededTools(request, world)).map((tool) =>
    findRelease(releases, tool, request.versions[tool], place.platform),
  )
  await install(needed, state.tools, releases.largestBytes, world)

  const path = programs(state.tools)
  const { emulated, environment } = place
  const attemptSeconds = request.attemptSeconds * (emulated ? EMULATED_PATIENCE : 1)
  const failures: Failure[] = []
  for (const vmType of place.vmTypes) {
    const attempted =
      vmType === 'qemu' && place.noQemu !== null
        ? { vmType, failure: place.noQemu }
        : await attempt(product, { ...request, attemptSeconds }, { vmType, environment }, path, world)
    if ('failure' in attempted) {
      failures.push(attempted)
      await removeEngine(product, path, world) // the next attempt uses the same name
      continue
    }
    const { engine, mountType, cpus, memory } = request
    const { effective, socket } = attempted
    const requested = { vmType: place.vmTypes[0] ?? vmType, mountType, cpus, memory }
    const notes = notesOn(product.name, failures, { ...requested, vmType }, effective)
    return { status: 'ready', engine, context: product.context, socket, path, requested, effective, emulated, notes }
  }
  return { status: 'unsupported', sentence: `${product.name} did not start here: ${failures.map(told).join('; ')}.` }
}

/**
 * Stop and delete everything that `setUpEngine` created or began to create, whether it succeeded or not.
 * @returns what could not be removed, or null
 */
export function tearDown({ engine, name, tools }: EngineState, world: World): Promise<string | null> {
  return removeEngine(PRODUCTS[engine](name), programs(tools), world)
}

/** Check the directory's characters: it becomes part of lists that cannot escape these. */
function checkDirectory(directory: string): void {
  if (isAbsolute(directory) && /^[^:,"\\\p{C}]+$/u.test(directory)) return
  throw new Problem(
    2,
    `The directory to share, ${JSON.stringify(directory)}, must be absolute, without colon, comma, quote or backslash.`,
  )
}

/** The tools to download: Colima needs Lima, and an installed docker command is used as it is. */
async function neededTools({ engine }: EngineRequest, world: World): Promise<Tool[]> {
  const { exitCode } = await world.run(['docker', '--version'], 20)
  return [
    'lima',
    ...(engine === 'colima' ? (['colima'] as const) : []),
    ...(exitCode === 0 ? [] : (['docker'] as const)),
  ]
}
