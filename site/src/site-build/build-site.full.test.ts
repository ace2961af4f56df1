import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { importSigned, startSigstore, trustSigstore } from '../provenance/testing.ts'
import { settingsFile } from '../settings.ts'
import { bundleFile, storeDocument } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { addStatement } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { supersede } from '../store/withdraw-supersede-delete.ts'
import { directoryOfTests, exampleRun, TEMPLATE, toBytes } from '../testing.ts'
import { makeAssets } from './assets.ts'
import { buildSite } from './build-site.ts'
import { listFiles } from './list-files.ts'
import { makeRunFiles } from './make-run-files.ts'

const { style } = vi.hoisted(() => ({ style: { name: '', text: '' } }))

/** Mocks the style of the pages, so that a test can replace it. */
vi.mock(import('./assets.ts'), async (original) => {
  const { makeAssets, ...others } = await original()
  return {
    ...others,
    makeAssets: async () => {
      const assets = await makeAssets()
      if (style.name === '') return assets
      const files = new Map(assets.files).set(style.name, Buffer.from(style.text))
      files.delete(assets.stylesheet)
      return { ...assets, stylesheet: style.name, files }
    },
  }
})

// These tests build real sites one after the other. The statements of one test remain for the next.

const { directory, remove } = directoryOfTests()
const registry = openRegistry(path.join(directory, 'registry'))
const out = path.join(directory, 'out')
const [first = '', second = '', third = ''] = [1, 2, 3].map(
  (number) => importDocument(registry, toBytes(run(number))).id,
)

beforeAll(() => buildSite(registry, out, () => {}))
afterAll(remove)

test('the files of a run depend neither on the order of documents, nor on the day, nor on other runs', async () => {
  const other = openRegistry(path.join(directory, 'other-registry'))
  for (const number of [7, 3, 8, 1, 9, 2]) submit(other, run(number))
  await synchronizeIndex(other)
  const { stylesheet, scripts } = await makeAssets()
  const files = runFiles(out)
  expect(files.length).toBeGreaterThan(3)
  const made = path.join(directory, 'other-runs')
  await makeRunFiles(
    other,
    { ...TEMPLATE, stylesheet, scripts },
    { names: files, indexedFacts: () => ({ candidates: [] }) },
    made,
    () => {},
  )
  for (const name of files)
    expect(readFileSync(path.join(made, name)), name).toEqual(readFileSync(path.join(out, 'runs', name)))
})

test('the next build makes new, changed and damaged files, keeps the rest, and reports invalid documents', async () => {
  const before = new Map(runFiles(out).map((name) => [name, read(`runs/${name}`)]))
  const inodes = new Map(runFiles(out).map((name) => [name, inode(name)]))
  const added = importDocument(registry, toBytes(run(4))).id
  supersede(registry, first, added)
  appendFileSync(path.join(out, 'runs', `${second}.html`), '<p>edited')
  const garbage = path.join(registry.documents, 'garbage.json')
  writeFileSync(garbage, '{"schemaVersion":1,')
  const said = new Map<string, number | undefined>()
  const faults = await buildSite(registry, out, (step, done) => said.set(step, done))

  expect(said.get('rendering pages')).toBeGreaterThan(10)
  expect(faults).toEqual([{ file: garbage, pointer: '', message: expect.stringContaining('line 1, column') }])
  expect(read(`runs/${added}.html`)).toContain(added)
  expect(read(`runs/${first}.html`)).toContain(added)
  const changed = [...before].filter(([name, text]) => read(`runs/${name}`) !== text)
  expect(changed.map(([name]) => name).filter((name) => name.endsWith('.html'))).toEqual([`${first}.html`])
  const made = [...inodes].filter(([name, number]) => inode(name) !== number).map(([name]) => name)
  expect(new Set(made.map((name) => name.split('.')[0]))).toEqual(new Set([first, second]))
  expect(made.filter((name) => name.startsWith(second))).toEqual([`${second}.html`])
})

