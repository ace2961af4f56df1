import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { canonicalize, identify, type RunDocument, readRun } from '@plimsoll/schema'
import { afterEach, expect, test, vi } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../../../schema/test/check-document.ts'
import type { Signature } from '../provenance/signature.ts'
import { bundleFile, documentFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { sha256 } from '../store/sha256.ts'
import { exampleRun, resolvedRun, temporaryRegistry, toBytes } from '../testing.ts'
import { analyze } from './analysis.ts'
import { BUNDLE_EXTENSION, RUN_EXTENSIONS, RUN_FILES, type RunExtension } from './files.ts'
import { makeRunFile } from './make-run-file.ts'
import type { Panel } from './panel.ts'
import { figureOfPreview } from './preview-image.ts'
import type { StoredRun } from './stored-run.ts'
import { makeSignature } from './testing.ts'

const TEMPLATE = {
  siteName: 'Plimsoll',
  stylesheet: 'site.0123456789ab.css',
  scripts: { 'vega-editor': 'vega-editor.0123456789ab.js' },
  baseUrl: 'https://registry.example/plimsoll/',
}

afterEach(() => vi.unstubAllGlobals())

test.each(RUN_EXTENSIONS)('the same run always has the same %s', async (extension) => {
  const [first, second] = [await make(extension), await make(extension)]
  expect(Buffer.from(first as string)).toEqual(Buffer.from(second as string))
})

test('a run has seven files', () => {
  expect(RUN_EXTENSIONS).toHaveLength(7)
})

test('the page of a run links to all other files of the run, and to no missing file', async () => {
  const page = String(await make('html'))
  const { id } = identify(exampleRun())
  const linked = [...page.matchAll(new RegExp(`(?:href|content)="(?:[^" ]*/)?${id}\\.([a-z.]+)"`, 'g'))].map(
    ([, name]) => name,
  )
  expect([...new Set(linked)].sort()).toEqual(RUN_EXTENSIONS.filter((name) => name !== 'html').toSorted())
})

test('the page of a signed run also links to its bundle', async () => {
  const page = String(await make('html', exampleRun(), makeSignature()))
  expect(page).toContain(`href="${identify(exampleRun()).id}.${BUNDLE_EXTENSION}"`)
  expect(String(await make('html'))).not.toContain(BUNDLE_EXTENSION)
})

test('a bundle is served byte for byte as it was submitted, and a link in its place is not', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const file = bundleFile(registry, id)
  expect(await makeRunFile(registry, TEMPLATE, `${id}.${BUNDLE_EXTENSION}`)).toBeNull()
  symlinkSync(documentFile(registry, id), file)
  expect(await makeRunFile(registry, TEMPLATE, `${id}.${BUNDLE_EXTENSION}`)).toBeNull()
  rmSync(file)
  writeFileSync(file, '{ "a": 1 }')
  expect(await makeRunFile(registry, TEMPLATE, `${id}.${BUNDLE_EXTENSION}`)).toEqual({
    contentType: 'application/json; charset=utf-8',
    body: Buffer.from('{ "a": 1 }'),
  })
})

test('the page of a published registry names its address and its preview image', async () => {
  const page = String(await make('html'))
  const { id } = identify(exampleRun())
  expect(page).toContain(`<link rel="canonical" href="${TEMPLATE.baseUrl}runs/${id}"/>`)
  expect(page).toContain(`<meta property="og:image" content="${TEMPLATE.baseUrl}runs/${id}.png"/>`)
  expect(page).toContain('<meta property="og:image:width" content="600"/>')
})

test('the page loads the script that opens charts in the Vega Editor, and no script of another origin', async () => {
  const page = String(await make('html'))
  expect(page.match(/<script (?!type="application\/ld)[^>]*>/g)).toEqual([
    '<script type="module" src="../assets/vega-editor.0123456789ab.js">',
  ])
  expect(page.replaceAll('&#x27;', "'")).toMatch(
    /Content-Security-Policy" content="[^"]*connect-src 'self'[^"]*; script-src 'self'"/,
  )
})

test.each([
  { name: 'a run', document: exampleRun() },
  { name: 'a check', document: checkDocument(EVERY_VERDICT) },
  {
    name: 'a run with names that the fonts cannot draw',
    document: exampleRun((run) => (run.host.os.name = '日本 🐳')),
  },
])('the preview image of $name is a PNG of 600 × 315, drawn without network requests', async ({ document }) => {
  vi.stubGlobal('fetch', () => {
    throw new Error('a request')
  })
  const picture = Buffer.from((await make('png', document)) as Uint8Array)
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([600, 315])
})

test('the SHA-256 of the JSON file is the hash of the document', async () => {
  expect(`sha256:${sha256(Buffer.from(String(await make('json'))))}`).toBe(identify(exampleRun()).hash)
})

test('the JSON file of a run is canonical, whatever the layout of the stored document', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, Buffer.concat([toBytes(exampleRun()), Buffer.from(' ')]))
  expect((await makeRunFile(registry, TEMPLATE, `${id}.json`))?.body).toBe(canonicalize(exampleRun()))
})

test('a run without any value has all its files, and its chart says so', async () => {
  const empty = exampleRun((run) => {
    for (const benchmark of run.benchmarks)
      Object.assign(benchmark, { samples: [], status: 'failed', reason: 'no engine' })
  })
  for (const extension of RUN_EXTENSIONS) expect((await make(extension, empty)).length).toBeGreaterThan(0)
  expect(String(await make('svg', empty))).toContain('No sample of this run has a value')
  expect(String(await make('html', empty))).not.toContain('<figure')
})

function make(extension: RunExtension, document: RunDocument = exampleRun(), signature: Signature | null = null) {
  const canonical = canonicalize(document)
  const about = { statements: [], replications: [], signature }
  const run: StoredRun = { document, canonical, analysis: analyze(document), ...about }
  return RUN_FILES[extension].make(run, TEMPLATE)
}

test('the picture of a run of many rows shows the engines on a bind mount, which are its answer', () => {
  const file = new URL('../../documents/docker-for-mac-bench-2025-macos.json', import.meta.url)
  const figure = figureOfPreview(analyze(readRun(readFileSync(file)).document))
  expect(figure?.chart.rows.map(({ label }) => label).join()).toMatch(/^(?=.*OrbStack)(?=.*Lima)(?!.*(native|layer))/i)
})

test('the picture shows the work that the run found first, not one whose name begins alike', () => {
  const analysis = analyze(resolvedRun())
  const [panel] = analysis.panels
  const alike = structuredClone(panel) as Panel
  const work = (files: number) => ({ workload: 'metadata', params: { files } })
  for (const { benchmark } of alike.rows) Object.assign(benchmark, work(200))
  const first = structuredClone(alike)
  for (const { benchmark } of first.rows) Object.assign(benchmark, work(2000))
  const findings = ['metadata files=2000: 1.54× native.']
  expect(figureOfPreview({ ...analysis, panels: [alike, { ...first, title: 'first' }], findings })?.title).toBe('first')
})
