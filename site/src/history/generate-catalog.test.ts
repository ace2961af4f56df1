import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOG_FILE, generateCatalog, TARGETS_FILE } from './generate-catalog.ts'

test('catalog.json and metric-targets.json are up to date; otherwise run site/src/history/generate-catalog.ts', () => {
  const { catalog, targets } = generateCatalog()
  expect(readFileSync(CATALOG_FILE, 'utf8')).toBe(catalog)
  expect(readFileSync(TARGETS_FILE, 'utf8')).toBe(targets)
})
