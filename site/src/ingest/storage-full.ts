import { Refusal } from './refusal.ts'

/** The number of seconds until the next attempt. It is long, because an operator must free space first. */
const RETRY_AFTER = 300

/** The error codes for a full or read-only file system (errno(3)). */
const FULL = ['ENOSPC', 'EDQUOT', 'EROFS']

/** Returns the refusal for a document that could not be stored for lack of space; null for any other error. */
export function storageRefusal(error: unknown): Refusal | null {
  if (!FULL.includes(String((error as NodeJS.ErrnoException | null)?.code))) return null
  const message = 'The registry is out of disk space. The submission was not accepted; submit it again later.'
  return new Refusal(507, 'storage-full', message, { retryAfter: RETRY_AFTER })
}
