import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOG_FILE, generateCatalog } from './generate-catalog.ts'

test('catalog.json is up to date; otherwise run site/src/history/generate-catalog.ts', () => {
  expect(readFileSync(CATALOG_FILE, 'utf8')).toBe(generateCatalog())
})
