import { describe, expect, it } from 'vitest'
import { findRefusal, hostileTexts, keys } from '../test/hostile-texts.ts'
import { MAX_DOCUMENT_BYTES, MAX_KEYS, MAX_VALUES } from './document-limits.ts'
import { parseStrict } from './parse.ts'

// The corpus (corpus.test.ts) covers the texts that the parser must reject. These tests cover values, sizes and times.

it.each([
  '{"a":[1,-2,3.5,1e3,-0,0.1e-2,true,false,null,"x"],"b":{}}',
  ' \t\r\n[ ] ',
  '"\\u0041\\n\\"\\\\\\/\\b\\f\\r\\t\\ud83d\\ude00 é 😀"',
  '-0',
  '9007199254740991',
  '1.7976931348623157',
  '0e400',
  '""',
  '[[],{},[{}]]',
])('reads %s as JSON.parse does', (text) => {
  expect(parseStrict(text)).toEqual(JSON.parse(text))
  expect(parseStrict(Buffer.from(text))).toEqual(JSON.parse(text))
})

it('a __proto__ key is an ordinary member and changes no prototype', () => {
  const value = parseStrict('{"__proto__":{"polluted":true},"constructor":1}') as object
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
  expect('polluted' in value).toBe(false)
  expect('polluted' in {}).toBe(false)
})

it('64 levels of nesting are read, 65 are not', () => {
  expect(findRefusal('['.repeat(64) + ']'.repeat(64))).toBeUndefined()
  expect(findRefusal('['.repeat(65) + ']'.repeat(65))?.code).toBe('too-deep')
  expect(findRefusal('{"a":'.repeat(65))).toMatchObject({
    code: 'too-deep',
    pointer: '/a'.repeat(64),
  })
})

it('500,000 values are read, objects, lists and scalars counted together, one more is not', () => {
  const objects = (count: number) => `[${'{"a":0},'.repeat(count - 1)}{"a":0}]`
  expect(findRefusal(objects(MAX_VALUES / 2 - 1))).toBeUndefined()
  expect(findRefusal(objects(MAX_VALUES / 2))).toMatchObject({
    code: 'too-many-values',
    pointer: '/249999/a',
    message: expect.stringContaining('more than 500,000 values'),
  })
})

it('1,000 keys of one object are read, one more is not', () => {
  expect(findRefusal(`{"o":{${keys(MAX_KEYS)}}}`)).toBeUndefined()
  expect(findRefusal(`{"o":{${keys(MAX_KEYS + 1)}}}`)).toMatchObject({ code: 'too-many-keys', pointer: '/o' })
})

it('a number of 1,000 characters is read, one of 1,001 is not', () => {
  expect(parseStrict(`0.1${'0'.repeat(997)}`)).toBe(0.1)
  expect(findRefusal(`0.1${'0'.repeat(998)}`)?.code).toBe('number-too-long')
})

it.each(['1.0', '-1.00', '1e3', '1.5e1', '10e-1', '120.0E-1', '-0', '-0.0', '0.000e-9', '0.1', '0.30000000000000001'])(
  'a double is whole just where %s is, so it is read',
  (literal) => {
    expect(parseStrict(literal)).toBe(Number(literal))
  },
)

it.each([
  '3000000000.0000000000000001',
  `0.${'9'.repeat(900)}`,
  '-0.99999999999999999',
  '9007199254740990.6',
  '30000000000000000000000001e-16',
  '1.00000000000000000001e1',
  '0.0001e-400',
])('a double makes the fraction %s whole, so it is refused', (literal) => {
  expect(Number.isInteger(Number(literal))).toBe(true)
  expect(findRefusal(literal)?.code).toBe('number-rounded')
})

it('an error says where: a JSON pointer with ~ and / escaped, line and column', () => {
  expect(findRefusal('{"a/b~c":\n [0,\n  nul]}')).toEqual({
    code: 'syntax',
    pointer: '/a~1b~0c/1',
    message: 'expected a JSON value (line 3, column 3)',
  })
})

describe('5 MB end with a clear error:', () => {
  it.each([
    ...hostileTexts(MAX_DOCUMENT_BYTES - 1),
    [
      'lists 62 deep',
      `[${`${'['.repeat(62)}${']'.repeat(62)},`.repeat(MAX_DOCUMENT_BYTES / 126)}0]`,
      'too-many-values',
    ],
    ['zeros', `[${'0,'.repeat(MAX_VALUES)}0]`, 'too-many-values'],
    ['more than 5 MB', `"${'a'.repeat(MAX_DOCUMENT_BYTES)}"`, 'too-large'],
  ])('%s', (_name, text, code) => {
    expect(findRefusal(Buffer.from(text))?.code).toBe(code)
  })
})
