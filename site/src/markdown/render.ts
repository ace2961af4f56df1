import { Marked } from 'marked'
import { type Html, html, trusted } from '../html.ts'
import { listHeadings, plainText, type Token, type Tokens } from './parse.ts'

/** What rendering a text needs to know about the page that contains the text. */
export interface RenderContext {
  /**
   * Returns the target of a link as seen from the page. Returns null if no reader can open the target; then the page
   * shows only the text of the link.
   */
  resolveLink: (link: string) => string | null
  /** Returns the content of a picture (SVG) that the text names. */
  readPicture?: (link: string) => string
}

/** Renders the project's own Markdown as HTML, with GitHub's anchors at headings. HTML inside the text is escaped. */
export function renderMarkdown(tokens: Token[], { resolveLink, readPicture = noPicture }: RenderContext): Html {
  const tableNames = nameTables(tokens)
  const anchors = new Map(listHeadings(tokens).map(({ token, anchor }) => [token, anchor]))
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading(token) {
        const text = trusted(this.parser.parseInline(token.tokens))
        return html`<h${token.depth} id="${anchors.get(token)}">${text}</h${token.depth}>\n`.text
      },
      code: ({ text, lang = '' }) => renderCode(text, lang).text,
      table(token) {
        const cellOf = (cell: Tokens.TableCell) => trusted(this.parser.parseInline(cell.tokens))
        return renderTable(token, tableNames.get(token) ?? '', cellOf).text
      },
      link({ href, tokens }) {
        const shown = trusted(this.parser.parseInline(tokens))
        const address = resolveLink(href)
        return address === null ? shown.text : html`<a href="${address}">${shown}</a>`.text
      },
      image: ({ href, text }) =>
        html`<span class="picture" role="region" aria-label="Picture" tabindex="0"><img src="${asDataUrl(readPicture(href))}" alt="${text}"></span>`
          .text,
      // A comment marks a generated part of a page.
      html: ({ text }) => (text.startsWith('<!--') ? '' : html`${text}`.text),
    },
  })
  return trusted(marked.parser(tokens))
}

function noPicture(link: string): never {
  throw new Error(`This page cannot include the picture ${link}.`)
}

/** Embeds a picture in the page, because the picture is small and the page then needs no other file. */
function asDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/**
 * Renders a code block, to which the script `copy` adds a button. The words after its language name the block's requirements, or the file that the block shows.
 */
function renderCode(text: string, language: string): Html {
  const word = language.split(' ').slice(1).join(' ')
  const label = REQUIREMENTS.get(word) ?? word
  return html`${label !== '' && html`<p class="code-label">${label}</p>\n`}<div class="copyable"><pre tabindex="0" data-copy="code"><code>${text}</code></pre></div>\n`
}

/**
 * Names each table after the heading above it, or, without such a heading, after its first column. A second table below
 * the same heading gets a number too.
 */
function nameTables(tokens: readonly Token[]): Map<Token, string> {
  const names = new Map<Token, string>()
  let heading = ''
  let tables = 0
  for (const token of tokens) {
    if (token.type === 'heading') [heading, tables] = [plainText(token.tokens ?? []), 0]
    if (token.type !== 'table') continue
    tables++
    const name = heading || (token as Tokens.Table).header.map(({ text }) => text).find((text) => text !== '')
    names.set(token, tables === 1 ? `${name}` : `${name}, ${tables}`)
  }
  return names
}

function renderTable(table: Tokens.Table, name: string, cellOf: (cell: Tokens.TableCell) => Html): Html {
  const number = (column: number) => (table.align[column] === 'right' ? 'number' : '')
  // On a narrow screen, a wide table is shown as pairs of a label and a value (`DataTable`), so it states its roles.
  const isWide = table.header.length > MAX_NARROW_COLUMNS
  const labelOf = (column: number) => {
    const label = asTitle(table.header[column], plainText(table.header[column]?.tokens ?? []))
    return html` role="cell"${label !== '' && html` data-label="${label}"`}`
  }
  // An empty heading becomes a plain cell, because `th` needs text. The cells of its column explain themselves.
  const heads = table.header.map((cell, column) =>
    cell.text === ''
      ? html`<td></td>`
      : html`<th scope="col" class="${number(column)}">${trusted(asTitle(cell, cellOf(cell).text))}</th>`,
  )
  const rows = table.rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0
        ? html`<th scope="row"${isWide && html` role="rowheader"`}>${cellOf(cell)}</th>`
        : html`<td class="${number(column)}"${isWide && labelOf(column)}>${isWide ? html`<span>${cellOf(cell)}</span>` : cellOf(cell)}</td>`,
    )
    return html`<tr${isWide && html` role="row"`}>${cells}</tr>\n`
  })
  return html`<div class="scroll" role="region" aria-label="Table: ${name}" tabindex="0"><table${isWide && html` class="pairs" role="table"`}><thead><tr>${heads}</tr></thead><tbody${isWide && html` role="rowgroup"`}>
${rows}</tbody></table></div>\n`
}

/** Returns the text of a heading with a capital, as other tables of the site have it. A heading of code stays as it is. */
function asTitle(cell: Tokens.TableCell | undefined, text: string): string {
  return cell?.tokens[0]?.type === 'text' ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** The number of columns of a table that fit a narrow screen. */
const MAX_NARROW_COLUMNS = 2

/** The requirements of a shell block that not every reader can meet: for each word after `sh`, its label on a page. */
export const REQUIREMENTS = new Map([
  ['minutes', 'Takes minutes'],
  ['mac', 'On a Mac'],
  ['github', 'With an account on GitHub'],
  ['elsewhere', 'On another machine'],
])
