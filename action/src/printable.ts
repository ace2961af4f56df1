/** What somebody else wrote is shown, never sent to the terminal as it is. @param most characters of it */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.slice(0, most).replaceAll(/[\p{Cc}\p{Cf}]/gu, '�')
}
