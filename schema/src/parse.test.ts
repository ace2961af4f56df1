import { describe, expect, it } from 'vitest'
import { InvalidDocument } from './errors.ts'
import { MAX_BYTES, parseStrict } from './parse.ts'

// What must be refused is in the corpus (corpus.test.ts); here are the values, the sizes and the times.

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
  expect(refusalOf('['.repeat(64) + ']'.repeat(64))).toBeUndefined()
  expect(refusalOf('['.repeat(65) + ']'.repeat(65))?.code).toBe('too-deep')
  expect(refusalOf('{"a":'.repeat(65))).toMatchObject({
    code: 'too-deep',
    pointer: '/a'.repeat(64),
  })
})

it('an error says where: a JSON pointer with ~ and / escaped, line and column', () => {
  expect(refusalOf('{"a/b~c":\n [0,\n  nul]}')).toEqual({
    code: 'syntax',
    pointer: '/a~1b~0c/1',
    message: 'expected a JSON value (line 3, column 3)',
  })
})

describe('ends in less than two seconds with a clear error:', () => {
  const size = 50 * 1024 * 1024
  const hostile: [name: string, text: string, code: string][] = [
    ['50 MiB of lists in each other', '['.repeat(size), 'too-deep'],
    ['50 MiB of objects in each other', '{"a":'.repeat(size / 5), 'too-deep'],
    ['50 MiB of one number', '1'.repeat(size), 'number-out-of-range'],
    ['50 MiB of a string without end', `"${'a'.repeat(size)}`, 'syntax'],
    ['50 MiB of backslashes', `"${'\\'.repeat(size)}`, 'syntax'],
    ['50 MiB of white space', ' '.repeat(size), 'syntax'],
    ['more than 64 MiB', `"${'a'.repeat(MAX_BYTES)}"`, 'too-large'],
  ]
  it.each(hostile)('%s', (_name, text, code) => {
    const bytes = Buffer.from(text)
    const start = performance.now()
    const refusal = refusalOf(bytes)
    expect(performance.now() - start).toBeLessThan(2000)
    expect(refusal?.code).toBe(code)
  })
})

it('a document of 16 MB is read in about a second', () => {
  const sample = {
    round: 1,
    order: 2,
    slot: 's1-2',
    cpu: { user: 123456, system: 456 },
    values: { duration: 3380000000 },
  }
  const cells = Array.from({ length: 8000 }, () => ({ workload: 'npm-ci', samples: new Array(20).fill(sample) }))
  const text = JSON.stringify({ cells })
  expect(text.length).toBeGreaterThan(16e6)
  const start = performance.now()
  parseStrict(text)
  // Half a second on two quiet cores; the machine that tests is not always quiet.
  expect(performance.now() - start).toBeLessThan(2000)
})

function refusalOf(text: string | Uint8Array) {
  try {
    parseStrict(text)
    return undefined
  } catch (error) {
    if (error instanceof InvalidDocument) return error.errors[0]
    throw error
  }
}
