import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { chartFile } from '../src/editions/chart-files.ts'
import { drawEditionPreview } from '../src/editions/edition-preview.ts'
import { type LoadedEdition, loadEditions } from '../src/editions/load-editions.ts'
import { editionPaths } from '../src/editions/read-editions.ts'
import { textWidth } from '../src/preview-images/font.ts'
import { loadFontMetrics } from '../src/preview-images/png.ts'
import { openRegistry } from '../src/store/registry.ts'

// This file tests the files of the shipped editions in the site that these tests share: drawing them takes five seconds.

const SITE = path.join(import.meta.dirname, '..')
const registry = openRegistry(inject('registryDirectory'))
const PATHS = editionPaths(path.join(SITE, 'shipped-editions'), registry)
const folder = path.join(inject('siteDirectory'), 'editions')
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const read = (name: string) => readFileSync(path.join(folder, name))

test('every edition has its rows as CSV, with the value, the statistic and the run of each', () => {
  for (const { edition, parts } of loadEditions(registry, PATHS)) {
    const lines = String(read(`${edition.name}.csv`))
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(1 + parts.flatMap(({ rows }) => rows).length)
  }
  const rows = String(read('mac-2025.csv')).split('\r\n')
  const lima = rows.find((row) => row.startsWith('results,macOS,Lima,') && row.includes(',Bind mount,'))
  expect(lima).toMatch(/,Lima 1\.0\.3,.*,median,9\.012,s,8\.856,9\.102,3,8\.99,2\.567\d*,,,native,,w5nauja4/)
  expect(rows.filter((row) => row.includes(',copy-not-timed,'))).toHaveLength(2)
})

test('every chart with rows has a spec; that of bars and boxes has every value, though it draws none', () => {
  for (const { edition, parts } of loadEditions(registry, PATHS)) {
    for (const { code, chart, rows } of parts) {
      const spec = chartFile(edition.name, code, 'vl.json')
      expect(names.includes(spec)).toBe(chart !== null && chart !== 'lines')
      if (chart !== 'bars' && chart !== 'boxes') continue
      const values = rows.flatMap(({ figures }) => figures.values)
      expect([code, JSON.parse(String(read(spec))).datasets.values.length]).toEqual([code, values.length])
    }
  }
})

test('a picture to embed stays small, also of a chart with thousands of samples', () => {
  const pictures = names.filter((name) => name.endsWith('.svg'))
  expect(pictures.length).toBeGreaterThan(50)
  expect(Math.max(...pictures.map((name) => read(name).length))).toBeLessThan(100_000)
})

test('the chart of the answer is an SVG for wide screens, one that fits a phone, and a spec', () => {
  const text = (format: string) => String(read(`mac-2025.results-bind.${format}`))
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
  const picture = read('pictures/mac-2025.png')
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(picture).not.toEqual(Buffer.from(await drawEditionPreview(loaded, null)))
})

test('a text of a picture for wide screens fits, also in a font a third wider than the bundled one', async () => {
  const { normal } = await loadFontMetrics()
  const svg = String(read('mac-2025.results-bind.svg'))
  const [, width, left] = /^<svg [^>]*width="(\d+)"[\s\S]*?translate\((\d+),\d+\)/.exec(svg)?.map(Number) ?? []
  const texts = [...svg.matchAll(/<text [^>]*translate\((-?[\d.]+),[^)]*\)"[^>]* font-size="13px"[^>]*>(.*?)</g)]
  expect(texts.map(([, , text]) => text)).toContain('3.88 s · 0.88× *')
  for (const [, x, text = ''] of texts)
    expect([text, Number(left) + Number(x) + (4 / 3) * textWidth(text, 13, normal) <= Number(width)]).toEqual([
      text,
      true,
    ])
})
