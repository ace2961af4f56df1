/** The texts of a table: its columns, and its rows with one text per column. */
export interface TableTexts {
  columns: string[]
  rows: string[][]
}

/** Returns a table as GitHub's Markdown. */
export function tableMarkdown({ columns, rows }: TableTexts): string {
  const line = (texts: readonly string[]) => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |\n`
  return line(columns) + line(columns.map(() => '---')) + rows.map(line).join('')
}

/** Returns a table as HTML without classes, for a page of one's own. */
export function tableHtml({ columns, rows }: TableTexts): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const line = (texts: readonly string[], tag: 'th' | 'td') =>
    `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>\n`
  return `<table>\n<thead>\n${line(columns, 'th')}</thead>\n<tbody>\n${rows.map((row) => line(row, 'td')).join('')}</tbody>\n</table>\n`
}
