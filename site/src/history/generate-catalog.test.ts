import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOG_FILE, ENGINES_FILE, generateCatalog, TARGETS_FILE } from './generate-catalog.ts'

test('catalog.json, metric-targets.json and engine-names.json are up to date; otherwise run site/src/history/generate-catalog.ts', () => {
  const { catalog, targets, engines } = generateCatalog()
  expect(readFileSync(CATALOG_FILE, 'utf8')).toBe(catalog)
  expect(readFileSync(TARGETS_FILE, 'utf8')).toBe(targets)
  expect(readFileSync(ENGINES_FILE, 'utf8')).toBe(engines)
})
