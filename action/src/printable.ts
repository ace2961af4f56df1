/**
 * Make untrusted text safe to print: replace control characters, so that it cannot control the terminal.
 * @param most maximum number of characters
 */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.slice(0, most).replaceAll(/[\p{Cc}\p{Cf}]/gu, '�')
}
