import { describe, expect, test } from 'vitest'
import { browserOfTests, hasBrowser } from './browser.ts'

// This file tests how readers find their way in the documentation.

describe.skipIf(!hasBrowser())('in a browser', () => {
  const open = browserOfTests()

  test('a page has a side bar with all pages, which marks its own, and leads to the next one', async () => {
    const { page } = await open('/docs/tutorial', { javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
    const bar = page.getByRole('navigation', { name: 'Documentation' })
    expect(await bar.locator('a').count()).toBeGreaterThan(20)
    expect(await bar.locator('[aria-current=page]').allInnerTexts()).toEqual(['From nothing to a published run'])
    const [left, text] = await Promise.all([bar.boundingBox(), page.locator('.docs-page').boundingBox()])
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(text?.x ?? 0)
    await page.locator('.neighbours a[rel=next]').click()
    await page.waitForURL('**/docs/exec')
  })

  test('on a phone, the text of a page comes before the list of pages', async () => {
    const { page } = await open('/docs/tutorial', { viewport: { width: 390, height: 900 } })
    const [bar, text] = await Promise.all(['.docs-nav', '.docs-page'].map((part) => page.locator(part).boundingBox()))
    expect(bar?.y ?? 0).toBeGreaterThan(text?.y ?? 0)
  })

  test('a block of code is copied with one click', async () => {
    const { page } = await open('/docs/publish', { permissions: ['clipboard-read', 'clipboard-write'] })
    const block = page.locator('.copyable').first()
    await block.getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => block.locator('.said').textContent()).toBe('Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.trim()).toBe((await block.locator('pre').textContent())?.trim())
  })
})
