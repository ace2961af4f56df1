import type { Environment, StorageLocation } from '@plimsoll/schema'
import type { ProcessResult } from '../engine.ts'
import { isAmount } from './agent.ts'

/** How a process of the agent runs. Null: unknown, or no limit. */
export interface ProcessInspection extends Pick<Environment, 'libc' | 'cpus' | 'cpuLimit' | 'memoryLimit' | 'seccomp'> {
  /** The bytes that can be used without swapping: of the whole kernel, whatever the limit of a container is. */
  memoryAvailable: number | null
}

/** The file system of a path. */
export interface StorageInspection
  extends Pick<StorageLocation, 'filesystem' | 'journal' | 'commitInterval' | 'discard'> {
  /** The number of the device. Only for comparisons under one kernel; it never leaves the memory of this process. */
  device: string | null
  /** On overlayfs, the path of the upper directory outside the container. It never leaves this process either. */
  upper: string | null
}

export interface Inspection {
  process: ProcessInspection
  /** By path. */
  places: Map<string, StorageInspection>
}

/**
 * Parses the output of the agent's `inspect`. What is not as the agent writes it becomes null, and a name is taken
 * only if it can be the type of a file system.
 * @returns null if the agent did not run or printed something else
 */
export function readInspection({ exitCode, stdout }: ProcessResult): Inspection | null {
  if (exitCode !== 0) return null
  let process: ProcessInspection | null = null
  const places = new Map<string, StorageInspection>()
  for (const line of stdout.split('\n').filter((line) => line.trim() !== '')) {
    const step = objectOf(line)
    if (step?.step === 'process') process = processOf(step)
    else if (step?.step === 'storage' && typeof step.path === 'string') places.set(step.path, placeOf(step))
    else return null
  }
  return process && { process, places }
}

function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function processOf({ libc, cpus, cpuQuota, cpuPeriod, ...more }: Record<string, unknown>): ProcessInspection {
  const limit = isAmount(cpuQuota) && isAmount(cpuPeriod) ? cpuQuota / cpuPeriod : null
  return {
    libc: libc === 'glibc' || libc === 'musl' || libc === 'other' ? libc : null,
    cpus: isAmount(cpus) && cpus > 0 && cpus <= MAX_CPUS ? cpus : null,
    cpuLimit: limit !== null && limit > 0 && limit <= MAX_CPUS ? limit : null,
    memoryLimit: isAmount(more.memoryLimit) ? more.memoryLimit : null,
    memoryAvailable: isAmount(more.memoryAvailable) ? more.memoryAvailable : null,
    seccomp: booleanOf(more.seccomp),
  }
}

/** The schema's limits. */
const MAX_CPUS = 100_000
const MAX_COMMIT_INTERVAL = 1_000_000

function placeOf({ filesystem, journal, commit, discard, device, upper }: Record<string, unknown>): StorageInspection {
  return {
    filesystem: typeof filesystem === 'string' ? typeOf(filesystem) : null,
    journal: booleanOf(journal),
    commitInterval: isAmount(commit) && commit <= MAX_COMMIT_INTERVAL ? commit : null,
    discard: booleanOf(discard),
    device: Array.isArray(device) && device.length === 2 && device.every(isAmount) ? device.join(':') : null,
    upper: typeof upper === 'string' && upper.startsWith('/') ? upper : null,
  }
}

/** The user who mounts a FUSE file system chooses the part after the dot freely, so only a known one is kept. */
function typeOf(filesystem: string): string | null {
  if (filesystem.startsWith('fuse.') && filesystem !== 'fuse.fuse-overlayfs') return 'fuse'
  return /^[a-z0-9][a-z0-9.-]{0,63}$/.test(filesystem) ? filesystem : null
}

function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}
