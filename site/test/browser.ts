import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

// What the tests share that look at the site with a real browser.

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
export const SCREENSHOTS = path.join(import.meta.dirname, '..', '.screenshots')

/** Whether these are the tests of `npm run test:full`. */
export const IS_FULL = process.env.PLIMSOLL_TEST === 'full'

/** A phone, light, and a desktop, dark; in full both in both. */
export const VIEWS = [390, 1440]
  .flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
  .filter(({ width, scheme }) => IS_FULL || (width === 390) === (scheme === 'light'))

/** Where the site is served, without a slash at its end. */
export const ORIGIN = inject('origin')

/** A page of a site as a reader has it, and what went wrong on it so far. */
export interface Opened {
  page: Page
  problems: string[]
}

/**
 * A browser for the tests of a block. @returns opens a page of the site, for as long as the test runs that asks for it
 */
export function browserOfTests(): (address: string, options?: BrowserContextOptions) => Promise<Opened> {
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
    const problems = watch(context, page)
    await page.goto(ORIGIN + address)
    return { page, problems }
  }
}

/** Whether there is a browser to test with; under CI=true there must be one. */
export function hasBrowser(): boolean {
  if (existsSync(CHROMIUM)) return true
  if (process.env.CI === 'true') throw new Error(`There is no ${CHROMIUM}; install Chromium.`)
  console.error(`There is no ${CHROMIUM}: what a browser shows is not tested.`)
  return false
}

/** Presses Tab until what a selector names has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab does not lead to ${selector} in ${MAX_STOPS} stops.`)
}

const MAX_STOPS = 150

/** Collects what must not happen: errors, and requests to anywhere but the site. */
function watch(context: BrowserContext, page: Page): string[] {
  const problems: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(`${ORIGIN}/`)) problems.push(`request to ${request.url()}`)
  })
  context.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`))
  page.on('console', (message) => problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  return problems
}
