import { Marked, type Token } from 'marked'

/** Returns the targets of links and pictures as written, except those inside code. */
export function listLinks(tokens: Token[]): string[] {
  const links: string[] = []
  new Marked().walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href)
  })
  return links
}
