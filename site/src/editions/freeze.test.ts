import path from 'node:path'
import { expect, test } from 'vitest'
import { assertFrozen, freeze } from './freeze.ts'
import { readEditions } from './shipped.ts'

const EDITIONS = path.join(import.meta.dirname, '..', '..', 'editions')

test('every edition that ships is as it was frozen', () => {
  expect(readEditions(EDITIONS).map(({ name }) => name)).toEqual(['mac-2025', 'mac-2022'])
})

test.each(['title', 'rows', 'digest'])('an edition whose %s was edited is refused', (field) => {
  const [edition] = readEditions(EDITIONS)
  const edited = structuredClone(edition) as NonNullable<typeof edition>
  if (field === 'title') edited.title += ' '
  if (field === 'rows') edited.rows[3] = { ...(edited.rows[3] as (typeof edited.rows)[0]), flag: 'replaced' }
  if (field === 'digest') edited.digest = `sha256:${'0'.repeat(64)}`
  expect(() => assertFrozen(edited)).toThrow(expect.objectContaining({ code: 'edited-edition' }))
})

test('freezing names the content, whatever the order of its members', () => {
  const [edition] = readEditions(EDITIONS)
  const { digest, ...content } = edition as NonNullable<typeof edition>
  const reversed = Object.fromEntries(Object.entries(content).reverse()) as typeof content
  expect(freeze(reversed).digest).toBe(digest)
})
