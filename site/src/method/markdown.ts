import { type Html, html } from '../html.ts'

// The part of Markdown that this project's README files are written in: paragraphs, tables, code, and lists one deep.

/** The text below a heading of the second rank, to the next one. Throws where there is no such heading. */
export function sectionOf(markdown: string, heading: string): string {
  const parts = markdown.split(/^## /m)
  const part = parts.slice(1).find((text) => text.startsWith(`${heading}\n`))
  if (part === undefined) throw new Error(`There is no section "${heading}".`)
  return part.slice(heading.length).trim()
}

/** The blocks of a text: what blank lines part, but for those inside of code. */
export function blocksOf(markdown: string): string[] {
  return markdown
    .split(/(^```[^\n]*\n.*?^```$)/ms)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
    .map((block) => block.replace(/^\n+|\s+$/g, ''))
    .filter((block) => block !== '')
}

/**
 * One block as HTML. @param addressOf where a link leads from the page; null where that is nowhere a reader can go: then
 * its text stands alone. Throws for what is no part of this Markdown.
 */
export function renderBlock(block: string, addressOf: (link: string) => string | null): Html {
  if (block.startsWith('```')) return html`<pre><code>${block.replace(/^```.*\n|\n```$/g, '')}</code></pre>`
  if (block.startsWith('|')) return renderTable(block, inline)
  if (LIST.test(block)) return renderList(block, inline)
  if (/^[#>]/.test(block)) throw new Error(`This is no block that a page can show: ${block.slice(0, 60)}`)
  return html`<p>${inline(block)}</p>`

  function inline(text: string): Html {
    return renderInline(text.replace(/\s*\n\s*/g, ' '), addressOf)
  }
}

const LIST = /^(\d+\.|-) /

type Inline = (text: string) => Html

function renderList(block: string, inline: Inline): Html {
  const items = block.split(/^(?=(?:\d+\.|-) )/m).map((item) => {
    const [first = '', ...nested] = item.replace(LIST, '').split(/^ +- /m)
    const below = nested.length > 0 && html`<ul>${nested.map((text) => html`<li>${inline(text.trim())}</li>`)}</ul>`
    return html`<li>${inline(first.trim())}${below}</li>\n`
  })
  return block.startsWith('-') ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`
}

function renderTable(block: string, inline: Inline): Html {
  const [head = [], marks = [], ...rows] = block.split('\n').map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  )
  const number = (column: number) => (marks[column]?.endsWith(':') ? 'number' : '')
  const cells = rows.map(
    (row) =>
      html`<tr>${row.map((cell, column) => (column === 0 ? html`<th scope="row">${inline(cell)}</th>` : html`<td class="${number(column)}">${inline(cell)}</td>`))}</tr>\n`,
  )
  // A column without a name is one whose every field says what it is.
  const heads = head.map((cell, column) =>
    cell === '' ? html`<td></td>` : html`<th scope="col" class="${number(column)}">${inline(cell)}</th>`,
  )
  return html`<div class="scroll" role="region" aria-label="Table: ${head.find((cell) => cell !== '')}" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>
${cells}</tbody></table></div>`
}

function renderInline(text: string, addressOf: (link: string) => string | null): Html {
  const parts = text.split(/(`[^`]+`|\*\*.+?\*\*|\[[^\]]+\]\([^)]+\))/)
  return html`${parts.map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    if (part.startsWith('**')) return html`<strong>${renderInline(part.slice(2, -2), addressOf)}</strong>`
    const [, label, link] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
    if (label === undefined || link === undefined) return html`${part}`
    const address = addressOf(link)
    const shown = renderInline(label, addressOf)
    return address === null ? shown : html`<a href="${address}">${shown}</a>`
  })}`
}
