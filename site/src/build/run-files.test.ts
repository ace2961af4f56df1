import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RUN_EXTENSIONS } from '../run-page/extensions.ts'
import type { Registry } from '../store/registry.ts'
import { addStatement } from '../store/statements.ts'
import { temporaryDirectory, temporaryRegistry } from '../testing.ts'
import { writeRecord } from './made-files.ts'
import { planRuns } from './run-files.ts'

const A = 'a'.repeat(26)
const B = 'b'.repeat(26)
const RUNS = new Map([
  [A, 'bytes of a'],
  [B, 'bytes of b'],
])
const AT = '2026-01-01T00:00:00Z'

test('what is not in the site yet is due, and once it is there nothing is', () => {
  const { registry, site } = prepare(RUNS)
  expect(due(registry, new Map([...RUNS, ['c'.repeat(26), 'bytes of c']]), site)).toEqual([`${'c'.repeat(26)}.html`])
  expect(due(registry, RUNS, site)).toEqual([])
})

test('a statement makes the page of its run due, and no other', () => {
  const { registry, site } = prepare(RUNS)
  addStatement(registry, A, { kind: 'withdrawn', reason: 'wrong image', at: AT })
  expect(due(registry, RUNS, site)).toEqual([`${A}.html`])
})

test('other bytes of a document, and another address of the registry, make pages due', () => {
  const { registry, site } = prepare(RUNS)
  expect(due(registry, new Map([...RUNS, [A, 'laid out anew']]), site)).toEqual([`${A}.html`])
  expect(due(registry, RUNS, site, 'https://example.org/')).toEqual([`${A}.html`, `${B}.html`])
})

test.each([
  ['is gone', (file: string) => rmSync(file)],
  ['was cut', (file: string) => writeFileSync(file, 'page')],
  ['was edited, without changing its size', (file: string) => writeFileSync(file, 'page of A')],
])('a page that %s is due', (_, damage) => {
  const { registry, site } = prepare(RUNS)
  const file = path.join(site, 'runs', `${A}.html`)
  damage(file)
  if (statSync(file, { throwIfNoEntry: false })) utimesSync(file, 1, 1)
  expect(due(registry, RUNS, site)).toEqual([`${A}.html`])
})

test('a page with another time and the same content is kept, as after a checkout', () => {
  const { registry, site } = prepare(RUNS)
  utimesSync(path.join(site, 'runs', `${A}.html`), 1, 1)
  expect(due(registry, RUNS, site)).toEqual([])
})

test('a run that was deleted has a page, made once, though there is no document', () => {
  const { registry, site } = prepare(RUNS)
  addStatement(registry, B, { kind: 'deleted', hash: `sha256:${'0'.repeat(64)}`, reason: 'named a person', at: AT })
  expect(due(registry, new Map([[A, 'bytes of a']]), site)).toEqual([`${B}.html`])
})

test('a site without a record is made anew', () => {
  const { registry, site } = prepare(RUNS)
  rmSync(path.join(site, '.plimsoll-runs'))
  expect(due(registry, RUNS, site)).toEqual([`${A}.html`, `${B}.html`])
})

/** Prepares a site with the files of some runs, as after a build. */
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
