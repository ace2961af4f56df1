import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, runsOfEveryKind, serveSite, watch } from './browser-testing.ts'

// What readers come for, done as they would do it.

const RUNS = runsOfEveryKind()

let origin: string
let close = () => {}

beforeAll(async () => {
  ;({ origin, close } = await serveSite(RUNS.documents, RUNS.prepare))
})

afterAll(() => close())

describe.skipIf(!hasBrowser())('in a browser', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowser()
  })

  afterAll(() => browser?.close())

  test.each([
    ['an edition', 'main a[href^="editions/"]'],
    ['a run', 'main a[href^="runs/"]'],
  ])('from the home page to the citation of %s in three clicks, by keyboard alone', async (_, link) => {
    const page = await browser.newPage()
    await page.goto(origin)
    await tabTo(page, link)
    await press(page)
    // Where there is a link to the citation, it is the second click; what is folded is opened by the third.
    await tabTo(page, 'section[aria-labelledby="cite"] summary')
    await page.keyboard.press('Enter')
    const opened = page.locator('section[aria-labelledby="cite"] details[open]').first()
    expect(await opened.innerText()).toMatch(/sha256:[0-9a-f]{64}/)
    await page.close()
  })

  test('two runs of different machines are compared: first what differs, then figures, and no verdict', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const problems = watch(context, page, origin)
    await page.goto(`${origin}/compare?a=${RUNS.ids.plain}&b=${RUNS.ids.another}`)
    await page.locator('#differs').waitFor()
    const headings = await page.locator('#comparison h2').allTextContents()
    const places = ['What differs', 'Cell by cell: not a verdict'].map((text) => headings.indexOf(text))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    const differs = page.locator('section[aria-labelledby="differs"]')
    for (const text of ['Example CPU', 'Another CPU', 'macOS', '27.5.1'])
      expect(await differs.innerText()).toContain(text)
    expect(await page.locator('#comparison').innerText()).not.toMatch(/\b(slower|faster|inconclusive)\b/)
    expect(problems).toEqual([])
    await context.close()
  })

  test('a filter is in the address: it survives a reload, and going back undoes it', async () => {
    const page = await browser.newPage()
    await page.goto(`${origin}/runs`)
    const all = await page.locator('#all .runs > li').count()
    const os = page.locator('#filters select[name="os"]')
    await os.selectOption('macos')
    await page.waitForURL(/[?&]os=macos/)
    const shown = () => page.locator('#matches .runs > li:visible').count()
    await expect.poll(shown).toBeGreaterThan(0)
    const filtered = await shown()
    expect(filtered).toBeLessThan(all)
    await page.reload()
    await expect.poll(shown).toBe(filtered)
    expect(await os.inputValue()).toBe('macos')
    await page.goBack()
    await expect.poll(() => page.locator('#all').isVisible()).toBe(true)
    expect(await os.inputValue()).toBe('')
    await page.close()
  })

  test('compare without scripts says that it needs them, and leads to the runs', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${origin}/compare?a=${RUNS.ids.plain}&b=${RUNS.ids.another}`)
    expect(await page.locator('main').innerText()).toMatch(/without scripts/i)
    expect(await page.locator('main a[href="runs"]').count()).toBeGreaterThan(0)
    await context.close()
  })
})

const MOST_STOPS = 150

/** Presses Tab until what a selector names has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab does not lead to ${selector} in ${MOST_STOPS} stops.`)
}

async function press(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
}
