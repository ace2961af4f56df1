import { revealInvisible } from '@plimsoll/schema'
import type { FrozenEdition } from './edition-formats.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The names of editions are parts of addresses. */
const NAME = /^[a-z0-9][a-z0-9.-]{0,63}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const URL = /^https:\/\/[^\s"<>]{1,490}$/

/**
 * Returns what is wrong with an edition that anyone may have proposed, as the end of a sentence; null if nothing is.
 * Clocks and time zones may differ, so it may be published tomorrow.
 * @param now the current time, in ms since 1970
 */
export function editionFault(edition: FrozenEdition, now: number): string | null {
  const { name, aliases, published, citation } = edition
  const isAddress = (text: string | null) => text === null || URL.test(text)
  if (![name, ...aliases].every((text) => NAME.test(text)))
    return 'a name that has other characters than a–z, 0–9, . and -'
  if (!DATE.test(published) || Number.isNaN(Date.parse(published)))
    return 'a date "published" that is no date, as 2026-01-31'
  if (Date.parse(published) > now + DAY_MS) return 'a date "published" that is in the future'
  if (citation !== null && !isAddress(citation.url)) return 'an address in "citation" that does not begin with https://'
  return hasInvisible(edition) ? 'a text with a line end or an invisible character' : null
}

/** Whether a text in a value has a character that a line of a run document may not have. */
function hasInvisible(value: unknown): boolean {
  if (typeof value === 'string') return /[\n\t]/.test(value) || revealInvisible(value) !== value
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInvisible)
}
