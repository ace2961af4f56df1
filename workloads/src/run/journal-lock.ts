import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Lock, takeLock } from '@plimsoll/schema/node'
import { Problem } from '../problem.ts'

/**
 * Claims a journal for this process with a lock file beside the journal, because two runs would corrupt one journal.
 * @param file the path of the journal in an existing directory; the journal itself may not exist yet
 * @returns a function that releases the journal
 * @throws Problem: 2 if another run holds the journal, 3 if the lock cannot be created
 */
export function claimJournal(file: string): () => void {
  const path = `${realFile(file)}.lock`
  const lock = take(path)
  if ('release' in lock) return lock.release
  const whose = lock.holder === null ? '' : ` (process ${lock.holder})`
  throw new Problem(2, `The run with the journal ${file} is still active${whose}. Wait until the run ends, or stop it.`)
}

/** Resolves links, so that a journal has a single lock. */
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return join(realpathSync(dirname(file)), basename(file))
  }
}

function take(path: string): Lock {
  try {
    return takeLock(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(3, `Cannot write ${path} (${code}). Make its folder writable, or free disk space.`)
  }
}
