import { expect, test } from 'vitest'
import { linksOf } from './links-testing.ts'
import { headingsOf, parseMarkdown, sectionOf } from './parse.ts'
import { renderMarkdown } from './render.ts'

const addressOf = (link: string) => (link === 'nowhere' ? null : `at/${link}`)
const render = (text: string) => renderMarkdown(parseMarkdown(text), { addressOf, pictureOf: () => '<svg/>' }).text

test('anchors are those of GitHub, and two headings of one name have two', () => {
  const anchors = (text: string) => headingsOf(parseMarkdown(text)).map(({ anchor }) => anchor)
  expect(anchors('# One `two`\n\n## A & B?\n\n## A & B?\n\n## plimsoll-registry edition new')).toEqual([
    ...['one-two', 'a--b', 'a--b-1', 'plimsoll-registry-edition-new'],
  ])
  expect(render('## A & B?\n\n## A & B?')).toContain('<h2 id="a--b-1">A &amp; B?</h2>')
})

test('a link leads where the page has it, and is text where the page has not', () => {
  expect(render('[here](there) [text](nowhere)')).toBe('<p><a href="at/there">here</a> text</p>\n')
  expect(linksOf(parseMarkdown('[a](b) `[c](d)` ![e](f)\n\n- **[g](h)**\n'))).toEqual(['b', 'f', 'h'])
})

test('HTML in a text is text', () => {
  expect(render('It has <b>this</b>\n\n<script>\nlet us\n</script>')).not.toMatch(/<b>|<script>/)
})

test('a block of code can be reached by keyboard, and says which file it is or what it needs', () => {
  expect(render('```yaml a/b.yml\nx: <1>\n```')).toBe(
    '<p class="code-label">a/b.yml</p>\n<pre tabindex="0"><code>x: &lt;1&gt;</code></pre>\n',
  )
  expect(render('```sh mac\nls\n```')).toContain('<p class="code-label">On a Mac</p>')
  expect(render('```sh\nls\n```')).toBe('<pre tabindex="0"><code>ls</code></pre>\n')
})

test('a table has heads for columns and rows, and a name of its own', () => {
  const table = '| a | b |\n| --- | ---: |\n| `c` | 1 |\n'
  expect(render(table)).toContain('aria-label="Table: a"')
  expect(render(table)).toContain('<th scope="row"><code>c</code></th><td class="number">1</td>')
  const names = [...render(`## Two\n\n${table}\n\nand\n\n${table}`).matchAll(/aria-label="([^"]+)"/g)]
  expect(names.map(([, name]) => name)).toEqual(['Table: Two', 'Table: Two, 2'])
})

test('a picture is in the page itself; where there is no place for one it is refused', () => {
  expect(render('![what it shows](picture.svg)')).toContain(
    '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="what it shows">',
  )
  expect(() => renderMarkdown(parseMarkdown('![a](b)'), { addressOf })).toThrow('no place')
})

test('a section is what is below its heading, to the next of its rank', () => {
  const tokens = parseMarkdown('# A\n\n## B\n\none\n\n### C\n\ntwo\n\n## D\n\nthree\n')
  const text = (title: string) => renderMarkdown(sectionOf(tokens, title), { addressOf }).text
  expect(text('B')).toBe('<p>one</p>\n<h3 id="c">C</h3>\n<p>two</p>\n')
  expect(text('D')).toBe('<p>three</p>\n')
  expect(() => sectionOf(tokens, 'C')).toThrow('no section')
})
