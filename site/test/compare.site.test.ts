import lzString from 'lz-string'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserOfTests, hasBrowser, ORIGIN, smallTargets, takeScreenshot, VIEWS } from './browser.ts'
import { IDS } from './documents.ts'

// This file tests the comparison of two runs, the data page, and the link to the Vega Editor.

const { first: a, another: b, check } = IDS

describe.skipIf(!hasBrowser())('in a browser', () => {
  const open = browserOfTests()

  test('two runs: the differences come before every figure, there is no verdict, and the figure has a text', async () => {
    const { page, problems } = await open(`/compare?a=${a}&b=${b}`)
    await page.locator('#benchmarks').waitFor()
    const text = await page.locator('#comparison').innerText()
    const differs = text.slice(text.indexOf('Machines: what differs'), text.indexOf('Runs: what differs'))
    for (const what of ['First CPU', 'Another CPU', 'macOS', '27.5.1']) expect(differs).toContain(what)
    expect(text).toContain('Not a verdict: A and B ran at different times')
    expect(text.replaceAll(/not a verdict.*/gi, '')).not.toMatch(/slower|faster/)
    expect(await page.locator('#ratios-desc').textContent()).toContain('npm-ci small · native: 2.000 B took longer')
    expect(problems).toEqual([])
  })

  test('runs are chosen by typing and by keyboard alone; the choice is in the address, and back undoes it', async () => {
    const { page, problems } = await open('/compare')
    await page.locator('#offered-a a').first().waitFor()
    await page.locator('#find-a').focus()
    await page.keyboard.type('first cpu')
    await expect.poll(() => page.locator('#found-a').textContent()).toBe('1 run')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('find-b')
    expect(page.url()).toBe(`${ORIGIN}/compare?a=${a}`)
    expect(await page.locator('#runs').evaluate((heading) => heading.getBoundingClientRect().top)).toBeLessThan(100)
    await page.keyboard.type('another')
    await expect.poll(() => page.locator('#found-b').textContent()).toBe('1 run')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#benchmarks').waitFor()
    expect(page.url()).toBe(`${ORIGIN}/compare?a=${a}&b=${b}`)
    await page.reload()
    await page.locator('#benchmarks').waitFor()
    await page.goBack()
    await page.locator('#find-b').waitFor()
    expect(await page.locator('#benchmarks').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test.each([
    [`?a=${a}&b=${a}`, 'A and B are the same run'],
    [`?a=${'z'.repeat(26)}&b=${b}`, `This registry has no run ${'z'.repeat(26)}`],
    [`?a=%3Cimg%20src%3Dx%3E&b=${b}`, '“<img src=x>” is not the id of a run'],
    [`?a=${check}&b=${b}`, 'A is a check and B is a plain run'],
  ])('%s is answered with a sentence', async (search, sentence) => {
    const { page } = await open(`/compare${search}`)
    await expect.poll(() => page.locator('#comparison').innerText()).toContain(sentence)
    expect(await page.locator('#comparison img').count()).toBe(0)
  })

  test('without scripts the page links to alternatives, and the other pages are complete', async () => {
    const { page } = await open('/compare', { javaScriptEnabled: false })
    expect(await page.locator('main').innerText()).toContain('Open the pages of both runs in the list of runs')
    await page.goto(`${ORIGIN}/runs?q=docker`)
    expect(await page.locator('main').innerText()).toContain('even if its address asks for some')
    expect(await page.getByRole('button', { name: 'Compare A and B' }).isVisible()).toBe(false)
    expect(await page.getByRole('radio').first().isVisible()).toBe(false)
    await page.goto(`${ORIGIN}/method`)
    expect(await page.locator('table').count()).toBeGreaterThan(4)
    await page.goto(`${ORIGIN}/data`)
    expect(await page.locator('a[download]').count()).toBeGreaterThan(4)
    await page.goto(`${ORIGIN}/runs/${a}`)
    expect(await page.locator('button').count()).toBe(0)
  })

  test('the link to the Vega Editor opens the spec of the run; without scripts it leads to the spec', async () => {
    const { page, problems } = await open(`/runs/${a}`)
    await page.route('https://vega.github.io/**', async (route) => {
      expect(route.request().headers().referer).toBeUndefined()
      await route.fulfill({ contentType: 'text/html', body: '<title>An editor</title>' })
    })
    const link = page.getByRole('link', { name: 'Open the first chart in the Vega Editor' })
    await expect.poll(() => page.getByText('without scripts').count()).toBe(0)
    await page.route('**/*.vl.json', (route) => route.abort())
    await link.click()
    await page.getByText('This chart could not be loaded').waitFor()
    await page.unroute('**/*.vl.json')
    await link.click()
    await expect.poll(() => page.title()).toBe('An editor')
    const opened = page.url()
    expect(opened).toMatch(/^https:\/\/vega\.github\.io\/editor\/#\/url\/vega-lite\//)
    const spec = await (await fetch(`${ORIGIN}/runs/${a}.vl.json`)).json()
    expect(JSON.parse(lzString.decompressFromEncodedURIComponent(opened.split('/').at(-1) ?? ''))).toEqual(spec)
    const others = problems.filter((problem) => !/\.vl\.json|ERR_FAILED/.test(problem))
    expect(others).toEqual(['request to https://vega.github.io/editor/'])
    const { page: plain } = await open(`/runs/${a}`, { javaScriptEnabled: false })
    const plainLink = plain.getByRole('link', { name: 'Open the first chart in the Vega Editor' })
    expect(await plainLink.getAttribute('href')).toBe(`${a}.vl.json`)
    await plain.getByText('without scripts: the spec, which you can paste there').waitFor()
  })

  test('every file that the data page links to exists', async () => {
    const { page } = await open('/data')
    const addresses = await page
      .locator('main a[download], #feeds ~ p a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200])
  })

  test.each(VIEWS)('at $width px, $scheme: no overflow and no error on a comparison of two runs', async (view) => {
    const { width, scheme } = view
    const { page, problems } = await open(`/compare?a=${a}&b=${b}`, {
      viewport: { width, height: 900 },
      colorScheme: scheme,
    })
    await page.locator('#benchmarks').waitFor()
    const [content, visible] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(content).toBeLessThanOrEqual(visible as number)
    expect(width < 640 ? await smallTargets(page) : []).toEqual([])
    expect(await coveredMarks(page)).toBe(0)
    await takeScreenshot(page, `compare-${width}-${scheme}`)
    expect(problems).toEqual([])
  })
})

/** Counts the marks of the ratios that a label covers, once every label and text is too long for a line. */
function coveredMarks(page: Page): Promise<number> {
  return page.evaluate(() => {
    for (const text of document.querySelectorAll('#comparison .plot .two-lines :is(span > span, i, b)'))
      text.append(' and many more words than a line has room for on a phone')
    const [labels, marks] = ['li :is(span, i, b)', 'use'].map((selector) =>
      [...document.querySelectorAll(`#comparison .plot ${selector}`)].map((found) => found.getBoundingClientRect()),
    ) as [DOMRect[], DOMRect[]]
    if (marks.length === 0) return -1
    return marks.filter((mark) =>
      labels.some(
        (label) =>
          label.left < mark.right && label.right > mark.left && label.top < mark.bottom && label.bottom > mark.top,
      ),
    ).length
  })
}
