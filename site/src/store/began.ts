import { InvalidDocument, type RunDocument } from '@plimsoll/schema'

/** What clocks may differ by, in ms. */
const LEEWAY = 60 * 60 * 1000

/**
 * Refuses a run that says it began after it was handed in: lists are by that time, and it would lead them until then.
 * @param now ms since 1970. @throws InvalidDocument
 */
export function refuseFuture({ startedAt }: RunDocument, now: number): void {
  if (Date.parse(startedAt) <= now + LEEWAY) return
  const message = `a run cannot begin after it is handed in; it is ${new Date(now).toISOString()} now: set the clock of the machine it was measured on, and measure again`
  throw new InvalidDocument([{ pointer: '/startedAt', code: 'begins-later', message }])
}
