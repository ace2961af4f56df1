import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryRegistry } from '../testing.ts'
import { keyLogFile, knownKeys, type PublishedKey, recordKeys } from './key-log.ts'
import { sha256 } from './sha256.ts'

const ISSUER = 'https://issuer.example'
const key = (kid: string, n = `modulus of ${kid}`): PublishedKey => ({
  ...{ issuer: ISSUER, kid, n, e: 'AQAB', source: `${ISSUER}/jwks` },
})

test('each published key is recorded once, with its date and source', () => {
  const registry = temporaryRegistry()
  expect(knownKeys(registry).find(key('1'))).toBeUndefined()
  recordKeys(registry, [key('1'), key('2')], '2026-01-01T00:00:00Z')
  recordKeys(registry, [key('2'), key('3')], '2026-02-01T00:00:00Z')
  recordKeys(registry, [key('3')], '2026-03-01T00:00:00Z')
  const dates = ['1', '2', '3'].map((kid) => knownKeys(registry).find(key(kid))?.at)
  expect(dates).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'])
  expect(readFileSync(keyLogFile(registry), 'utf8').split('\n')).toHaveLength(4)
})

test('a key of another issuer, or another modulus under the same name, is another key', () => {
  const registry = temporaryRegistry()
  recordKeys(registry, [key('1')], '2026-01-01T00:00:00Z')
  expect(knownKeys(registry).find(key('1', 'another modulus'))).toBeUndefined()
  expect(knownKeys(registry).find({ ...key('1'), issuer: 'https://other.example' })).toBeUndefined()
  expect(knownKeys(registry).find({ ...key('1'), e: 'Aw' })).toBeUndefined()
})

test('each line names the hash of the one before', () => {
  const registry = temporaryRegistry()
  recordKeys(registry, [key('1'), key('2')], '2026-01-01T00:00:00Z')
  recordKeys(registry, [key('3')], '2026-01-01T00:00:00Z')
  const lines = readFileSync(keyLogFile(registry), 'utf8').trimEnd().split('\n')
  const previous = lines.map((line) => (JSON.parse(line) as { previous: string }).previous)
  expect(previous).toEqual(['0'.repeat(64), ...lines.slice(0, 2).map((line) => sha256(line))])
})

test.each([
  [
    'changed',
    (lines: string[]) => [lines[0]?.replace('modulus of 1', 'modulus of 9'), ...lines.slice(1)],
    2,
    key('1', 'modulus of 9'),
  ],
  ['removed', (lines: string[]) => [lines[0], lines[2]], 2, key('2')],
  ['inserted', (lines: string[]) => [lines[0], lines[0], ...lines.slice(1)], 2, key('2')],
  ['no JSON', (lines: string[]) => [lines[0], 'x', ...lines.slice(1)], 2, key('2')],
  ['exchanged', (lines: string[]) => [lines[1], lines[0], lines[2]], 1, key('1')],
])('a line that is %s is a fault, and no key after it is known', (_, change, line, unknown) => {
  const registry = temporaryRegistry()
  recordKeys(registry, [key('1'), key('2'), key('3')], '2026-01-01T00:00:00Z')
  const file = keyLogFile(registry)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const changed = `${change(lines).join('\n')}\n`
  writeFileSync(file, changed)
  const { fault, find } = knownKeys(registry)
  expect(fault).toContain(`line ${line} `)
  expect(find(key('3'))).toBeUndefined()
  expect(find(unknown)).toBeUndefined()
  expect(() => recordKeys(registry, [key('4')], '2026-01-01T00:00:00Z')).toThrow(/is damaged .* Restore the file/)
  expect(readFileSync(file, 'utf8')).toBe(changed)
})

test('a log that does not end in a line feed is damaged', () => {
  const registry = temporaryRegistry()
  recordKeys(registry, [key('1')], '2026-01-01T00:00:00Z')
  writeFileSync(keyLogFile(registry), readFileSync(keyLogFile(registry), 'utf8').trimEnd())
  expect(knownKeys(registry).fault).toBe('line 1 is incomplete')
  expect(() => recordKeys(registry, [key('2')], '2026-01-01T00:00:00Z')).toThrow(/is damaged/)
})

test('without keys, no log is made', () => {
  const registry = temporaryRegistry()
  recordKeys(registry, [], '2026-01-01T00:00:00Z')
  expect(existsSync(keyLogFile(registry))).toBe(false)
})
