import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { browserOfTests, hasBrowser, ORIGIN } from './browser.ts'

// What a reader can take away from a page: files, an embed, a citation, a link to a row.

describe.skipIf(!hasBrowser())('in a browser', () => {
  const open = browserOfTests()

  test.each(['/', '/editions/mac-2025', '/editions/startup-2026'])(
    'the HTML to embed a chart of %s shows a picture that fits a wide and a narrow screen',
    async (address) => {
      const { page } = await open(address)
      const code = await page.locator('pre[data-copy="the HTML of this chart"]').first().textContent()
      for (const [width, file] of [
        [1440, /\.svg$/],
        [390, /\.narrow\.svg$/],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        // Without the policy of this site, which would forbid the style of the figure.
        await page.route('**/article', (route) =>
          route.fulfill({ contentType: 'text/html', body: `<!doctype html>${code}` }),
        )
        await page.goto(`${ORIGIN}/article`)
        const picture = page.locator('figure img')
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
        const shown = await picture.evaluate((image: HTMLImageElement) => ({
          source: image.currentSrc,
          right: image.getBoundingClientRect().right,
        }))
        expect(shown.source).toMatch(file)
        expect(shown.right).toBeLessThanOrEqual(width)
        // The page around the picture has no scheme, so the picture must not follow that of the reader.
        const light = await picture.screenshot()
        await page.emulateMedia({ colorScheme: 'dark' })
        expect((await picture.screenshot()).equals(light)).toBe(true)
        await page.emulateMedia({ colorScheme: 'light' })
        const link = await page.locator('figure > a').getAttribute('href')
        expect(link).toMatch(/^http:\/\/[^/]+\/editions\/[a-z0-9-]+#[a-z-]+$/)
        const target = await (await fetch(String(link))).text()
        expect(target).toContain(`id="${link?.split('#')[1]}"`)
        expect(await page.locator('figcaption').innerText()).toMatch(/Paolo Mainardi|Shamsher Khan/)
      }
    },
  )

  test('the chart of the answer is also on the page of its edition, where the HTML to embed it leads', async () => {
    const { page } = await open('/')
    const code = page.locator('.answer pre[data-copy="the HTML of this chart"]')
    expect(await code.textContent()).toContain(`<a href="${ORIGIN}/editions/mac-2025#results-bind">`)
    const texts = await page.locator('.answer:not(.own) .plot li').allInnerTexts()
    const { page: edition } = await open('/editions/mac-2025#results-bind')
    expect(await edition.locator('section[aria-labelledby="results-bind"] .plot li').allInnerTexts()).toEqual(texts)
    const { page: plain } = await open('/', { javaScriptEnabled: false })
    expect(await plain.locator('.answer pre').first().textContent()).toContain('"editions/mac-2025#results-bind"')
  })

  test('from the home page, one click saves the citations of the answer, and one copies the HTML of its chart', async () => {
    const { page } = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    const answer = page.locator('.answer:not(.own)')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      answer.getByRole('link', { name: 'BibTeX' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('plimsoll-edition-mac-2025.bib')
    const bibtex = readFileSync(await file.path(), 'utf8')
    expect(bibtex.match(/^@misc\{.*/gm)).toEqual(['@misc{paolomainardi2025docker,', '@misc{plimsoll-edition-mac-2025,'])
    await answer.getByRole('button', { name: 'Copy the HTML of this chart' }).click()
    await expect.poll(() => answer.locator('.said').last().textContent()).toBe('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<figure .*<\/figure>$/s)
  })

  test('a button copies a citation; without scripts there is no button, and the text is there', async () => {
    const { page } = await open('/editions/mac-2025', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy the citation of the source' }).click()
    await expect.poll(() => page.locator('.said').filter({ hasText: 'Copied' }).count()).toBe(1)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(
      'Paolo Mainardi: Docker on MacOS is still slow?, 2025-01-04. Data file replaced 2025-02-28. https://www.paolomainardi.com/posts/docker-performance-macos-2025/',
    )
    const { page: plain } = await open('/editions/mac-2025', { javaScriptEnabled: false })
    expect(await plain.getByRole('button').count()).toBe(0)
    expect(await plain.locator('p.cite').first().innerText()).toBe(copied)
  })

  test('the list of runs of the home page says whose runs it leaves out', async () => {
    const { page } = await open('/')
    const section = page.locator('section[aria-labelledby="runs"]')
    expect(await section.locator('h2').innerText()).toBe('Latest other runs')
    expect(await section.locator('p.fine').first().innerText()).toContain(
      'Without the runs of the edition Containers on',
    )
  })

  test('the link of a row leads to this row and marks it', async () => {
    const { page } = await open('/editions/mac-2025')
    await page.getByRole('link', { name: 'Link to this row: OrbStack, Bind mount', exact: true }).click()
    expect(page.url()).toMatch(/#row-results-macos-orbstack-bind-mount$/)
    const colors = await page.evaluate(() =>
      ['tr:target > td', 'tr:not(:target) > td'].map((selector) => {
        const cell = document.querySelector(`.edition ${selector}`) as Element
        return getComputedStyle(cell).backgroundColor
      }),
    )
    expect(colors[0]).not.toBe(colors[1])
  })

  test('an edition without run documents says why', async () => {
    for (const [name, reason] of [
      ['ramdisk-2022', 'the address of this source is unknown'],
      ['caching-2017', 'this source gives neither'],
      ['vm-2014', 'this source gives neither'],
    ]) {
      const text = await (await fetch(`${ORIGIN}/editions/${name}`)).text()
      expect(text).toContain(reason)
    }
  })
})
