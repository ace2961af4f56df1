import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserOfTests, hasBrowser, ORIGIN } from './browser.ts'
import { IDS } from './documents.ts'

// This file tests interactive charts, and the lists of runs from which a comparison is chosen.

const { first: a, another: b } = IDS

describe.skipIf(!hasBrowser())('in a browser', () => {
  const open = browserOfTests()

  test('a button lists more runs and moves the focus to the first of them, until all are shown', async () => {
    const { page } = await open('/compare')
    const [links, more, status] = ['#offered-a a', '#more-a', '#found-a'].map((selector) => page.locator(selector))
    await expect.poll(() => status?.textContent()).toMatch(/^8 of \d+ runs shown/)
    await more?.click()
    await expect.poll(() => status?.textContent()).toMatch(/^16 of \d+ runs shown/)
    expect(await links?.nth(8).evaluate((link) => link === document.activeElement)).toBe(true)
    await page.locator('#find-a').fill('first cpu')
    await expect.poll(() => more?.isVisible()).toBe(false)
  })

  test('while the runs are compared, a live region says so', async () => {
    const { page } = await open('/compare')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/runs/${b}.json`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${ORIGIN}/compare?a=${a}&b=${b}`)
    const progress = page.getByRole('status').filter({ hasText: 'Comparing…' })
    await progress.waitFor()
    answer()
    await page.locator('#benchmarks').waitFor()
    await expect.poll(() => progress.count()).toBe(0)
  })

  test.each([390, 1440])('at %i px, an offered run has the width of its list', async (width) => {
    const { page } = await open('/compare', { viewport: { width, height: 900 } })
    const offered = page.locator('#offered-a')
    await offered.locator('a').first().waitFor()
    const widthOf = (selector: string) =>
      offered
        .locator(selector)
        .first()
        .evaluate((found) => found.clientWidth)
    expect(await widthOf('a')).toBe(await widthOf('xpath=.'))
  })

  test('a chart is explored without generated code: marks have tooltips, scenarios can be hidden', async () => {
    const { page, problems } = await open(`/runs/${a}`)
    await page.getByRole('button', { name: 'Explore this chart' }).first().click()
    await page.locator('.explored svg').first().waitFor()
    await page.locator('.explored').scrollIntoViewIfNeeded()
    const dots = page.locator('.explored path.samples')
    const before = await dots.count()
    const { x, y } = await dots.last().evaluate((path) => {
      const { x, y } = (path as SVGPathElement)
        .getPointAtLength(0)
        .matrixTransform((path as SVGPathElement).getScreenCTM() ?? undefined)
      return { x, y }
    })
    await page.mouse.move(x, y)
    await expect.poll(() => page.locator('.tip').textContent()).toMatch(/ · [\d.,]+ \w+ · round \d/)
    await page.keyboard.press('Escape')
    expect(await page.locator('.tip').isVisible()).toBe(false)
    await page.locator('.explorer input').first().uncheck()
    await expect.poll(() => dots.count()).toBeLessThan(before)
    expect(problems).toEqual([])
  })

  /** Explores the chart of a figure, and expects that it keeps its form. */
  async function exploreIn(page: Page, figure: Locator): Promise<void> {
    const form = () =>
      figure.locator('.plot').evaluate((plot) => ({
        className: plot.className,
        size: [plot.clientWidth, plot.clientHeight],
        texts: plot.querySelector('ol')?.textContent,
        marks: plot.querySelectorAll('path').length,
        axis: [plot.querySelector('.axis')?.className, plot.querySelector('.axis')?.textContent],
      }))
    const before = await form()
    await figure.getByRole('button', { name: 'Explore this chart' }).click()
    await page.locator('.explored svg').first().waitFor()
    expect(await form()).toEqual(before)
  }

  test('an explored chart of bars keeps as many labels of its axis as a narrow screen can hold', async () => {
    const { page, problems } = await open('/editions/linux-2026', { viewport: { width: 390, height: 900 } })
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await exploreIn(page, page.locator('figure[data-spec]:has(.axis.third)').first())
    expect(problems).toEqual([])
  })

  test.each([390, 1440])(
    'at %i px an explored chart keeps its form, and is saved as SVG, PNG and CSV',
    async (width) => {
      const { page, problems } = await open(`/runs/${a}`, { viewport: { width, height: 900 } })
      const figure = page.locator('figure[data-spec]').first()
      await exploreIn(page, figure)
      for (const [format, start] of [
        ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"'],
        ['PNG', '\u0089PNG'],
        ['CSV', 'mark,benchmark,scenario,'],
      ] as const) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          figure.getByRole('button', { name: format, exact: true }).click(),
        ])
        expect(download.suggestedFilename()).toBe(`${a}.${format.toLowerCase()}`)
        expect(readFileSync(await download.path(), 'latin1').startsWith(start), format).toBe(true)
      }
      expect(problems).toEqual([])
    },
  )

  test('if a chart cannot be loaded, the page says so and can retry', async () => {
    const { page } = await open(`/runs/${a}`)
    await page.route('**/*.vl.json', (route) => route.abort())
    await page.getByRole('button', { name: 'Explore this chart' }).first().click()
    await page.getByText('This chart could not be loaded').waitFor()
    await page.unroute('**/*.vl.json')
    await page.getByRole('button', { name: 'Explore this chart' }).first().click()
    await page.locator('.explored svg').first().waitFor()
  })
})
