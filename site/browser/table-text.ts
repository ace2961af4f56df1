/** The texts of a table: its columns, its rows with one text per column, and the page that it is from. */
export interface TableTexts {
  columns: string[]
  rows: string[][]
  source: { title: string; address: string }
}

/** Returns a table as GitHub's Markdown. */
export function tableMarkdown({ columns, rows, source }: TableTexts): string {
  const line = (texts: readonly string[]) => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |\n`
  const table = line(columns) + line(columns.map(() => '---')) + rows.map(line).join('')
  return `${table}\nSource: [${source.title.replaceAll(/[[\]\\]/g, '\\$&')}](${source.address})\n`
}

/** Returns a table as HTML without classes, for a page of one's own. */
export function tableHtml({ columns, rows, source }: TableTexts): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const link = `<a href="${escaped(source.address)}">${escaped(source.title)}</a>`
  const line = (texts: readonly string[], tag: 'th' | 'td') =>
    `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>\n`
  return `<table>\n<thead>\n${line(columns, 'th')}</thead>\n<tbody>\n${rows.map((row) => line(row, 'td')).join('')}</tbody>\n</table>\n<p>Source: ${link}</p>\n`
}
