/** A table in Markdown. What is in a field stays in it: line breaks become spaces, and bars are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (fields: readonly string[]) => `| ${fields.map(field).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Text as code, where there is any. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

/** Text with a full stop. It may begin with a name, so that its first letter stays as it is. */
export function sentence(text: string): string {
  const whole = text.trim().replace(/\s+/g, ' ')
  return /[.?!]$/.test(whole) ? whole : `${whole}.`
}

function field(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()
}
