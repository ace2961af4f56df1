import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chartFile } from '../editions/chart-files.ts'
import { drawEditionPreview } from '../editions/edition-preview.ts'
import { type LoadedEdition, loadEditions } from '../editions/load-editions.ts'
import { editionPaths, readShippedDocuments } from '../editions/read-editions.ts'
import { textWidth } from '../preview-images/font.ts'
import { loadFontMetrics } from '../preview-images/png.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry } from '../store/registry.ts'
import { editionFiles } from './edition-files.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-editions-'))
const registry = openRegistry(directory)
const PATHS = editionPaths(path.join(SITE, 'shipped-editions'), registry)
let files: Map<string, Buffer>

afterAll(() => rmSync(directory, { recursive: true, force: true }))
beforeAll(async () => {
  for (const bytes of readShippedDocuments(path.join(SITE, 'documents'))) importDocument(registry, bytes)
  files = await editionFiles(registry, PATHS)
})

test('every edition has its rows as CSV, with the value, the statistic and the run of each', () => {
  for (const { edition, parts } of loadEditions(registry, PATHS)) {
    const lines = String(files.get(`editions/${edition.name}.csv`))
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(1 + parts.flatMap(({ rows }) => rows).length)
  }
  const rows = String(files.get('editions/mac-2025.csv')).split('\r\n')
  const lima = rows.find((row) => row.startsWith('results,macOS,Lima,') && row.includes(',Bind mount,'))
  expect(lima).toMatch(/,Lima 1\.0\.3,.*,median,9\.012,s,8\.856,9\.102,3,8\.99,2\.567\d*,,,native,,w5nauja4/)
  expect(rows.filter((row) => row.includes(',copy-not-timed,'))).toHaveLength(2)
})

test('every chart with rows has a spec; that of bars and boxes has every value, though it draws none', () => {
  for (const { edition, parts } of loadEditions(registry, PATHS)) {
    for (const { code, chart, rows } of parts) {
      const spec = files.get(`editions/${chartFile(edition.name, code, 'vl.json')}`)
      expect(spec !== undefined).toBe(chart !== null && chart !== 'lines')
      if (chart !== 'bars' && chart !== 'boxes') continue
      const values = rows.flatMap(({ figures }) => figures.values)
      expect([code, JSON.parse(String(spec)).datasets.values.length]).toEqual([code, values.length])
    }
  }
})

test('a picture to embed stays small, also of a chart with thousands of samples', () => {
  const pictures = [...files].filter(([name]) => name.endsWith('.svg'))
  expect(pictures.length).toBeGreaterThan(50)
  expect(Math.max(...pictures.map(([, bytes]) => bytes.length))).toBeLessThan(100_000)
})

test('the chart of the answer is an SVG for wide screens, one that fits a phone, and a spec', () => {
  const text = (format: string) => String(files.get(`editions/mac-2025.results-bind.${format}`))
  const widthOf = (format: string) => Number(/^<svg [^>]*width="(\d+)"/.exec(text(format))?.[1])
  expect(widthOf('svg')).toBeLessThanOrEqual(790)
  expect(widthOf('narrow.svg')).toBeLessThanOrEqual(390)
  for (const format of ['svg', 'narrow.svg']) {
    expect(text(format)).toContain('4.23 s · 1.20×')
    expect(text(format)).toContain('3.88 s · 0.88× *')
    expect(text(format)).toContain('Paolo Mainardi, published 2025')
    expect(text(format)).not.toMatch(/<script|\b(href|src)=/)
  }
  expect(JSON.parse(text('vl.json')).datasets.hollow).toHaveLength(1)
})

test('the picture of a shared link to the edition of the answer has the chart of the answer', async () => {
  const loaded = loadEditions(registry, PATHS).find(({ edition }) => edition.name === 'mac-2025') as LoadedEdition
  const picture = files.get('editions/pictures/mac-2025.png')
  expect(picture?.subarray(1, 4).toString()).toBe('PNG')
  expect(picture).not.toEqual(Buffer.from(await drawEditionPreview(loaded, null)))
})

test('a text of a picture for wide screens fits, also in a font a third wider than the bundled one', async () => {
  const { normal } = await loadFontMetrics()
  const svg = String(files.get('editions/mac-2025.results-bind.svg'))
  const [, width, left] = /^<svg [^>]*width="(\d+)"[\s\S]*?translate\((\d+),\d+\)/.exec(svg)?.map(Number) ?? []
  const texts = [...svg.matchAll(/<text [^>]*translate\((-?[\d.]+),[^)]*\)"[^>]* font-size="13px"[^>]*>(.*?)</g)]
  expect(texts.map(([, , text]) => text)).toContain('3.88 s · 0.88× *')
  for (const [, x, text = ''] of texts)
    expect([text, Number(left) + Number(x) + (4 / 3) * textWidth(text, 13, normal) <= Number(width)]).toEqual([
      text,
      true,
    ])
})
