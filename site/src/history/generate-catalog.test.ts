import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOG_FILE, generateCatalog } from './generate-catalog.ts'

test('what the pages say of workloads is what the catalog says; else run site/src/history/generate-catalog.ts', () => {
  expect(readFileSync(CATALOG_FILE, 'utf8')).toBe(generateCatalog())
})
