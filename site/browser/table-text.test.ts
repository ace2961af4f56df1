import { expect, test } from 'vitest'
import { tableHtml, tableMarkdown } from './table-text.ts'

const TABLE = {
  columns: ['Test', 'Median'],
  rows: [
    ['bind | <volume>', '1.2 s'],
    ['native', ''],
  ],
  source: { title: 'My [desk] & "more"', address: 'https://registry.example/editions/desk-1' },
}

test('a table is Markdown whose texts cannot end a column, with its source', () => {
  expect(tableMarkdown(TABLE)).toBe(
    '| Test | Median |\n| --- | --- |\n| bind \\| <volume> | 1.2 s |\n| native |  |\n\nSource: [My \\[desk\\] & "more"](https://registry.example/editions/desk-1)\n',
  )
})

test('a table is HTML whose texts are no elements, with its source', () => {
  expect(tableHtml(TABLE)).toBe(
    '<table>\n<thead>\n<tr><th>Test</th><th>Median</th></tr>\n</thead>\n<tbody>\n<tr><td>bind | &lt;volume&gt;</td><td>1.2 s</td></tr>\n<tr><td>native</td><td></td></tr>\n</tbody>\n</table>\n<p>Source: <a href="https://registry.example/editions/desk-1">My [desk] &amp; &quot;more&quot;</a></p>\n',
  )
})
