import { expect, test } from 'vitest'
import { fill } from './template.ts'

test('names are filled in, wherever they stand', () => {
  expect(fill('--cache=${toolchain}/npm-ci/${size}/cache', { toolchain: '/opt/plimsoll', size: 'small' })).toBe(
    '--cache=/opt/plimsoll/npm-ci/small/cache',
  )
})

test('an unknown name is a mistake in the file, and the message says which names there are', () => {
  expect(() => fill('${sise}', { size: 'small' })).toThrow('Unknown name ${sise} in a workload file: use one of size.')
})

test('what is filled in is not filled again', () => {
  expect(fill('${a}', { a: '${b}', b: 'no' })).toBe('${b}')
})
