/**
 * Whether submissions can be written to disk, derived from the responses to earlier submissions; nothing is written as
 * a test.
 */
export interface Storage {
  /** Records the response to a submission. @param status HTTP status */
  answered(status: number): void
  failed(): boolean
}

/** Time, in ms, after which a failure expires if there is no further submission. */
const FORGOTTEN = 300_000

/** @param now ms since 1970 */
export function storageState(now: () => number): Storage {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    answered(status) {
      if (status === 507) failedAt = now()
      if (status === 201) failedAt = Number.NEGATIVE_INFINITY
    },
    failed: () => now() - failedAt < FORGOTTEN,
  }
}
