import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listHeadings, parseMarkdown, plainText, type Token, type Tokens } from '../markdown/parse.ts'
import { renderMarkdown } from '../markdown/render.ts'

/** The content of a page of the documentation. It holds only strings, so that Next can serialise it. */
export interface DocumentationPage {
  title: string
  /** The heading above the page in the table of contents; empty for the table of contents itself. */
  group: string
  /** The first paragraph of the page as plain text, for search engines and previews. */
  description: string
  /** The content of the page, as HTML. */
  body: string
  sections: { anchor: string; title: string }[]
  previous: Entry | null
  next: Entry | null
}

/**
 * Reads one page, or the table of contents. Throws if the page does not begin with a heading of the first level.
 * @param directory of the documentation
 * @param name null for the table of contents
 */
export function readDocumentation(directory: string, name: string | null): DocumentationPage {
  const entries = readContents(directory)
  const position = entries.findIndex((entry) => entry.name === name)
  const [title, ...tokens] = parseMarkdown(readFileSync(path.join(directory, `${name ?? 'README'}.md`), 'utf8'))
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${name}.md does not begin with "# ".`)
  const sections = listHeadings(tokens).filter(({ token }) => token.depth === 2)
  return {
    title: plainText(title.tokens ?? []),
    group: entries[position]?.group ?? '',
    description: descriptionOf(tokens),
    body: renderMarkdown(tokens, {
      resolveLink: (link) => resolveLink(link, name === null ? 'docs/' : '', name === null ? '' : '../'),
      readPicture: (link) => readFileSync(path.join(directory, link), 'utf8'),
    }).text,
    sections: sections.map(({ anchor, title }) => ({ anchor, title })),
    previous: entries[position - 1] ?? null,
    next: entries[position + 1] ?? null,
  }
}

/** The files of the repository whose content is on the site at another address. */
const ON_SITE = new Map([
  ['../../schema/run.v1.schema.json', 'schema/run/v1.json'],
  ['../../schema/README.md', 'method'],
])

/**
 * Returns the address on the site for a link to a file of the repository. The file can be a page of the documentation,
 * or a file that the site has at another address. Returns null for all other files, because the site does not have them.
 * @param docs the path to `/docs`
 * @param root the path to the registry's root
 */
function resolveLink(link: string, docs: string, root: string): string | null {
  if (/^(https:|#)/.test(link)) return link
  const onSite = ON_SITE.get(link)
  if (onSite !== undefined) return `${root}${onSite}`
  const [, page, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? []
  if (page === undefined) return null
  return page === 'README' ? `${root}docs${anchor}` : `${docs}${page}${anchor}`
}

function descriptionOf(tokens: readonly Token[]): string {
  const paragraph = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')
  return plainText(paragraph?.tokens ?? []).replaceAll('\n', ' ')
}

/** An entry of the documentation's table of contents. */
export interface Entry {
  /** The last part of the page's address. It is also the name of the page's file without `.md`. */
  name: string
  title: string
  /** The heading above the entry in the table of contents. */
  group: string
}

/**
 * Returns the pages of the documentation in the order of the `README.md` of its directory. The `README.md` lists each
 * page as an item that begins with a link. Throws if a page is not listed, or if a listed page does not exist.
 */
export function readContents(directory: string): Entry[] {
  const entries: Entry[] = []
  let group = ''
  for (const line of readFileSync(path.join(directory, 'README.md'), 'utf8').split('\n')) {
    group = /^## (.+)$/.exec(line)?.[1] ?? group
    const [, title, name] = /^- \[([^\]]+)\]\(([\w-]+)\.md\)/.exec(line) ?? []
    if (title !== undefined && name !== undefined) entries.push({ name, title, group })
  }
  const listed = entries.map(({ name }) => `${name}.md`)
  const files = readdirSync(directory).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const wrong = [...files.filter((file) => !listed.includes(file)), ...listed.filter((file) => !files.includes(file))]
  if (wrong.length > 0)
    throw new Error(`docs/README.md must list each page of docs/ once. Missing or extra: ${wrong.join(', ')}`)
  return entries
}
