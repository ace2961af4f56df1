import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { identify, type RunDocument } from '@plimsoll/schema'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../schema/test/check-document.ts'
import { buildSite } from './src/build/build-site.ts'
import { listen } from './src/serve/listen.ts'
import { createSiteServer } from './src/serve/server.ts'
import { importDocument } from './src/store/import.ts'
import { openRegistry } from './src/store/registry.ts'
import { exampleRun, rowsOfSource2025, toBytes } from './src/testing.ts'

// The whole way from documents to what a reader sees: a real build, a real server, a real browser.

const CHROMIUM = '/usr/bin/chromium'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const SCREENSHOTS = path.join(import.meta.dirname, '.screenshots')
const STORED = Buffer.from(`${JSON.stringify(exampleRun(), null, 3)}\n`)
const { id: ID, hash: HASH } = identify(exampleRun())
const WIDE = wideRun()
const FAILED = { arm: 'base', status: 'failed', reason: 'exit code 1', rounds: 0 } as const
const CHECK = checkDocument([
  ...EVERY_VERDICT,
  { workload: 'create-many', scenario: 'volume', ends: FAILED },
  { workload: 'create-many', scenario: 'bind-volume', ends: { ...FAILED, status: 'unsupported' } },
])
const UNFIT = checkDocument(EVERY_VERDICT, { bias: 1.08, arms: { base: wideArm(), head: wideArm() } })

const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-browser-'))
let server: Server
let origin: string

beforeAll(async () => {
  const registry = openRegistry(path.join(directory, 'registry'))
  importDocument(registry, STORED)
  for (const document of [WIDE, CHECK, UNFIT]) importDocument(registry, toBytes(document))
  const out = path.join(directory, 'out')
  await buildSite(registry, out, () => {})
  server = createSiteServer(out)
  origin = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
})

