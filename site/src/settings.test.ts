import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { editionPaths, shippedNames } from './editions/read-editions.ts'
import { readSettings, settingsFile } from './settings.ts'
import { inputsOfSite } from './site-build/inputs.ts'
import { temporaryRegistry } from './testing.ts'

const SHIPPED = path.join(import.meta.dirname, '..', 'shipped-editions')

test('without settings, a site is called Plimsoll and shows all shipped editions', () => {
  const registry = temporaryRegistry()
  expect(readSettings(registry)).toEqual({ name: 'Plimsoll', shippedEditions: null })
  expect(shippedNames(editionPaths(SHIPPED, registry))).toContain('mac-2025')
})

test('settings name the site and its shipped editions, and another setting makes the site out of date', () => {
  const registry = temporaryRegistry()
  const before = inputsOfSite(registry, null)
  writeFileSync(settingsFile(registry), '{"name": "Desk figures", "shippedEditions": ["mac-2025"]}')
  expect(readSettings(registry)).toEqual({ name: 'Desk figures', shippedEditions: ['mac-2025'] })
  expect(editionPaths(SHIPPED, registry)).toEqual([path.join(SHIPPED, 'mac-2025.json'), registry.editions])
  expect(inputsOfSite(registry, null)).not.toBe(before)
})

test.each([
  ['{', 'cannot be used'],
  ['[]', 'it is no object'],
  ['{"title": "x"}', '"title" is no setting: there are "name" and "shippedEditions"'],
  ['{"name": ""}', '"name" must be a text of 1 to 40 characters'],
  ['{"name": "a\\nb"}', '"name" must be a text'],
  ['{"name": "\\u202eb"}', '"name" must be a text'],
  [`{"name": "${'x'.repeat(41)}"}`, '"name" must be a text'],
  ['{"shippedEditions": "mac-2025"}', '"shippedEditions" must be a list of names'],
  [
    '{"shippedEditions": ["mac-1999"]}',
    'names the edition "mac-1999", which does not ship with Plimsoll. It may name: ',
  ],
])('the settings %s are refused with a sentence', (text, sentence) => {
  const registry = temporaryRegistry()
  writeFileSync(settingsFile(registry), text)
  expect(() => editionPaths(SHIPPED, registry)).toThrow(
    expect.objectContaining({ code: 'bad-settings', message: expect.stringContaining(sentence) }),
  )
})
