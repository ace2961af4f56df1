import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

// This module has helpers that the tests with a real browser share.

/** How long a page waits for an event: as long as `expect.poll` does (vitest.config.ts). */
const EVENT_TIMEOUT_MS = 100_000
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The directory for screenshots of the tests, which people can inspect. It is not committed. */
const SCREENSHOTS = path.join(import.meta.dirname, '..', '.screenshots')

/** Whether these tests are run by `npm run test:full`. */
export const IS_FULL = process.env.PLIMSOLL_TEST === 'full'

/**
 * Chromium as a program without windows, which needs a third of the processor time, or Chromium itself. The full suite
 * uses Chromium itself. Undefined if neither is installed.
 */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].slice(IS_FULL ? 1 : 0).find(existsSync)

/**
 * The widths and colour schemes of the tests: a phone with the light scheme, and a desktop with the dark one. In the
 * full suite, each width is tested with both schemes.
 */
export const VIEWS = [390, 1440]
  .flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
  .filter(({ width, scheme }) => IS_FULL || (width === 390) === (scheme === 'light'))

/** The address of the site, without a slash at its end. */
export const ORIGIN = inject('origin')

/** An open page, and the errors that occurred on it so far. */
export interface Opened {
  page: Page
  problems: string[]
}

/** Starts a browser for the tests of a block. @returns a function that opens a page of the site until its test ends */
export function browserOfTests(): (address: string, options?: BrowserContextOptions) => Promise<Opened> {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  })
  afterAll(() => browser?.close())
  return async (address, options = {}) => {
    const context = await browser.newContext(options)
    // Playwright's own limit of 30 s would fail on a slow and busy machine.
    context.setDefaultTimeout(EVENT_TIMEOUT_MS)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const problems = watch(context, page)
    await page.goto(ORIGIN + address)
    return { page, problems }
  }
}

/** Takes a picture of a whole page for people. No test reads it, so only the full suite spends the time. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (IS_FULL) await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true })
}

/** Whether a browser is available. Under CI=true, a missing browser is an error. */
export function hasBrowser(): boolean {
  if (CHROMIUM !== undefined) return true
  if (process.env.CI === 'true') throw new Error('There is no /usr/bin/chromium; install Chromium.')
  console.error('/usr/bin/chromium not found: the tests in a browser are skipped.')
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

/** Returns the links and buttons of a page that are lower than 24 px (WCAG 2.2, 2.5.8). Folded parts are opened. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    return [
      ...document.querySelectorAll('a[href], button, summary, select, input:not([type="radio"], [type="checkbox"])'),
    ]
      .map((target) => {
        let { top, bottom } = target.getBoundingClientRect()
        // A parent that hides what overflows also cuts the target.
        for (let parent = target.parentElement; parent !== null; parent = parent.parentElement) {
          if (getComputedStyle(parent).overflowY !== 'hidden') continue
          const clip = parent.getBoundingClientRect()
          ;[top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)]
        }
        return { name: target.textContent, height: bottom - top }
      })
      .filter(({ height }) => height > 0 && height < 24)
      .map(({ name, height }) => `the target “${name}” is ${height} px high`)
  })
}

/**
 * Returns the classes of dots that a chart does not show. A dot is a line of zero length, which has an extent only if
 * its style gives it round ends.
 */
export function invisibleDots(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.plot path')]
      .filter((path) => /^(m[^a-z]+z)+$/i.test(path.getAttribute('d') ?? ''))
      .filter((path) => getComputedStyle(path).strokeLinecap !== 'round')
      .map((path) => `the dots “${path.getAttribute('class')}” are not drawn`),
  )
}

/** Returns the placeholders of a page that are wider than their field. */
export function cutPlaceholders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    return [...document.querySelectorAll('input')].flatMap((input) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      context.font = font
      const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const isCut = context.measureText(input.placeholder).width > room
      return isCut && input.clientWidth > 0 ? [`the placeholder “${input.placeholder}” is cut`] : []
    })
  })
}

/** Collects the errors of a page, and its requests to any address outside of the site. */
function watch(context: BrowserContext, page: Page): string[] {
  const problems: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(`${ORIGIN}/`)) problems.push(`request to ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    // A page that is reloaded before it is complete aborts its own requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`)
  })
  page.on('console', (message) => problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  return problems
}
