import { expect, test } from 'vitest'
import type { Part, Row } from './part.ts'
import { fitted } from './size-limits.ts'

/** A part with rows of about a hundred bytes. Rows with a smaller interest stay longer. */
function part(name: string, interests: number[]): Part {
  const rows = interests.map((interest, at): Row => ({ interest, fields: [`${name}${at}`, '😀'.repeat(25)] }))
  const table = { title: null, fold: null, heading: ['Benchmark', 'Change'], words: 1, rows, remarks: [] }
  return { heading: `#### ${name}`, lead: [], tables: [table], foot: [], elsewhere: 'the summary' }
}

const rowsIn = (text: string) => [...text.matchAll(/^\| (\w\d+) /gm)].map(([, name]) => name)

test('rows are left out only where they do not fit, the least interesting of all parts first, and are counted', () => {
  const parts = [part('a', [0, 4, 4]), part('b', [4, 0, 1])]
  const whole = fitted('head', parts, 10_000)
  expect(rowsIn(whole)).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2'])
  expect(fitted('head', parts, Buffer.byteLength(whole))).toBe(whole)
  const cut = fitted('head', parts, Buffer.byteLength(whole) - 250)
  expect(rowsIn(cut)).toEqual(['a0', 'b1', 'b2'])
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Buffer.byteLength(whole) - 250)
  expect(cut).toContain('2 more rows are only in the summary.')
  expect(cut).toContain('1 more row is only in the summary.')
})

test('parts that do not fit even without rows are left out from the end, and are counted', () => {
  const parts = Array.from({ length: 20 }, (_, at) => part(`p${'x'.repeat(50)}${at}`, [0]))
  const text = fitted('head', parts, 600)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(600)
  const shown = text.match(/^#### /gm)?.length ?? 0
  expect(shown).toBeGreaterThan(0)
  expect(text).toContain(`${20 - shown} more runs do not fit in here.`)
})
