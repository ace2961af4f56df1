/**
 * Whether what is handed in can be written. It is known from the answers to what was handed in: nothing is written to
 * find out.
 */
export interface Storage {
  /** Told of each answer to something that was handed in. @param status of HTTP */
  answered(status: number): void
  failed(): boolean
}

/** Where nobody hands anything in, a failure is forgotten after so long, in ms. */
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
