import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { identify, type RunDocument } from '@plimsoll/schema'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../schema/test/check-document.ts'
import { buildSite } from './src/build/build-site.ts'
import { listen } from './src/serve/listen.ts'
import { createSiteServer } from './src/serve/server.ts'
import { importDocument } from './src/store/import.ts'
import { bury, supersede, withdraw } from './src/store/marks.ts'
import { openRegistry, type Registry } from './src/store/registry.ts'
import { exampleRun, toBytes } from './src/testing.ts'

// What the tests with a real build, a real server and a real browser share.

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

/** Where tests put pictures of what they saw, to be looked at; not committed. */
export const SCREENSHOTS = path.join(import.meta.dirname, '.screenshots')

/** Phone and desktop, light and dark. */
export const VIEWS = [390, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

/** A site that is served while the tests of a file run. */
export interface Site {
  /** Without a slash at its end. */
  origin: string
}

/** Builds a site with some runs, beside those that ship, and serves it. @param prepare does more with the registry */
export function siteOfTests(documents: readonly Uint8Array[], prepare: (registry: Registry) => void = () => {}): Site {
  const site: Site = { origin: '' }
  let close = () => {}
  beforeAll(async () => {
    ;({ origin: site.origin, close } = await serveSite(documents, prepare))
  })
  afterAll(() => close())
  return site
}

/** A page of a site as a reader has it, and what went wrong on it so far. */
export interface Opened {
  page: Page
  problems: string[]
}

/**
 * A browser for the tests of a block. @returns opens a page of the site, for as long as the test runs that asks for it
 */
export function browserOfTests(site: Site): (address: string, options?: BrowserContextOptions) => Promise<Opened> {
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  })
  afterAll(() => browser?.close())
  return async (address, options = {}) => {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const problems = watch(context, page, site.origin)
    await page.goto(site.origin + address)
    return { page, problems }
  }
}

async function serveSite(
  documents: readonly Uint8Array[],
  prepare: (registry: Registry) => void,
): Promise<Site & { close: () => void }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-browser-'))
  const registry = openRegistry(path.join(directory, 'registry'))
  for (const document of documents) importDocument(registry, document)
  prepare(registry)
  const out = path.join(directory, 'out')
  await buildSite(registry, out, () => {})
  const server = createSiteServer(out)
  const origin = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  const close = () => {
    server.close()
    server.closeAllConnections()
    rmSync(directory, { recursive: true, force: true })
  }
  return { origin, close }
}

/** Runs of every kind that a page may have to show: plain, again and again, wide, on another machine, checks, marked, taken out. */
export function runsOfEveryKind(): {
  documents: Uint8Array[]
  ids: Record<KindOfRun, string>
  prepare: (registry: Registry) => void
} {
  const another = exampleRun((run) => {
    Object.assign(run.host.os, { family: 'macos', name: 'macOS', version: '15.1.1' })
    run.host.cpu.model = 'Another CPU'
    for (const engine of run.engines) engine.version = '27.5.1'
  })
  const numbered = (number: number) => exampleRun((run) => run.notes.push({ code: 'number', text: String(number) }))
  const documents = {
    plain: exampleRun(),
    wide: wideRun(),
    another,
    check: checkDocument(EVERY_VERDICT),
    superseded: numbered(1),
    withdrawn: numbered(2),
    buried: numbered(3),
  }
  const again = Array.from({ length: 12 }, (_, day) => measuredAgain(day))
  const ids = Object.fromEntries(Object.entries(documents).map(([kind, run]) => [kind, identify(run).id])) as Record<
    KindOfRun,
    string
  >
  return {
    documents: [...Object.values(documents), ...again].map(toBytes),
    ids,
    prepare(registry) {
      supersede(registry, ids.superseded, ids.plain)
      withdraw(registry, ids.withdrawn, 'the wrong image was measured')
      bury(registry, ids.buried, 'it told the name of a person')
    },
  }
}

export type KindOfRun = 'plain' | 'wide' | 'another' | 'check' | 'superseded' | 'withdrawn' | 'buried'

/** Whether there is a browser to test with; under CI=true there must be one. */
export function hasBrowser(): boolean {
  if (existsSync(CHROMIUM)) return true
  if (process.env.CI === 'true') throw new Error(`There is no ${CHROMIUM}; install Chromium.`)
  console.error(`There is no ${CHROMIUM}: what a browser shows is not tested.`)
  return false
}

/** Presses Tab until what a selector names has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab does not lead to ${selector} in ${MOST_STOPS} stops.`)
}

const MOST_STOPS = 150

/** Collects what must not happen: errors, and requests to anywhere but the site. */
function watch(context: BrowserContext, page: Page, origin: string): string[] {
  const problems: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`request to ${request.url()}`)
  })
  context.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`))
  page.on('console', (message) => problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  return problems
}

/** The example as a run of a suite as it is frozen, each day anew: what histories are made of. */
function measuredAgain(day: number): RunDocument {
  return exampleRun((run) => {
    run.startedAt = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().replace('.000', '')
    run.finishedAt = run.startedAt
    run.division = 'standard'
    run.deviations = []
  })
}

/** The example with 500 letters and no space wherever a document may have them. */
export function wideRun(): RunDocument {
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
export function wideArm() {
  return { commit: null, engine: null, image: 'W'.repeat(500) }
}
