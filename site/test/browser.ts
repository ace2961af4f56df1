import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

// Helpers shared by the tests that use a real browser.

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

/** Directory for screenshots of the tests, for people to inspect; not committed. */
export const SCREENSHOTS = path.join(import.meta.dirname, '..', '.screenshots')

/** Whether these are the tests of `npm run test:full`. */
export const IS_FULL = process.env.PLIMSOLL_TEST === 'full'

/**
 * The width of a phone with the light scheme, and of a desktop with the dark one; in the full suite, both with both
 * schemes.
 */
export const VIEWS = [390, 1440]
  .flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
  .filter(({ width, scheme }) => IS_FULL || (width === 390) === (scheme === 'light'))

/** The address of the site, without a slash at its end. */
export const ORIGIN = inject('origin')

/** An open page, and the errors on it so far. */
export interface Opened {
  page: Page
  problems: string[]
}

/** Starts a browser for the tests of a block. @returns a function that opens a page of the site until its test ends */
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

/** Whether a browser is available; under CI=true a missing one is an error. */
export function hasBrowser(): boolean {
  if (existsSync(CHROMIUM)) return true
  if (process.env.CI === 'true') throw new Error(`There is no ${CHROMIUM}; install Chromium.`)
  console.error(`${CHROMIUM} not found: the tests in a browser are skipped.`)
  return false
}

/** Presses Tab until the element of a selector has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab does not lead to ${selector} in ${MAX_STOPS} stops.`)
}

const MAX_STOPS = 150

/** Collects errors, and requests to any address outside of the site. */
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
