import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { exchange, installSite, takeOver, withStaging } from './install-site.ts'
import { listFiles } from './list-files.ts'
import { isIntact, MANIFEST, readManifest } from './manifest.ts'

const SOURCE = { registry: '../registry', baseUrl: null, inputs: 'of the site', began: 0 }

test('pages and files are installed with what they were made from, and files that no page links to are left out', async () => {
  const { exported, out } = prepare({ 'index.html': 'new', '_next/static/a.js': 'unused', 'runs/2.html': 'more' })
  await replace(exported, out, {
    files: { 'assets/site.aaaaaaaaaaaa.css': 'p{}' },
    inputs: { 'runs/2.html': 'of 2' },
  })
  expect(listFiles(out)).toEqual([MANIFEST, 'assets/site.aaaaaaaaaaaa.css', 'index.html', 'runs/2.html'])
  expect(readFileSync(path.join(out, 'assets/site.aaaaaaaaaaaa.css'), 'utf8')).toBe('p{}')
  const manifest = readManifest(out)
  expect(manifest).toMatchObject({ registry: '../registry', inputs: 'of the site' })
  expect(Object.entries(manifest?.files ?? {}).map(([name, { inputs }]) => [name, inputs])).toEqual([
    ['assets/site.aaaaaaaaaaaa.css', null],
    ['index.html', null],
    ['runs/2.html', 'of 2'],
  ])
  expect(manifest && isIntact(out, manifest)).toBe(true)
})

test('what is not in the new site is removed', async () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  await replace(exported, out, { files: { 'old.html': 'old', 'assets/site.aaaaaaaaaaaa.css': 'old' } })
  await replace(exported, out, { files: { 'assets/site.bbbbbbbbbbbb.css': 'new' } })
  expect(listFiles(out)).toEqual([MANIFEST, 'assets/site.bbbbbbbbbbbb.css'])
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a site with a foreign file is not replaced', async () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  await replace(exported, out)
  mkdirSync(path.join(out, 'notes'))
  writeFileSync(path.join(out, 'notes/thesis.txt'), 'years of work')
  await expect(replace(exported, out)).rejects.toThrow(
    expect.objectContaining({ code: 'foreign-directory', message: expect.stringContaining('notes/thesis.txt') }),
  )
  expect(readFileSync(path.join(out, 'notes/thesis.txt'), 'utf8')).toBe('years of work')
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a site with a run that was deleted during the build is not installed', async () => {
  const { exported, out } = prepare({ 'runs/2.html': 'personal data', '1.json': '{}' })
  const documents = ['1.json', '2.json'].map((name) => path.join(exported, name))
  await expect(replace(exported, out, { documents })).rejects.toThrow(
    expect.objectContaining({ code: 'build-failed', message: expect.stringMatching(/^Run 2 was deleted while /) }),
  )
  expect(existsSync(out)).toBe(false)
})

test('until the new site is installed, the old one stays as it is, and an error leaves nothing beside it', async () => {
  const { exported, out } = prepare({ 'index.html': 'old', 'runs/2.html': 'run' })
  await replace(exported, out)
  const before = readManifest(out)
  const failed = withStaging(out, async (staging) => {
    takeOver(out, staging, ['runs/2.html'])
    expect(listFiles(staging)).toEqual(['runs/2.html'])
    throw new Error('Next failed')
  })
  await expect(failed).rejects.toThrow('Next failed')
  expect(before && isIntact(out, before)).toBe(true)
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a page that is made again does not change the file of the old site', async () => {
  const { exported, out } = prepare({ 'runs/2.html': 'old' })
  await replace(exported, out, { files: { 'robots.txt': 'old' } })
  const next = prepare({ 'runs/2.html': 'new' }).exported
  const other = `${out}-other`
  await withStaging(out, async (staging) => {
    takeOver(out, staging, ['runs/2.html', 'robots.txt'])
    const files = new Map([['robots.txt', Buffer.from('new')]])
    installSite({ staging, exported: next, files, inputs: new Map(), documents: [], source: SOURCE }, other)
  })
  for (const name of ['robots.txt', 'runs/2.html']) {
    expect(readFileSync(path.join(out, name), 'utf8')).toBe('old')
    expect(readFileSync(path.join(other, name), 'utf8')).toBe('new')
  }
})

test('files that are taken over keep their content, times and inputs', async () => {
  const { exported, out } = prepare({ 'runs/old.html': 'old' })
  const inputs = { 'runs/old.html': 'of the old run', 'runs/due.html': 'of the new run' }
  await replace(exported, out, { inputs })
  const { mtimeMs } = statSync(path.join(out, 'runs/old.html'))
  const next = prepare({ 'runs/due.html': 'new' }).exported
  await replace(next, out, { kept: ['runs/old.html'], inputs })
  expect(readFileSync(path.join(out, 'runs/old.html'), 'utf8')).toBe('old')
  expect(statSync(path.join(out, 'runs/old.html')).mtimeMs).toBe(mtimeMs)
  expect(readManifest(out)?.files).toMatchObject({
    'runs/old.html': { inputs: 'of the old run' },
    'runs/due.html': { inputs: 'of the new run' },
  })
})

test('if the new site cannot be put in place, the old one stays', () => {
  const { out } = prepare({})
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), 'old')
  expect(() => exchange(`${out}.missing`, out)).toThrow('ENOENT')
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toBe('old')
})

interface Parts {
  files?: Record<string, string>
  kept?: string[]
  inputs?: Record<string, string>
  documents?: string[]
}

/** Replaces a site by a new one, as a build does. */
function replace(exported: string, out: string, { files = {}, kept = [], inputs = {}, documents = [] }: Parts = {}) {
  const bytes = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
  return withStaging(out, async (staging) => {
    takeOver(out, staging, kept)
    const parts = { files: bytes, inputs: new Map(Object.entries(inputs)), documents, source: SOURCE }
    installSite({ staging, exported, ...parts }, out)
  })
}

function prepare(files: Record<string, string>): { exported: string; out: string } {
  const directory = temporaryDirectory()
  const exported = path.join(directory, 'exported')
  mkdirSync(exported)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(exported, name)), { recursive: true })
    writeFileSync(path.join(exported, name), text)
  }
  return { exported, out: path.join(directory, 'out') }
}
