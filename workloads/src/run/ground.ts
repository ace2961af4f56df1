import { freemem } from 'node:os'
import { join } from 'node:path'
import type { Environment, StorageLocation } from '@plimsoll/schema'
import { secondsSinceRemoval } from '../cleanup/last-removal.ts'
import type { ContainerEngine, ProcessResult } from '../engine.ts'
import { runHostAgent } from '../sample/agent.ts'
import { AGENT_DIRECTORY } from '../sample/container-paths.ts'
import { type Inspection, readInspection, type StorageInspection } from '../sample/inspection.ts'
import type { ContainerAgent } from '../sample/prepare-engine.ts'
import type { Budget } from './budget.ts'
import { memoryToTouch, touchMemory } from './first-touch.ts'
import type { Plan } from './plan.ts'
import type { Workloads } from './plan-benchmarks.ts'
import { restBeforeSamples } from './rest.ts'

/** Where and how the work of a run runs, in enumerations and numbers alone. */
export interface Ground {
  storage: StorageLocation[]
  environments: Environment[]
}

type HostAgent = (args: string[], signal?: AbortSignal) => Promise<ProcessResult>

interface GroundOptions {
  plan: Plan
  workloads: Workloads
  engines: ContainerEngine[]
  /** The location of native and bind-mounted files. */
  directory: string
  /** The agents in containers, by engine id. */
  agents: Map<string, ContainerAgent>
  budget: Budget | null
  /** Whether the work succeeds at all; it is called only before a rest. */
  works?: () => Promise<boolean>
  signal: AbortSignal
  say: (line: string) => void
  onRest: (secondsLeft: number, seconds: number) => void
  /** The agent on the host. */
  runHost?: HostAgent
}

/**
 * Reads the file systems and the environments of the host and of each engine with containers. Then brings them to the
 * same state before the first sample of every run: rests after a removal of files, and touches memory once.
 * @throws the reason of the signal if it aborts
 */
export async function prepareGround(options: GroundOptions): Promise<Ground> {
  const { plan, workloads, engines, directory, agents, signal, runHost = runHostAgent } = options
  const host = readInspection(await runHost(['inspect', directory]))
  const target = host?.places.get(directory) ?? null
  const inEngines = engines.flatMap((engine) => {
    const runAgent = agents.get(engine.id)
    return runAgent ? [{ engine, runAgent, sharesKernel: engine.sharesHostKernel && !engine.isRemote }] : []
  })
  const storage: StorageLocation[] = target ? [storageOf(null, 'target', target, target.device !== null || null)] : []
  const environments: (Environment & { available: number | null; file: string; runAgent: HostAgent | null })[] = [
    {
      ...environmentOf(null, host),
      available: host?.process.memoryAvailable ?? freemem(),
      file: join(directory, TOUCHED_FILE),
      runAgent: runHost,
    },
  ]
  for (const { engine, runAgent, sharesKernel } of inEngines) {
    const seen = readInspection(await runAgent(['inspect', '/', AGENT_DIRECTORY], signal))
    signal.throwIfAborted()
    const volume = seen?.places.get(AGENT_DIRECTORY)
    const layer = seen?.places.get('/')
    const isSame = (device: string | null) => {
      if (!sharesKernel) return false
      return device !== null && target?.device ? device === target.device : null
    }
    const add = (location: StorageLocation['location'], place: StorageInspection, same: boolean | null) => {
      // Podman hides from its containers which device is which, but the host knows whether its own device has a journal.
      const journal = place.journal ?? (same ? (target?.journal ?? null) : null)
      storage.push(storageOf(engine.id, location, { ...place, journal }, same))
    }
    if (volume) add('volume', volume, isSame(volume.device))
    if (layer) {
      const below = sharesKernel ? await belowOverlay(layer, volume, runHost) : layer
      add('layer', below, isSame(below === layer && layer.upper ? null : below.device))
    }
    const available = leastOf(seen?.process.memoryAvailable, seen?.process.memoryLimit)
    // The kernel of the host serves the containers too, so its memory is touched only once.
    environments.push({
      ...environmentOf(engine.id, seen),
      available,
      file: `/${TOUCHED_FILE}`,
      runAgent: sharesKernel ? null : (args) => runAgent(args, signal),
    })
  }

  const sync = async () => {
    await runHost(['sync'], signal)
    for (const { runAgent, sharesKernel } of inEngines) if (!sharesKernel) await runAgent(['sync'], signal)
  }
  const rested = await restBeforeSamples({ ...options, storage, sync })
  const needed = memoryToTouch(plan, workloads)
  const touched: Environment[] = []
  for (const { available, file, runAgent, ...environment } of environments) {
    const firstTouch: Environment['firstTouch'] = runAgent
      ? await touchMemory(needed, { available, file }, runAgent)
      : (touched[0]?.firstTouch ?? 'unknown')
    signal.throwIfAborted()
    touched.push({ ...environment, firstTouch })
  }
  const since = secondsSinceRemoval()
  const sinceRemoval = since === null ? null : Math.min(Math.floor(since), MAX_SINCE_REMOVAL)
  return { storage: storage.map((place) => ({ ...place, sinceRemoval, rested })), environments: touched }
}

