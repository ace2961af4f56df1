import type { RunDocument } from '@plimsoll/schema'

const HOUR_MS = 3_600_000
/** The time between the end of a run and its signature that needs no remark, in ms. */
const USUAL_MS = 24 * HOUR_MS

/**
 * Returns a sentence if a document says that its run ended long before it was signed: only the time of the signature is
 * proven. Empty otherwise.
 */
export function describeDelay({ finishedAt }: Pick<RunDocument, 'finishedAt'>, signedAt: string): string {
  const delay = Date.parse(signedAt) - Date.parse(finishedAt)
  if (delay <= USUAL_MS) return ''
  const days = Math.round(delay / (24 * HOUR_MS))
  return `The document says that the run ended ${days === 1 ? 'a day' : `${days} days`} earlier; only the time of the signature is proven.`
}
