import { cpSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addName } from '../provenance/trust.ts'
import { bundleFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import {
  chooseSiteDirectory,
  findSiteOwner,
  formatSiteRecord,
  inputsOfSite,
  isCurrent,
  MADE_FROM,
} from './made-from.ts'

test('a site is current until a run, a bundle, a statement, an edition, the trust or the address changes, or the home page is missing', () => {
  const { registry, site } = prepare()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const isCurrentAfter = (change: () => unknown) => {
    writeSiteRecord(registry, site)
    expect(isCurrent(site, registry, null)).toBe(true)
    change()
    return isCurrent(site, registry, null)
  }
  const another = exampleRun((document) => document.notes.push({ code: 'another', text: 'another' }))
  expect(isCurrentAfter(() => importDocument(registry, toBytes(exampleRun())))).toBe(true)
  expect(isCurrentAfter(() => importDocument(registry, toBytes(another)))).toBe(false)
  expect(isCurrentAfter(() => writeFileSync(bundleFile(registry, id), '{}'))).toBe(false)
  expect(isCurrentAfter(() => withdraw(registry, id, 'wrong'))).toBe(false)
  expect(isCurrentAfter(() => addName(registry, 'https://registry.example'))).toBe(false)
  expect(isCurrentAfter(() => addName(registry, 'https://registry.example/'))).toBe(true)
  expect(isCurrentAfter(() => writeFileSync(path.join(registry.directory, 'trusted-root.jsonl'), ''))).toBe(false)
  expect(isCurrentAfter(() => writeFileSync(path.join(registry.editions, 'mine.json'), '{}'))).toBe(false)
  expect(isCurrentAfter(() => rmSync(path.join(site, 'index.html')))).toBe(false)
  writeSiteRecord(registry, site)
  expect(isCurrent(site, registry, 'https://registry.example/')).toBe(false)
})

test('the owner of a site is known, also after it was moved together with its registry', () => {
  const { directory, registry, site } = prepare()
  writeSiteRecord(registry, site, 'https://registry.example/')
  expect(findSiteOwner(site, registry)).toEqual({ kind: 'own', baseUrl: 'https://registry.example/' })
  const other = openRegistry(path.join(directory, 'other'))
  expect(findSiteOwner(site, other)).toEqual({ kind: 'other', registry: registry.directory })
  const moved = path.join(directory, 'moved')
  cpSync(path.join(directory, 'one'), moved, { recursive: true })
  expect(findSiteOwner(path.join(moved, 'site'), openRegistry(path.join(moved, 'registry')))).toMatchObject({
    kind: 'own',
  })
})

test('a site whose registry is missing or not recorded has no owner', () => {
  const { directory, registry, site } = prepare()
  writeSiteRecord(registry, site)
  renameSync(registry.directory, path.join(directory, 'renamed'))
  const renamed = openRegistry(path.join(directory, 'renamed'))
  expect(findSiteOwner(site, renamed)).toEqual({ kind: 'none' })
  writeFileSync(path.join(site, MADE_FROM), '{}')
  expect(findSiteOwner(site, renamed)).toEqual({ kind: 'none' })
  expect(isCurrent(site, renamed, null)).toBe(false)
})

test('the default site is in the registry, and --out with the site of another registry is rejected', () => {
  const { directory, registry, site } = prepare()
  writeSiteRecord(registry, site)
  expect(chooseSiteDirectory(registry)).toBe(path.join(registry.directory, 'site'))
  expect(chooseSiteDirectory(registry, site)).toBe(site)
  const other = openRegistry(path.join(directory, 'other'))
  expect(() => chooseSiteDirectory(other, site)).toThrow(
    `'${site}' is the site of another registry, '${registry.directory}', not of '${other.directory}'. Choose another directory with --out.`,
  )
})

function prepare(): { directory: string; registry: Registry; site: string } {
  const directory = realpathSync(temporaryDirectory())
  const site = path.join(directory, 'one', 'site')
  mkdirSync(site, { recursive: true })
  return { directory, registry: openRegistry(path.join(directory, 'one', 'registry')), site }
}

/** Writes the file that records what a site was made from, as a build does. */
function writeSiteRecord(registry: Registry, site: string, baseUrl: string | null = null): void {
  writeFileSync(path.join(site, 'index.html'), '<p>home')
  const inputs = inputsOfSite(registry, baseUrl)
  writeFileSync(path.join(site, MADE_FROM), formatSiteRecord(site, registry, baseUrl, inputs))
}
