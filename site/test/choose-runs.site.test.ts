import { describe, expect, test } from 'vitest'
import { browserOfTests, hasBrowser, ORIGIN } from './browser.ts'
import { IDS } from './documents.ts'

// This file tests the lists of runs from which a comparison is chosen.

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
})
