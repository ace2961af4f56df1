/** Returns a Markdown table. Line breaks in fields become spaces, and bars are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (fields: readonly string[]) => `| ${fields.map(field).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Returns text as inline code; empty text stays empty. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

/** Adds a full stop to a text. Keeps the case of the first letter, because the text may begin with a name. */
export function sentence(text: string): string {
  const whole = text.trim().replace(/\s+/g, ' ')
  return /[.?!]$/.test(whole) ? whole : `${whole}.`
}

function field(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()
}
