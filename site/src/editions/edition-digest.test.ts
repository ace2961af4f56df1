import { copyFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import type { Edition } from './edition.ts'
import { assertFrozen, freeze } from './edition-digest.ts'
import { readEditions } from './read-editions.ts'

const EDITIONS = path.join(import.meta.dirname, '..', '..', 'shipped-editions')
const SOURCE = { title: 'Title', authors: [], published: '2014-01-10' }

test('every shipped edition is unchanged since it was frozen', () => {
  expect(readEditions(EDITIONS).map(({ name }) => name)).toEqual([
    'linux-2026-2',
    'linux-2026',
    'startup-2026',
    'mac-2025',
    'mac-2022',
    'ramdisk-2022',
    'caching-2017',
    'vm-2014',
  ])
})

test.each(['title', 'parts', 'digest'])('an edition with an edited %s is rejected', (field) => {
  const [edition] = readEditions(EDITIONS)
  const edited = structuredClone(edition) as NonNullable<typeof edition>
  if (field === 'title') edited.title += ' '
  if (field === 'parts') edited.parts.pop()
  if (field === 'digest') edited.digest = `sha256:${'0'.repeat(64)}`
  expect(() => assertFrozen(edited)).toThrow(expect.objectContaining({ code: 'edited-edition' }))
})

test('the digest does not depend on the order of members', () => {
  const [edition] = readEditions(EDITIONS)
  const { digest, ...content } = edition as NonNullable<typeof edition>
  const reversed = Object.fromEntries(Object.entries(content).reverse()) as typeof content
  expect(freeze(reversed).digest).toBe(digest)
})

test('the two editions of format 1 are readable and keep their digests', () => {
  const digests = readEditions(EDITIONS).map(({ name, digest }) => [name, digest.slice(7, 15)])
  expect(Object.fromEntries(digests)).toMatchObject({ 'mac-2025': 'ad6000c9', 'mac-2022': '3d127c6e' })
})

test.each([
  ['{', 'bad-edition'],
  ['{"format":3}', 'bad-edition'],
  ['null', 'bad-edition'],
])('a file with %s is rejected by name', (text, code) => {
  const directory = temporaryDirectory()
  writeFileSync(path.join(directory, 'mine.json'), text)
  expect(() => readEditions(directory)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining('mine.json') }),
  )
})

test.each<[string, Partial<Edition>, string]>([
  ['published in the future', { published: '9999-12-31' }, 'a date "published" that is in the future'],
  ['published on no date', { published: 'soon' }, 'a date "published" that is no date'],
  ['with a script as address', { citation: { ...SOURCE, url: 'javascript:alert(1)' } }, 'an address in "citation"'],
  ['with a command for a terminal', { title: 'a\u001b[2J' }, 'a text with a line end or an invisible character'],
  ['with text that changes its direction', { method: ['a\u202eb'] }, 'a text with a line end or an invisible'],
  ['with an alias in another folder', { aliases: ['../runs'] }, 'a name that has other characters'],
])('an edition %s is rejected by name', (_, change, message) => {
  const directory = temporaryDirectory()
  const { digest: _digest, ...shipped } = JSON.parse(
    readFileSync(path.join(EDITIONS, 'vm-2014.json'), 'utf8'),
  ) as Edition
  const file = path.join(directory, 'vm-2014.json')
  writeFileSync(file, JSON.stringify(freeze({ ...shipped, ...change })))
  expect(() => readEditions(directory)).toThrow(
    expect.objectContaining({ code: 'bad-edition', message: expect.stringContaining(`${file} has ${message}`) }),
  )
})

test.each(['mine.json', 'data.csv', 'notes'])('a link %s among editions is rejected by name', (name) => {
  const directory = temporaryDirectory()
  symlinkSync(path.join(EDITIONS, 'vm-2014.json'), path.join(directory, name))
  expect(() => readEditions(directory)).toThrow(
    expect.objectContaining({ code: 'bad-edition', message: expect.stringContaining(`${name} is a link`) }),
  )
})

test('two editions with one name are rejected, and so is a file with the wrong name', () => {
  const directory = temporaryDirectory()
  copyFileSync(path.join(EDITIONS, 'vm-2014.json'), path.join(directory, 'vm-2014.json'))
  expect(() => readEditions(EDITIONS, directory)).toThrow(expect.objectContaining({ code: 'edition-exists' }))
  renameSync(path.join(directory, 'vm-2014.json'), path.join(directory, 'vm-2015.json'))
  expect(() => readEditions(directory)).toThrow(expect.objectContaining({ code: 'bad-edition' }))
})
