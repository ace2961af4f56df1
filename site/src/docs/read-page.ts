import { readFileSync } from 'node:fs'
import path from 'node:path'
import { headingsOf, parseMarkdown, plainText, type Token, type Tokens } from '../markdown/parse.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { type Entry, readContents } from './contents.ts'

/** What a page of the documentation shows; nothing in it but text, so that Next can hand it on. */
export interface DocumentationPage {
  title: string
  /** The heading of the contents it stands under; empty for the contents themselves. */
  group: string
  /** The first paragraph, without marks: what search engines and previews show. */
  description: string
  /** HTML. */
  body: string
  sections: { anchor: string; title: string }[]
  previous: Entry | null
  next: Entry | null
}

/**
 * The contents, or one page. Throws where it does not begin with a heading of the first rank.
 * @param directory the documentation's @param name null for the contents
 */
export function readDocumentation(directory: string, name: string | null): DocumentationPage {
  const entries = readContents(directory)
  const place = entries.findIndex((entry) => entry.name === name)
  const [title, ...tokens] = parseMarkdown(readFileSync(path.join(directory, `${name ?? 'README'}.md`), 'utf8'))
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${name}.md does not begin with "# ".`)
  const sections = headingsOf(tokens).filter(({ token }) => token.depth === 2)
  return {
    title: plainText(title.tokens ?? []),
    group: entries[place]?.group ?? '',
    description: descriptionOf(tokens),
    body: renderMarkdown(tokens, {
      addressOf: (link) => addressOf(link, name === null ? 'docs/' : '', name === null ? '' : '../'),
      pictureOf: (link) => readFileSync(path.join(directory, link), 'utf8'),
    }).text,
    sections: sections.map(({ anchor, title }) => ({ anchor, title })),
    previous: entries[place - 1] ?? null,
    next: entries[place + 1] ?? null,
  }
}

/** Files of the repository that are on the site under another name. */
const ON_SITE = new Map([
  ['../../schema/run.v1.schema.json', 'schema/run/v1.json'],
  ['../../schema/README.md', 'method'],
])

/**
 * Links of the repository, as they are in a registry: a page of the documentation, or what is on the site under another
 * name; other files of the repository are not there. @param docs the way to `/docs` @param root the way to the registry's root
 */
function addressOf(link: string, docs: string, root: string): string | null {
  if (/^(https:|#)/.test(link)) return link
  const elsewhere = ON_SITE.get(link)
  if (elsewhere !== undefined) return `${root}${elsewhere}`
  const [, page, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? []
  if (page === undefined) return null
  return page === 'README' ? `${root}docs${anchor}` : `${docs}${page}${anchor}`
}

function descriptionOf(tokens: readonly Token[]): string {
  const paragraph = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')
  return plainText(paragraph?.tokens ?? []).replaceAll('\n', ' ')
}
