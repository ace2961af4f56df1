/**
 * Knows whether submissions can be written to disk. This follows from the responses to earlier submissions; nothing is
 * written as a test.
 */
export interface Storage {
  /** Records the response to a submission. @param status the HTTP status of the response */
  recordStatus(status: number): void
  /** Whether the last submission could not be stored. */
  isFull(): boolean
}

/** The time in ms after which a failure no longer counts if there is no further submission. */
const EXPIRY_MS = 300_000

/** Creates the storage state of a server. @param now returns the current time, in ms since 1970 */
export function storageState(now: () => number): Storage {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    recordStatus(status) {
      if (status === 507) failedAt = now()
      if (status === 201) failedAt = Number.NEGATIVE_INFINITY
    },
    isFull: () => now() - failedAt < EXPIRY_MS,
  }
}
