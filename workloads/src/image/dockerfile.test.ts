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

test('a target has the stages it copies from, before itself', () => {
  expect(dockerfileFor('four', `${text}\nFROM scratch AS four\nCOPY --from=one /a /a\n`)).toBe(
    'ARG BASE\nFROM ${BASE} AS base\n\nFROM base AS one\nRUN one\n\nFROM scratch AS four\nCOPY --from=one /a /a\n',
  )
})

test('the targets that are made of real toolchains need a package archive, and no other does', () => {
  for (const target of ['fio', 'go', 'php', 'ruby', 'registry']) {
    expect(dockerfileFor(target).match(/apt-get update/g)).toHaveLength(1)
    expect(dockerfileFor(target)).not.toMatch(/^COPY/m)
  }
  for (const target of ['base', 'node', 'npm-ci', 'copy-up', 'start-small', 'start-large', 'pull-image', 'memory']) {
    expect(dockerfileFor(target)).not.toContain('apt-get')
  }
  expect(() => dockerfileFor('nope')).toThrow('no target nope')
})
