import { expect, test } from 'vitest'
import schema from '../run.v1.schema.json' with { type: 'json' }
import { revealInvisible, withoutCommands } from './plain-text.ts'

test('text that a reader can see stays as it is, and so do its lines', () => {
  const text = 'Ümläut 漢字 → × 🚢\n\tة'
  expect(revealInvisible(text)).toBe(text)
})

test.each([
  ['an escape sequence', '\u001b[2J'],
  ['a right-to-left override', '\u202e'],
  ['an Arabic letter mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['a variation selector', '\ufe0f'],
  ['a tag', '\u{e0061}'],
  ['a carriage return', '\r'],
])('%s becomes a replacement character', (_, hidden) => {
  expect(revealInvisible(`a${hidden}b`)).toBe(
    `a\ufffd${hidden.slice(hidden.startsWith('\u001b') ? 1 : hidden.length)}b`,
  )
})

test('a line of a document must not contain what is replaced, and may contain every other character', () => {
  const line = new RegExp(schema.$defs.line.pattern, 'u')
  const differing: string[] = []
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    const isHidden = revealInvisible(character) !== character || /[\n\t]/.test(character)
    if (line.test(character) === isHidden) differing.push(`U+${point.toString(16)}`)
  }
  expect(differing).toEqual([])
})

test.each([
  ['::error::x', ': :error::x'],
  ['one\n  ::set-output name=a::b\ntwo', 'one\n  : :set-output name=a::b\ntwo'],
  ['x ##[group]y', 'x ## [group]y'],
  ['std::string ## [a]', 'std::string ## [a]'],
])('no line of %j is a workflow command afterwards', (text, expected) => {
  expect(withoutCommands(text)).toBe(expected)
})
