import { expect, test } from 'vitest'
import { dockerfileFor } from './dockerfile.ts'

const text =
  'ARG BASE\nFROM ${BASE} AS base\n\nFROM base AS one\nRUN one\n\nFROM base AS two\nRUN two\n\nFROM two AS three\nRUN three\n'

test('a target has its own stage and those it builds on, and no others', () => {
  expect(dockerfileFor('three', text)).toBe(
    'ARG BASE\nFROM ${BASE} AS base\n\nFROM base AS two\nRUN two\n\nFROM two AS three\nRUN three\n',
  )
  expect(dockerfileFor('base', text)).toBe('ARG BASE\nFROM ${BASE} AS base\n\n')
})

test('no target of the catalog needs a network but fio', () => {
  for (const target of ['base', 'node', 'npm-ci', 'copy-up', 'start-small', 'start-large']) {
    expect(dockerfileFor(target)).not.toContain('apt-get')
  }
  expect(dockerfileFor('fio')).not.toContain('COPY')
  expect(() => dockerfileFor('nope')).toThrow('no target nope')
})
