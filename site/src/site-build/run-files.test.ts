import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { idOfHash } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import type { Signature } from '../provenance/signature.ts'
import { BUNDLE_EXTENSION, RUN_EXTENSIONS } from '../run-page/files.ts'
import { makeSignature } from '../run-page/testing.ts'
import { bundleFile } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { addStatement } from '../store/statements.ts'
import { temporaryDirectory, temporaryRegistry } from '../testing.ts'
import { formatRecord, writeRecord } from './made-files.ts'
import { findInputs, planRuns, RUNS } from './run-files.ts'

const A = 'a'.repeat(26)
const HASH_OF_B = `sha256:${'b'.repeat(64)}`
const B = idOfHash(HASH_OF_B)
const STORED = new Map([
  [A, 'bytes of a'],
  [B, 'bytes of b'],
])
const AT = '2026-01-01T00:00:00Z'

test('files that are not in the site are due, and files in the site are not', () => {
  const { registry, site } = prepare(STORED)
  expect(due(registry, new Map([...STORED, ['c'.repeat(26), 'bytes of c']]), site)).toEqual([`${'c'.repeat(26)}.html`])
  expect(due(registry, STORED, site)).toEqual([])
})

test('a statement makes only the page of its run due', () => {
  const { registry, site } = prepare(STORED)
  addStatement(registry, A, { kind: 'withdrawn', reason: 'wrong image', at: AT })
  expect(due(registry, STORED, site)).toEqual([`${A}.html`])
})

test('a changed document and a changed address of the registry make pages due', () => {
  const { registry, site } = prepare(STORED)
  expect(due(registry, new Map([...STORED, [A, 'laid out anew']]), site)).toEqual([`${A}.html`])
  expect(due(registry, STORED, site, 'https://example.org/')).toEqual([`${A}.html`, `${B}.html`])
})

test('a bundle makes all files of its run due', () => {
  const { registry, site } = prepare(STORED)
  writeFileSync(bundleFile(registry, A), '{}')
  const { due } = planRuns(registry, STORED, site, null)
  expect([...due.keys()].sort()).toEqual(RUN_EXTENSIONS.map((extension) => `${A}.${extension}`).sort())
})

test('a run has its bundle among its files only if the bundle is valid', () => {
  const { registry, site } = prepare(STORED)
  const dueWith = (signature: Signature | null) => {
    const facts = (id: string) => ({ candidates: [], signature: id === A ? signature : null })
    return [...planRuns(registry, STORED, site, null, facts).due.keys()]
  }
  expect(dueWith(makeSignature())).toEqual([`${A}.html`, `${A}.${BUNDLE_EXTENSION}`])
  expect(dueWith(null)).toEqual([])
})

test.each([
  ['is missing', (file: string) => rmSync(file)],
  ['was truncated', (file: string) => writeFileSync(file, 'page')],
  ['was edited, without changing its size', (file: string) => writeFileSync(file, 'page of A')],
])('a page that %s is due', (_, damage) => {
  const { registry, site } = prepare(STORED)
  const file = path.join(site, 'runs', `${A}.html`)
  damage(file)
  if (statSync(file, { throwIfNoEntry: false })) utimesSync(file, 1, 1)
  expect(due(registry, STORED, site)).toEqual([`${A}.html`])
})

test('a page with another modification time and the same content is kept', () => {
  const { registry, site } = prepare(STORED)
  utimesSync(path.join(site, 'runs', `${A}.html`), 1, 1)
  expect(due(registry, STORED, site)).toEqual([])
})

test('a deleted run has a page, which is made once', () => {
  const { registry, site } = prepare(STORED)
  addStatement(registry, B, { kind: 'deleted', hash: HASH_OF_B, reason: 'named a person', at: AT })
  expect(due(registry, new Map([[A, 'bytes of a']]), site)).toEqual([`${B}.html`])
})

test('without a record all files of a site are due', () => {
  const { registry, site } = prepare(STORED)
  rmSync(path.join(site, '.plimsoll-runs'))
  expect(due(registry, STORED, site)).toEqual([`${A}.html`, `${B}.html`])
})

/** Prepares a site with the files of some runs, as a build leaves it. */
function prepare(runs: Map<string, string>): { registry: Registry; site: string } {
  const registry = temporaryRegistry()
  const site = temporaryDirectory()
  const plan = planRuns(registry, runs, site, null)
  mkdirSync(path.join(site, 'runs'))
  for (const name of plan.due.keys()) writeFileSync(path.join(site, 'runs', name), `page of ${name[0]}`)
  expect(plan.due.size).toBe(runs.size * RUN_EXTENSIONS.length)
  writeRecord(site, plan)
  return { registry, site }
}

/** Returns the names of the pages that are due. */
function due(registry: Registry, runs: Map<string, string>, site: string, baseUrl: string | null = null): string[] {
  return [...planRuns(registry, runs, site, baseUrl).due.keys()].filter((name) => name.endsWith('.html'))
}

const made = (inputs: string) => ({ inputs, hash: 'f'.repeat(64), size: 1, modified: 1_700_000_000_000.5 })

test('every line of a record is found, and no other name', () => {
  const site = temporaryDirectory()
  const ids = Array.from({ length: 200 }, (_, number) =>
    number.toString(2).padStart(26, '0').replaceAll('0', 'b').replaceAll('1', 'q'),
  )
  const names = ids.flatMap((id) => ['badge.svg', 'csv', 'html', 'json', 'vl.json'].map((end) => `${id}.${end}`))
  writeFileSync(path.join(site, RUNS.record), formatRecord(names.map((name) => [name, made(`of-${name}`)])))
  for (const name of names) expect(findInputs(site, name)).toBe(`of-${name}`)
  for (const name of [`${'a'.repeat(26)}.html`, `${ids[7]}.png`, `${'z'.repeat(26)}.html`]) {
    expect(findInputs(site, name)).toBeNull()
  }
})

test('a missing or empty record has no files', () => {
  const site = temporaryDirectory()
  expect(findInputs(site, `${'a'.repeat(26)}.html`)).toBeNull()
  writeFileSync(path.join(site, RUNS.record), '')
  expect(findInputs(site, `${'a'.repeat(26)}.html`)).toBeNull()
})
