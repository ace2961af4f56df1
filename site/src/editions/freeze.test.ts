import { copyFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { assertFrozen, freeze } from './freeze.ts'
import { readEditions } from './read-editions.ts'

const EDITIONS = path.join(import.meta.dirname, '..', '..', 'editions')

test('every edition that ships is as it was frozen', () => {
  expect(readEditions(EDITIONS).map(({ name }) => name)).toEqual([
    'startup-2026',
    'mac-2025',
    'mac-2022',
    'ramdisk-2022',
    'caching-2017',
    'vm-2014',
  ])
})

test.each(['title', 'parts', 'digest'])('an edition whose %s was edited is refused', (field) => {
  const [edition] = readEditions(EDITIONS)
  const edited = structuredClone(edition) as NonNullable<typeof edition>
  if (field === 'title') edited.title += ' '
  if (field === 'parts') edited.parts.pop()
  if (field === 'digest') edited.digest = `sha256:${'0'.repeat(64)}`
  expect(() => assertFrozen(edited)).toThrow(expect.objectContaining({ code: 'edited-edition' }))
})

test('freezing names the content, whatever the order of its members', () => {
  const [edition] = readEditions(EDITIONS)
  const { digest, ...content } = edition as NonNullable<typeof edition>
  const reversed = Object.fromEntries(Object.entries(content).reverse()) as typeof content
  expect(freeze(reversed).digest).toBe(digest)
})

test('the two editions of format 1 are read as they were frozen, under the digests they always had', () => {
  const digests = readEditions(EDITIONS).map(({ name, digest }) => [name, digest.slice(7, 15)])
  expect(Object.fromEntries(digests)).toMatchObject({ 'mac-2025': '081404e6', 'mac-2022': '505a4420' })
})

test.each([
  ['{', 'bad-edition'],
  ['{"format":3}', 'bad-edition'],
  ['null', 'bad-edition'],
])('a file with %s is named and refused', (text, code) => {
  const directory = temporaryDirectory()
  writeFileSync(path.join(directory, 'mine.json'), text)
  expect(() => readEditions(directory)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining('mine.json') }),
  )
})

test.each(['mine.json', 'data.csv', 'notes'])(
  'a link %s among editions is named and refused, whatever it leads to',
  (name) => {
    const directory = temporaryDirectory()
    symlinkSync(path.join(EDITIONS, 'vm-2014.json'), path.join(directory, name))
    expect(() => readEditions(directory)).toThrow(
      expect.objectContaining({ code: 'bad-edition', message: expect.stringContaining(`${name} is a link`) }),
    )
  },
)

test('two editions of one name are refused, and so is a file under the name of another', () => {
  const directory = temporaryDirectory()
  copyFileSync(path.join(EDITIONS, 'vm-2014.json'), path.join(directory, 'vm-2014.json'))
  expect(() => readEditions(EDITIONS, directory)).toThrow(expect.objectContaining({ code: 'edition-exists' }))
  renameSync(path.join(directory, 'vm-2014.json'), path.join(directory, 'vm-2015.json'))
  expect(() => readEditions(directory)).toThrow(expect.objectContaining({ code: 'bad-edition' }))
})
