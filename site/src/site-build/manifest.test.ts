import { cpSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addName } from '../provenance/trust.ts'
import { bundleFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'
import { inputsOfSite } from './inputs.ts'
import {
  builtAt,
  findSiteOwner,
  isCurrent,
  isIntact,
  MANIFEST,
  planFiles,
  readManifest,
  writeManifest,
} from './manifest.ts'
import { chooseSiteDirectory } from './target.ts'

const BEGAN = Date.UTC(2026, 10, 27)

test('a site is current until a run, a bundle, a statement, an edition, the trust or the address changes, or the home page is missing', () => {
  const { registry, site } = prepare()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const isCurrentAfter = (change: () => unknown) => {
    makeSite(registry, site)
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
  makeSite(registry, site)
  expect(isCurrent(site, registry, 'https://registry.example/')).toBe(false)
})

test('the owner of a site is known, also after it was moved together with its registry', () => {
  const { directory, registry, site } = prepare()
  makeSite(registry, site, 'https://registry.example/')
  expect(findSiteOwner(site, registry)).toMatchObject({
    kind: 'own',
    manifest: { baseUrl: 'https://registry.example/', registry: '../registry' },
  })
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
  makeSite(registry, site)
  renameSync(registry.directory, path.join(directory, 'renamed'))
  const renamed = openRegistry(path.join(directory, 'renamed'))
  expect(findSiteOwner(site, renamed)).toEqual({ kind: 'none' })
  for (const text of ['{}', 'null', '{"registry":', '{"registry":"../gone","files":null}']) {
    writeFileSync(path.join(site, MANIFEST), text)
    expect(findSiteOwner(site, renamed)).toEqual({ kind: 'none' })
    expect(isCurrent(site, renamed, null)).toBe(false)
  }
})

test('the default site is in the registry, and --out with the site of another registry is rejected', () => {
  const { directory, registry, site } = prepare()
  makeSite(registry, site)
  expect(chooseSiteDirectory(registry)).toBe(path.join(registry.directory, 'site'))
  expect(chooseSiteDirectory(registry, site)).toBe(site)
  const other = openRegistry(path.join(directory, 'other'))
  expect(() => chooseSiteDirectory(other, site)).toThrow(
    `'${site}' is the site of another registry, '${registry.directory}', not of '${other.directory}'. Choose another directory with --out.`,
  )
})

test('a manifest has the time at which the build began; a copy of a site keeps its files', () => {
  const { directory, registry, site } = prepare()
  expect(builtAt(site)).toBeNull()
  makeSite(registry, site)
  expect(builtAt(site)).toBe(BEGAN)
  const copy = path.join(directory, 'copy')
  cpSync(site, copy, { recursive: true, preserveTimestamps: true })
  expect(isIntactSite(copy)).toBe(true)
})

test.each<[string, (file: string) => void]>([
  ['is missing', (file) => rmSync(file)],
  ['was edited', (file) => writeFileSync(file, 'another page')],
  ['was edited, without changing its size', (file) => touch(file)],
])('a file that %s is due, and the site is not intact', (_, damage) => {
  const { registry, site } = prepare()
  makeSite(registry, site)
  const inputs = new Map([
    ['runs/a.html', 'of a'],
    ['runs/b.html', 'of b'],
  ])
  const plan = () => planFiles(site, readManifest(site), inputs)
  expect(plan()).toEqual({ kept: ['runs/a.html', 'runs/b.html'], due: [] })
  expect(isIntactSite(site)).toBe(true)
  damage(path.join(site, 'runs/a.html'))
  expect(plan()).toEqual({ kept: ['runs/b.html'], due: ['runs/a.html'] })
  expect(isIntactSite(site)).toBe(false)
})

test('a file with other inputs, a new one, and every file without a manifest are due', () => {
  const { registry, site } = prepare()
  makeSite(registry, site)
  const inputs = new Map([
    ['runs/a.html', 'of another a'],
    ['runs/b.html', 'of b'],
    ['runs/c.html', 'of c'],
    // Every build makes this page.
    ['index.html', 'null'],
  ])
  expect(planFiles(site, readManifest(site), inputs)).toEqual({
    kept: ['runs/b.html'],
    due: ['runs/a.html', 'runs/c.html', 'index.html'],
  })
  expect(planFiles(site, null, inputs)).toEqual({ kept: [], due: [...inputs.keys()] })
})

function touch(file: string): void {
  const { mtimeMs } = statSync(file)
  utimesSync(file, (mtimeMs + 5) / 1000, (mtimeMs + 5) / 1000)
}

function isIntactSite(site: string): boolean {
  const manifest = readManifest(site)
  return manifest !== null && isIntact(site, manifest)
}

function prepare(): { directory: string; registry: Registry; site: string } {
  const directory = realpathSync(temporaryDirectory())
  const site = path.join(directory, 'one', 'site')
  mkdirSync(path.join(site, 'runs'), { recursive: true })
  return { directory, registry: openRegistry(path.join(directory, 'one', 'registry')), site }
}

/** Makes a site of three pages, as a build does. */
function makeSite(registry: Registry, site: string, baseUrl: string | null = null): void {
  for (const name of ['index.html', 'runs/a.html', 'runs/b.html']) writeFileSync(path.join(site, name), 'page')
  const source = { registry: path.relative(site, registry.directory), baseUrl, inputs: inputsOfSite(registry, baseUrl) }
  const inputs = new Map([
    ['runs/a.html', 'of a'],
    ['runs/b.html', 'of b'],
  ])
  writeManifest(site, { ...source, began: BEGAN }, inputs)
}
