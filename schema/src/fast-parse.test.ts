import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFast } from './fast-parse.ts'

const LIMITS = { keys: 3, depth: 3, values: 9 }
const VALUE = { a: [1, -2.5, 1e-7, 9007199254740991], b: 'é\n"\\', '10': null, '9': {} }

test.each([0, 1, 2, 4])('what JSON.stringify writes is read, indented by %i, with or without a line feed', (indent) => {
  const text = JSON.stringify(VALUE, null, indent)
  for (const written of [text, `${text}\n`]) {
    expect(parseFast(written, { keys: 4, depth: 3, values: 20 })).toEqual(JSON.parse(text))
  }
})

test.each([
  '{"a":1,"a":2}',
  '{"a":9007199254740992}',
  '{"a":9007199254740993}',
  '{"a":1e999}',
  '{"a":-0}',
  '{"a":1.0}',
  '{"a":0.1000000000000000055511151231257827}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0041"}',
  '{"b":0,"1":0}',
  '{"a":1} ',
  '{"a":1}\n\n',
  ' {"a":1}',
  '{"a": 1}',
  '{"a":1',
  '\ufeff{}',
  '{"a":1,"b":2,"c":3,"d":4}',
  '[[[[]]]]',
  '[1,2,3,4,5,6,7,8,9]',
  '',
])('%s is left to the strict parser', (text) => {
  expect(parseFast(text, LIMITS)).toBeUndefined()
})

test('a key called __proto__ is an ordinary member', () => {
  const text = '{"__proto__":{"admin":true}}'
  const value = parseFast(text, LIMITS) as Record<string, unknown>
  expect(Object.keys(value)).toEqual(['__proto__'])
  expect(value.admin).toBeUndefined()
})

test('the text of a run as the command writes it is plain', () => {
  const run = JSON.parse(readFileSync(new URL('../../examples/run.json', import.meta.url), 'utf8'))
  expect(parseFast(`${JSON.stringify(run, null, 1)}\n`, { keys: 1000, depth: 64, values: 100_000 })).toEqual(run)
})