test('another style makes every page anew', async () => {
  Object.assign(style, { name: 'site.0123456789ab.css', text: 'body{color:red}' })
  // The style is a part of the program, which no test can change. Without a new run, nothing would be built.
  importDocument(registry, toBytes(run(6)))
  await buildSite(registry, out, () => {})
  for (const page of ['index.html', ...[first, second, third].map((id) => `runs/${id}.html`)])
    expect(stylesheetOf(page)).toBe(style.name)
  expect(read(`assets/${style.name}`)).toBe(style.text)
})

test('the bundle of a signed run is built with the level it proves, and a bad one is reported and verified again at the next build', async () => {
  const [sigstore, other] = [await startSigstore(), await startSigstore()]
  for (const one of [sigstore, other]) onTestFinished(() => one.close())
  const signed = await importSigned(registry, sigstore, run(5))
  const bundle = bundleFile(registry, signed)
  const inSite = `runs/${signed}.sigstore.json`
  const level = (id: string) => />(self-reported|signed by repository)\.</.exec(read(`runs/${id}.html`))?.[1]
  const bad = { file: bundle, pointer: '', message: expect.stringContaining('not from a Sigstore instance') }
  const build = async () => (await buildSite(registry, out, () => {})).filter(({ file }) => file === bundle)

  trustSigstore(registry, other)
  expect(await build()).toMatchObject([bad])
  expect([level(signed), existsSync(path.join(out, inSite))]).toEqual(['self-reported', false])
  expect(await build()).toMatchObject([bad])
  trustSigstore(registry, sigstore)
  expect(await build()).toEqual([])
  expect(level(signed)).toBe('signed by repository')
  expect(readFileSync(path.join(out, inSite))).toEqual(readFileSync(bundle))
  expect(read('projects/id/1001.html')).toContain(signed)
})

test('a site with settings has their name, the editions that they name with their runs, what was imported, and no dead links', async () => {
  const own = openRegistry(path.join(directory, 'own-registry'))
  const site = path.join(directory, 'own-site')
  writeFileSync(settingsFile(own), '{"name": "Desk figures", "shippedEditions": ["mac-2025"]}')
  // The operator imported a run of an edition that the site does not show.
  importDocument(own, readFileSync(path.join(import.meta.dirname, '../../documents/linux-2026-podman-quick.json')))
  await buildSite(own, site, () => {})
  expect(listFiles(path.join(site, 'editions/sources'))).toEqual([
    'docker-for-mac-bench/paolo-2022-table.csv',
    'docker-for-mac-bench/paolo-2025-per-run.csv',
  ])
  const pages = listFiles(site).filter((name) => name.endsWith('.html'))
  expect(pages.filter((name) => name.startsWith('editions/'))).toEqual(['editions/mac-2025.html'])
  expect(pages.filter((name) => name.startsWith('runs/'))).toHaveLength(4)
  const dead = pages.flatMap((name) => {
    const page = readFileSync(path.join(site, name), 'utf8')
    expect(page, name).toMatch(/<title[^>]*>[^<]* · Desk figures<\/title>/)
    const targets = [...page.matchAll(/(?:href|src)="([^"#?:]+)["#?]/g)].map(([, link = '']) =>
      decodeURIComponent(new URL(link, `http://site/${name.replace(/\.html$/, '')}`).pathname),
    )
    return targets.filter((at) => !['', '.html', 'index.html'].some((end) => isFile(path.join(site, at + end))))
  })
  expect(dead.filter((link) => link !== '/')).toEqual([])
})

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Submits a run on another day. */
function submit(to: Registry, document: RunDocument): void {
  const { id } = storeDocument(to, toBytes(document))
  addStatement(to, id, { kind: 'submitted', at: '2031-05-01T12:00:00.000Z' })
}

function run(number: number): RunDocument {
  return exampleRun((document) => document.notes.push({ code: 'number', text: String(number) }))
}

function runFiles(site: string): string[] {
  const names = readdirSync(path.join(site, 'runs'))
  return names.filter((name) => [first, second, third].includes(name.split('.')[0] ?? ''))
}

function stylesheetOf(page: string): string {
  return /assets\/(site\.[0-9a-f]{12}\.css)/.exec(read(page))?.[1] ?? ''
}

function read(name: string): string {
  return readFileSync(path.join(out, name), 'utf8')
}

function inode(name: string): number {
  return statSync(path.join(out, 'runs', name)).ino
}
