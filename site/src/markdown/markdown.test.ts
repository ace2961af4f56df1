import { expect, test } from 'vitest'
import { listLinks } from './links-testing.ts'
import { findSection, listHeadings, parseMarkdown } from './parse.ts'
import { renderMarkdown } from './render.ts'

const resolveLink = (link: string) => (link === 'nowhere' ? null : `at/${link}`)
const render = (text: string) => renderMarkdown(parseMarkdown(text), { resolveLink, readPicture: () => '<svg/>' }).text

test('anchors are those of GitHub, and two headings with one name have different anchors', () => {
  const anchors = (text: string) => listHeadings(parseMarkdown(text)).map(({ anchor }) => anchor)
  expect(anchors('# One `two`\n\n## A & B?\n\n## A & B?\n\n## plimsoll-registry edition new')).toEqual([
    ...['one-two', 'a--b', 'a--b-1', 'plimsoll-registry-edition-new'],
  ])
  expect(render('## A & B?\n\n## A & B?')).toContain('<h2 id="a--b-1">A &amp; B?</h2>')
})

test('a link has the address on the site, and becomes text if there is none', () => {
  expect(render('[here](there) [text](nowhere)')).toBe('<p><a href="at/there">here</a> text</p>\n')
  expect(listLinks(parseMarkdown('[a](b) `[c](d)` ![e](f)\n\n- **[g](h)**\n'))).toEqual(['b', 'f', 'h'])
})

test('HTML in a text is escaped, and a comment is left out', () => {
  expect(render('<!-- Generated -->\n\nText')).toBe(render('Text'))
  expect(render('It has <b>this</b>\n\n<script>\nlet us\n</script>')).not.toMatch(/<b>|<script>/)
})

test('a code block is reachable by keyboard, and its label has its file or its requirement', () => {
  expect(render('```yaml a/b.yml\nx: <1>\n```')).toBe(
    '<p class="code-label">a/b.yml</p>\n<div class="copyable"><pre tabindex="0" data-copy="code"><code>x: &lt;1&gt;</code></pre></div>\n',
  )
  expect(render('```sh mac\nls\n```')).toContain('<p class="code-label">On a Mac</p>')
  expect(render('```sh\nls\n```')).toBe(
    '<div class="copyable"><pre tabindex="0" data-copy="code"><code>ls</code></pre></div>\n',
  )
})

test('a table has headers of columns and rows, and a unique name', () => {
  const table = '| a | b |\n| --- | ---: |\n| `c` | 1 |\n'
  expect(render(table)).toContain('aria-label="Table: a"')
  expect(render(table)).toContain('<th scope="row"><code>c</code></th><td class="number">1</td>')
  expect(render(table)).toContain('<th scope="col" class="">A</th><th scope="col" class="number">B</th>')
  expect(render('| `a` | b c | d |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n')).toMatch(
    /<code>a<\/code><\/th><th scope="col" class="">B c<.*data-label="B c"/s,
  )
  const names = [...render(`## Two\n\n${table}\n\nand\n\n${table}`).matchAll(/aria-label="([^"]+)"/g)]
  expect(names.map(([, name]) => name)).toEqual(['Table: Two', 'Table: Two, 2'])
})

test('a picture is embedded in the page; a page without pictures rejects it', () => {
  expect(render('![what it shows](picture.svg)')).toContain(
    '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="what it shows">',
  )
  expect(() => renderMarkdown(parseMarkdown('![a](b)'), { resolveLink })).toThrow('cannot include')
})

test('a section ends at the next heading of its level', () => {
  const tokens = parseMarkdown('# A\n\n## B\n\none\n\n### C\n\ntwo\n\n## D\n\nthree\n')
  const text = (title: string) => renderMarkdown(findSection(tokens, title), { resolveLink }).text
  expect(text('B')).toBe('<p>one</p>\n<h3 id="c">C</h3>\n<p>two</p>\n')
  expect(text('D')).toBe('<p>three</p>\n')
  expect(() => findSection(tokens, 'C')).toThrow('no section')
})
