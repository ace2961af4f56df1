import { Marked, type Token } from 'marked'

/** Where links and pictures lead, as they are written; those inside of code are none. */
export function linksOf(tokens: Token[]): string[] {
  const links: string[] = []
  new Marked().walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href)
  })
  return links
}
