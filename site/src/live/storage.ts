/**
 * Whether submissions can be written to disk, derived from the responses to earlier submissions; nothing is written as
 * a test.
 */
export interface Storage {
  /** Records the response to a submission. @param status HTTP status */
  recordStatus(status: number): void
  /** Whether the last submission could not be stored. */
  isFull(): boolean
}

/** Time after which a failure expires if there is no further submission. */
const EXPIRY_MS = 300_000

/** @param now ms since 1970 */
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
