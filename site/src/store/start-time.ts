import { InvalidDocument, type RunDocument } from '@plimsoll/schema'

/** The maximum difference, in ms, between the clock of a machine that measures and that of the registry. */
const LEEWAY = 60 * 60 * 1000

/**
 * Rejects a run with a start time later than its submission. Lists are sorted by start time, so such a run would come
 * first until that time has passed.
 * @param now the current time, in ms since 1970
 * @throws InvalidDocument
 */
export function rejectFutureStart({ startedAt }: RunDocument, now: number): void {
  if (Date.parse(startedAt) <= now + LEEWAY) return
  const message = `a run cannot start after it is submitted (current time: ${new Date(now).toISOString()}); set the clock of the machine that measured it, and measure again`
  throw new InvalidDocument([{ pointer: '/startedAt', code: 'starts-in-future', message }])
}
