import path from 'node:path'
import { expect, test } from 'vitest'
import { readErrata } from '../errata/errata.ts'
import { errataOfSource } from './errata-links.ts'

const ERRATA = readErrata(path.join(import.meta.dirname, '..', '..', 'shipped-editions', 'errata'))

test.each([
  ['docker-internals-guide', '2026-02-15', 'startup-2026'],
  ['docker-for-mac-bench', '2025-01-04', 'mac-2025'],
  ['docker-for-mac-bench', '2022-12-12', 'mac-2022'],
  ['quick', '2026-01-01', null],
])('the errata of %s of %s are those of the edition %s', (suite, startedAt, edition) => {
  expect(errataOfSource({ origin: 'transcribed', suite, suiteVersion: 1, startedAt })).toBe(edition)
  expect(errataOfSource({ origin: 'measured', suite, suiteVersion: 1, startedAt })).toBeNull()
  if (edition !== null) expect(ERRATA.some((erratum) => erratum.edition === edition)).toBe(true)
})
