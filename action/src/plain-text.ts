import { revealInvisible } from '@plimsoll/schema'

/**
 * Makes untrusted text one line that is safe to print: it cannot control the terminal.
 * @param most the maximum number of characters
 */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  return revealInvisible(text.slice(0, most)).replaceAll(/[\n\t]/g, '\ufffd')
}
