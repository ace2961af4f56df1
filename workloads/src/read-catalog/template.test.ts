import { expect, test } from 'vitest'
import { fill, literal, namesIn } from './template.ts'

test('names are filled in, wherever they stand', () => {
  expect(fill('--cache=${toolchain}/npm-ci/${size}/cache', { toolchain: '/opt/plimsoll', size: 'small' })).toBe(
    '--cache=/opt/plimsoll/npm-ci/small/cache',
  )
})

test('an unknown name is an error that lists the available names', () => {
  expect(() => fill('${sise}', { size: 'small' })).toThrow('Unknown name ${sise} in a workload file: use one of size.')
})

test('replaced values are not expanded again', () => {
  expect(fill('${a}', { a: '${b}', b: 'no' })).toBe('${b}')
})

test.each(['${HOME}', '$${HOME}', 'a ${b} $c ${d', '${a${b}}', '$$$', ''])(
  '%s as a literal text is not expanded',
  (text) => {
    expect(fill(literal(text), {})).toBe(text)
    expect(namesIn(literal(text))).toEqual([])
  },
)
