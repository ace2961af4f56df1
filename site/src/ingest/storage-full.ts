import { Refusal } from './refusal.ts'

/** Seconds after which to hand in again: somebody must make space first. */
const RETRY_AFTER = 300

/** What the system says where there is no space, or none that may be written to (errno(3)). */
const FULL = ['ENOSPC', 'EDQUOT', 'EROFS']

/** The refusal for what could not be stored for want of space; null for any other error. */
export function storageRefusal(error: unknown): Refusal | null {
  if (!FULL.includes(String((error as NodeJS.ErrnoException | null)?.code))) return null
  const message = 'The registry has no space to store this in. Nothing was acknowledged; hand it in again later.'
  return new Refusal(507, 'storage-full', message, { retryAfter: RETRY_AFTER })
}
