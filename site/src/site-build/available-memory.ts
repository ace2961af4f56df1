import { totalmem } from 'node:os'

/** Returns the memory that this process and all others of its container may use, in bytes. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}