afterAll(() => {
  server?.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('over HTTP', () => {
  test('a run is at its address, and its document is the stored bytes', async () => {
    expect(await (await fetch(`${origin}/runs/${ID}`)).text()).toContain(HASH)
    expect(Buffer.from(await (await fetch(`${origin}/runs/${ID}.json`)).arrayBuffer())).toEqual(STORED)
  })

  test('no page has a script, and every page has the same stylesheet', async () => {
    const pages = ['/', `/runs/${ID}`, '/editions/mac-2025', '/editions/mac-2022']
    const texts = await Promise.all(pages.map(async (page) => (await fetch(origin + page)).text()))
    for (const text of texts) expect(text).not.toContain('<script')
    expect(new Set(texts.map((text) => /site\.[0-9a-f]{12}\.css/.exec(text)?.[0])).size).toBe(1)
  })

  test('mac-2022 can be cited as mac-2023, and says which is its name', async () => {
    const page = await (await fetch(`${origin}/editions/mac-2023`)).text()
    expect(page).toMatch(/<link rel="canonical" href="mac-2022"/)
    expect(page).toContain('is another name of the edition')
  })

  test('the schema and the editions are there as data', async () => {
    expect(await (await fetch(`${origin}/schema/run/v1.json`)).json()).toMatchObject({ title: 'RunDocument' })
    expect(await (await fetch(`${origin}/editions/mac-2025.json`)).json()).toMatchObject({ name: 'mac-2025' })
  })

  test('what is not there is a page that says so', async () => {
    const answer = await fetch(`${origin}/runs/${'z'.repeat(26)}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('There is no such page')
  })
})

const missing = !existsSync(CHROMIUM)
if (missing && process.env.CI === 'true') throw new Error(`There is no ${CHROMIUM}; install Chromium.`)
if (missing) console.error(`There is no ${CHROMIUM}: what a browser shows is not tested.`)

describe.skipIf(missing)('in a browser', () => {
  let browser: Browser

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  })

  afterAll(() => browser?.close())

  const views = [390, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
  const pages = [
    { address: '/', name: 'home', charts: 1 },
    { address: `/runs/${ID}`, name: 'run', charts: 3 },
    { address: `/runs/${identify(WIDE).id}`, name: 'wide-run', charts: 3 },
    { address: `/runs/${identify(CHECK).id}`, name: 'check', charts: 3 },
    { address: `/runs/${identify(UNFIT).id}`, name: 'unfit-check', charts: 3 },
    { address: '/editions/mac-2025', name: 'edition', charts: 1 },
  ]

  test.each(views.flatMap((view) => pages.map((page) => ({ ...view, ...page }))))(
    '$name at $width px, $scheme: charts with text, no overflow, no error, nothing from elsewhere',
    async ({ width, scheme, address, name, charts }) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
      const page = await context.newPage()
      const problems = watch(context, page)
      await page.goto(origin + address)
      const visible = page.locator('svg[role="img"]:visible')
      expect(await visible.count()).toBe(charts)
      expect(await visible.first().locator('title').textContent()).not.toBe('')
      expect(await visible.first().locator('desc').textContent()).toMatch(/\d/)
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        innerWidth: window.innerWidth,
      }))
      expect(scrollWidth).toBeLessThanOrEqual(innerWidth)
      await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${width}-${scheme}.png`), fullPage: true })
      expect(problems).toEqual([])
      await context.close()
    },
  )

  test('the edition of 2025 shows the 24 rows of its source, 4 of them flagged', async () => {
    const page = await browser.newPage()
    await page.goto(`${origin}/editions/mac-2025`)
    const shown = await page
      .locator('tr[data-row]')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.number')].map((cell) => cell.textContent)))
    expect(shown).toEqual(rowsOfSource2025().map(({ average, range, ratio }) => [average, range, ratio ?? '–']))
    expect(await page.locator('tr[data-flag]').count()).toBe(4)
    const earlier = await page
      .locator('tr.earlier', { hasText: 'first version of the data' })
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('.number')].slice(0, 2).map((cell) => cell.textContent)),
      )
    expect(earlier).toEqual(
      rowsOfSource2025().flatMap(({ earlier }) => (earlier === null ? [] : [[earlier.average, earlier.range]])),
    )
    await page.close()
  })

  test('an image is the whole chart, and every header of a table says something', async () => {
    const page = await browser.newPage()
    for (const { address } of pages) {
      await page.goto(origin + address)
      expect(await page.locator('svg [role]').count()).toBe(0)
      const headers = await page.locator('th').allTextContents()
      expect(headers.filter((text) => text.trim() === '')).toEqual([])
    }
    await page.close()
  })

  test('the two versions of the data of 2025 can be told apart on the home page', async () => {
    const page = await browser.newPage()
    await page.goto(origin)
    const lines = await page.locator('.runs li').allTextContents()
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.filter((line) => line.includes('macOS 15.1.1') && /version [0-9a-f]{7} of/.test(line))).toHaveLength(2)
    await page.close()
  })

  test('the home page says of a check that it is one, and what its verdicts come to', async () => {
    const page = await browser.newPage()
    await page.goto(origin)
    const counts = await page.locator('.runs .counts').allTextContents()
    const called = 'check: 1 slower · 1 faster · 3 not slower · 1 inconclusive · 1 failed · 1 unsupported'
    expect(counts.sort()).toEqual([called, 'check: unfit: nothing is called'])
    await page.close()
  })

  test('what is not there has its style at any depth, also where the site is not at the root', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } })
    await page.goto(`${origin}/some/where/deep`)
    await page.screenshot({ path: path.join(SCREENSHOTS, 'not-found-390-light.png') })
    expect(await page.locator('link[rel=stylesheet]').count()).toBe(0)
    expect(await page.locator('.site-header .bar').evaluate((bar) => getComputedStyle(bar).display)).toBe('flex')
    await page.close()
  })

  test('by keyboard, the first stop skips to the content, and a table that scrolls can be reached', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } })
    await page.goto(`${origin}/runs/${ID}`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
    const region = page.locator('.scroll').first()
    await region.focus()
    expect(await region.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await region.getAttribute('aria-label')).toBe('Results by cell')
    await page.close()
  })
})

/** The example with 500 letters and no space wherever a document may have them. */
function wideRun(): RunDocument {
  const wide = 'W'.repeat(500)
  return exampleRun((run) => {
    run.notes = [{ code: run.notes[0]?.code ?? 'wide', text: wide }]
    run.division = 'modified'
    run.deviations = [wide]
    run.licence = wide
    run.host.os.name = wide
    run.host.os.version = wide
    run.host.kernel = wide
    run.host.cpu.model = wide
    run.host.runner.label = wide
    run.harness.version = wide
    for (const image of run.images) image.name = wide
    for (const engine of run.engines) {
      Object.assign(engine, { product: wide, version: wide })
      Object.assign(engine.requested, { vmType: wide })
      engine.effective.kernel = { value: wide, confidence: 'observed' }
    }
    for (const cell of run.cells) if (cell.reason !== null) cell.reason = wide
  })
}

/** An arm that is named with 500 letters and no space. */
function wideArm() {
  return { commit: null, engine: null, image: 'W'.repeat(500) }
}

/** Collects what must not happen: errors, and requests to anywhere but the site. */
function watch(context: BrowserContext, page: Page): string[] {
  const problems: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`request to ${request.url()}`)
  })
  context.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`))
  page.on('console', (message) => problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  return problems
}
