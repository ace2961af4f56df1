import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMENTS, commentMarkdown } from './comments.ts'
import { githubPage } from './github-page.ts'
import { drawHistory } from './history.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test.each(COMMENTS)('the picture $name shows the comment as the action writes it today', (comment) => {
  const [, article = ''] = githubPage(commentMarkdown(comment)).split('<article>')
  const shown = article.replaceAll(/(<\/summary>).*?(?=<\/details>)/gs, '$1')
  const drawn = [
    ...read(`site/docs/pictures/${comment.name}.svg`).matchAll(/<(?:text|circle)[^>]*>(?:<title>)?([^<]*)/g),
  ]
  expect(textOf(drawn.map(([, text]) => text).join(' '))).toBe(textOf(shown))
})

test('the picture of a history is the one that the page of a project draws today', async () => {
  expect(await drawHistory()).toBe(read('site/docs/pictures/history.svg'))
})

test('the README and the docs describe each comment with its headline', () => {
  const pages = read('README.md') + read('site/docs/pull-requests.md')
  for (const comment of COMMENTS) {
    const headline = /^### . Plimsoll: (.*)$/mu.exec(commentMarkdown(comment))?.[1]?.replaceAll('\\', '')
    expect(pages).toContain(`: ${headline}.](`)
  }
})

/** The text of markup without tags, entities and spaces. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, '')
}
