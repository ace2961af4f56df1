import { Marked, type Token, type Tokens } from 'marked'

export type { Token, Tokens }

/** A heading of a text, with the anchor that GitHub gives it. */
export interface Heading {
  token: Tokens.Heading
  title: string
  anchor: string
}

/** Parses GitHub-flavored Markdown into blocks. */
export function parseMarkdown(text: string): Token[] {
  return new Marked({ gfm: true }).lexer(text)
}

/**
 * Returns the headings among some blocks. If two headings have the same name, the anchor of the second gets a number.
 */
export function listHeadings(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>()
  return tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map((token) => {
      const title = plainText(token.tokens)
      const name = title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-')
      const times = seen.get(name) ?? 0
      seen.set(name, times + 1)
      return { token, title, anchor: times === 0 ? name : `${name}-${times}` }
    })
}

/**
 * Returns the blocks below a second-level heading, up to the next second-level heading.
 * @throws if there is no such heading
 */
export function findSection(tokens: readonly Token[], title: string): Token[] {
  const headings = listHeadings(tokens)
    .filter(({ token }) => token.depth === 2)
    .map((heading) => ({ ...heading, position: tokens.indexOf(heading.token) }))
  const found = headings.findIndex((heading) => heading.title === title)
  if (found === -1) throw new Error(`There is no section "${title}".`)
  return tokens.slice((headings[found]?.position ?? 0) + 1, headings[found + 1]?.position)
}

/** Returns the words of a text, without Markdown syntax. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainText(token.tokens)
      return 'text' in token ? (token.text as string) : token.raw
    })
    .join('')
}
