import { describe, expect, it } from 'vitest'
import { InvalidDocument } from './document-errors.ts'
import { MAX_DOCUMENT_BYTES, MAX_VALUES } from './document-limits.ts'
import { parseStrict } from './parse.ts'

const SIZE = MAX_DOCUMENT_BYTES - 1

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

it('500,000 values are read, objects, lists and scalars counted together, one more is not', () => {
  const objects = (count: number) => `[${'{"a":0},'.repeat(count - 1)}{"a":0}]`
  expect(findRefusal(objects(MAX_VALUES / 2 - 1))).toBeUndefined()
  expect(findRefusal(objects(MAX_VALUES / 2))).toMatchObject({
    code: 'too-many-values',
    pointer: '/249999/a',
    message: expect.stringContaining('more than 500,000 values'),
  })
})

it.each(['1.0', '-1.00', '1e3', '1.5e1', '10e-1', '120.0E-1', '-0', '-0.0', '0.000e-9', '0.1', '0.30000000000000001'])(
  'a double is whole just where %s is, so it is read',
  (literal) => {
    expect(parseStrict(literal)).toBe(Number(literal))
  },
)

it('an error says where: a JSON pointer with ~ and / escaped, line and column', () => {
  expect(findRefusal('{"a/b~c":\n [0,\n  nul]}')).toEqual({
    code: 'syntax',
    pointer: '/a~1b~0c/1',
    message: 'expected a JSON value (line 3, column 3)',
  })
})

describe('5 MB end with a clear error:', () => {
  it.each([
    ['lists in each other', '['.repeat(SIZE), 'too-deep'],
    ['objects in each other', '{"a":'.repeat(SIZE / 5), 'too-deep'],
    ['lists 62 deep', `[${`${'['.repeat(62)}${']'.repeat(62)},`.repeat(SIZE / 126)}0]`, 'too-many-values'],
    ['zeros', `[${'0,'.repeat(MAX_VALUES)}0]`, 'too-many-values'],
    ['one number', '1'.repeat(SIZE), 'number-too-long'],
    ['keys', `{${Array.from({ length: SIZE / 12 }, (_, i) => `"k${i}":0`).join()}}`, 'too-many-keys'],
    ['a string without end', `"${'a'.repeat(SIZE)}`, 'syntax'],
    ['backslashes', `"${'\\'.repeat(SIZE)}`, 'syntax'],
    ['white space', ' '.repeat(SIZE), 'syntax'],
    ['more than 5 MB', `"${'a'.repeat(MAX_DOCUMENT_BYTES)}"`, 'too-large'],
  ])('%s', (_name, text, code) => {
    expect(findRefusal(text)?.code).toBe(code)
  })
})

/** The first error of a text, or undefined if it is read. */
function findRefusal(text: string) {
  try {
    parseStrict(text)
    return undefined
  } catch (error) {
    if (error instanceof InvalidDocument) return error.errors[0]
    throw error
  }
}
