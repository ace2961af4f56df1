import { describe, expect, it } from 'vitest'
import { hostileTexts, keys, refusalOf } from '../test/hostile-texts.ts'
import { MAX_BYTES, MAX_VALUES, parseStrict } from './parse.ts'

// The largest texts: building one takes longer than the parser needs to refuse it.

const SIZE = 50 * 1024 * 1024

describe('50 MiB end with a clear error:', () => {
  it.each([
    ...hostileTexts(SIZE),
    ['lists 62 deep', `[${`${'['.repeat(62)}${']'.repeat(62)},`.repeat(SIZE / 125)}0]`, 'too-many-values'],
    ['empty lists', `[${'[],'.repeat(SIZE / 3)}0]`, 'too-many-values'],
    ['zeros', `[${'0,'.repeat(SIZE / 2)}0]`, 'too-many-values'],
    ['objects with one key each', `[{${keys(3_000_000).replaceAll(',', '},{')}}]`, 'too-many-values'],
    ['more than 64 MiB', `"${'a'.repeat(MAX_BYTES)}"`, 'too-large'],
  ])('%s', (_name, text, code) => {
    expect(refusalOf(Buffer.from(text))?.code).toBe(code)
  })
})

it('2,000,000 values are read, objects, lists and scalars counted together, one more is not', () => {
  const objects = (count: number) => `[${'{"a":0},'.repeat(count - 1)}{"a":0}]`
  expect(refusalOf(objects(MAX_VALUES / 2 - 1))).toBeUndefined()
  expect(refusalOf(objects(MAX_VALUES / 2))).toMatchObject({
    code: 'too-many-values',
    pointer: '/999999/a',
    message: expect.stringContaining('more than 2,000,000 values'),
  })
})

it('a document of 16 MB takes at most eighty times as long as one of 0.8 MB', () => {
  const sample = {
    round: 1,
    order: 2,
    slot: 's1-2',
    cpu: { user: 123456, system: 456 },
    values: { duration: 3380000000, delay: [123456, 234567, 345678] },
  }
  const cpuOf = (count: number) => {
    const benchmarks = Array.from({ length: count }, () => ({
      workload: 'npm-ci',
      samples: new Array(20).fill(sample),
    }))
    const text = JSON.stringify({ benchmarks })
    const { user } = process.cpuUsage()
    parseStrict(text)
    return process.cpuUsage().user - user
  }
  cpuOf(100)
  const reference = Math.max(cpuOf(312), 5000)
  expect(cpuOf(6250) / reference).toBeLessThan(80)
})
