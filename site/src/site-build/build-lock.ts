import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { takeLock } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'

/**
 * The lock file. It is in Next's cache directory, which may be the only writable directory, and which Next does not
 * clean.
 */
const LOCK = path.join(import.meta.dirname, '..', '..', '.next', 'cache', 'plimsoll-build.lock')
const POLL_INTERVAL_MS = 250
const NOTICE_INTERVAL_MS = 30_000
const TIMEOUT_MS = 10 * 60 * 1000

/**
 * Runs `work` while no other build of this installation runs, because Next exports every site to the same directory.
 * Waits for a running build.
 * @param onWait called with a description of the running build
 * @param lock the lock file, which names the process that holds the lock
 * @param timeoutMs how long to wait
 * @throws RegistryError `build-running`
 */
export async function withBuildLock<Result>(
  onWait: (step: string) => unknown,
  work: () => Promise<Result>,
  lock = LOCK,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  const release = await acquire(onWait, lock, timeoutMs)
  try {
    return await work()
  } finally {
    release()
  }
}

async function acquire(onWait: (step: string) => unknown, lock: string, timeoutMs: number): Promise<() => void> {
  mkdirSync(path.dirname(lock), { recursive: true })
  let lastNotice = -NOTICE_INTERVAL_MS
  for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
    const taken = takeLock(lock)
    if ('release' in taken) return taken.release
    const whose = taken.holder === null ? '' : ` (process ${taken.holder})`
    if (waited >= timeoutMs) {
      throw new RegistryError(
        'build-running',
        `Another build by this installation is running${whose}. Wait until it has finished, or stop it.`,
        EXIT.environment,
      )
    }
    if (waited - lastNotice >= NOTICE_INTERVAL_MS) {
      onWait(`waiting for another build by this installation${whose}`)
      lastNotice = waited
    }
    await setTimeout(POLL_INTERVAL_MS)
  }
}
