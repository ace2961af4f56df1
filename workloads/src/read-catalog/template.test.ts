import { expect, test } from 'vitest'
import { fill } from './template.ts'

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
