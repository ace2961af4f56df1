import { InvalidDocument, type RunDocument, readRun } from '@plimsoll/schema'
import { LEEWAY_MS } from '../provenance/signature.ts'

/** A document as `readRun` reads it. */
export type Run = ReturnType<typeof readRun>

/**
 * Reads a document to store.
 * @param now the current time, in ms since 1970
 * @throws InvalidDocument, also for a run that starts or ends in the future
 */
export function readPast(bytes: Uint8Array, now: number): Run {
  const run = readRun(bytes)
  rejectFutureTimes(run.document, now)
  return run
}

/**
 * Rejects a run with a start or an end later than its submission. Lists are sorted by start time, so such a run would
 * come first until that time has passed.
 * @param now the current time, in ms since 1970
 * @throws InvalidDocument
 */
function rejectFutureTimes({ startedAt, finishedAt }: RunDocument, now: number): void {
  const times = [
    ['/startedAt', 'start', startedAt],
    ['/finishedAt', 'end', finishedAt],
  ] as const
  const found = times.find(([, , time]) => Date.parse(time) > now + LEEWAY_MS)
  if (found === undefined) return
  const [pointer, verb] = found
  const message = `a run cannot ${verb} after it is submitted (current time: ${new Date(now).toISOString()}); set the clock of the machine that measured it, and measure again`
  throw new InvalidDocument([{ pointer, code: `${verb}s-in-future`, message }])
}