/** The name of the file whose pages are touched. */
const TOUCHED_FILE = 'plimsoll-touch'

/** The schema's limit. */
const MAX_SINCE_REMOVAL = 1_000_000_000

/**
 * The ground of a run that was resumed. An engine keeps its properties. Of the rests, the sum counts; of the times since
 * a removal, the shortest; of the first touches, the worst.
 */
export function mergeGrounds(start: Ground, resumes: Ground[]): Ground {
  const storage = start.storage.map((place) => {
    const all = [start, ...resumes].flatMap(({ storage }) =>
      storage.filter(({ engine, location }) => engine === place.engine && location === place.location),
    )
    const times = all.flatMap(({ sinceRemoval }) => sinceRemoval ?? [])
    const rested = all.reduce((sum, { rested }) => sum + rested, 0)
    return { ...place, sinceRemoval: times.length > 0 ? Math.min(...times) : null, rested }
  })
  const environments = start.environments.map((environment) => {
    const touches = [start, ...resumes].map(
      ({ environments }) => environments.find(({ engine }) => engine === environment.engine)?.firstTouch ?? 'unknown',
    )
    const worst: Environment['firstTouch'][] = ['unhandled', 'unknown', 'handled']
    const firstTouch = worst.find((touch) => touches.includes(touch)) ?? 'unknown'
    return { ...environment, firstTouch }
  })
  return { storage, environments }
}

/** The seconds of rest in a run so far. The rests of all places are the same. */
export function secondsRested({ storage }: Ground): number {
  return storage[0]?.rested ?? 0
}

/**
 * The file system below an overlay: that of the volumes, if the host's mounts say that the upper directory is on their
 * device. Otherwise the overlay itself, about which nothing more is known.
 */
async function belowOverlay(
  layer: StorageInspection,
  volume: StorageInspection | undefined,
  runHost: HostAgent,
): Promise<StorageInspection> {
  if (layer.filesystem !== 'overlay' || layer.upper === null || !volume?.device) return layer
  const upper = readInspection(await runHost(['inspect', layer.upper]))?.places.get(layer.upper)
  return upper?.device === volume.device ? volume : layer
}

/** An allow-list: devices and paths do not get into the document. */
function storageOf(
  engine: string | null,
  location: StorageLocation['location'],
  { filesystem, journal, commitInterval, discard }: StorageInspection,
  sameDeviceAsHost: boolean | null,
): StorageLocation {
  const place = { filesystem, journal, commitInterval, discard, sameDeviceAsHost }
  return { engine, location, ...place, sinceRemoval: null, rested: 0 }
}

function environmentOf(engine: string | null, seen: Inspection | null): Environment {
  const { libc = null, cpus = null, cpuLimit = null, memoryLimit = null, seccomp = null } = seen?.process ?? {}
  return { engine, libc, cpus, cpuLimit, memoryLimit, seccomp, firstTouch: 'unknown' }
}

function leastOf(...amounts: (number | null | undefined)[]): number | null {
  const known = amounts.filter((amount) => typeof amount === 'number')
  return known.length > 0 ? Math.min(...known) : null
}
