import { revealInvisible } from '@plimsoll/schema'

/**
 * Makes untrusted text one line that is safe to print: it cannot control the terminal.
 * @param most the maximum number of characters
 */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  return revealInvisible(text.slice(0, most)).replaceAll(/[\n\t]/g, '\ufffd')
}

/** The maximum number of names that a sentence lists. The sentence gives only the number of the remaining names. */
const MAX_NAMES = 5

/** Names as part of a sentence: at most five names, and the number of the remaining names. */
export function shortList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}
