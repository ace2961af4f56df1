/** Untrusted text, quoted in one of Plimsoll's sentences: one line of at most 200 characters. */
export function quoted(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  return `“${line.length > 200 ? `${line.slice(0, 200)}…` : line}”`
}
