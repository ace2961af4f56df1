import { identify } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../src/store/sha256.ts'
import { rowsOfSource2025 } from '../src/testing.ts'
import { browserOfTests, hasBrowser, ORIGIN, tabTo, takeScreenshot, VIEWS } from './browser.ts'
import { DOCUMENTS, IDS } from './documents.ts'

// This file tests the whole path from documents to pages: a real build, a real server, a real browser.

const { hash: HASH } = identify(DOCUMENTS.plain)

describe('over HTTP', () => {
  test('a run has a page at its address, and the SHA-256 of its document is its hash', async () => {
    expect(await (await fetch(`${ORIGIN}/runs/${IDS.plain}`)).text()).toContain(HASH)
    const bytes = Buffer.from(await (await fetch(`${ORIGIN}/runs/${IDS.plain}.json`)).arrayBuffer())
    expect(`sha256:${sha256(bytes)}`).toBe(HASH)
  })

  test('pages have only small optional scripts of the site, and all have one stylesheet', async () => {
    const pages = ['/', `/runs/${IDS.plain}`, '/editions/mac-2025', '/editions/mac-2022']
    const texts = await Promise.all(pages.map(async (page) => (await fetch(ORIGIN + page)).text()))
    const allowed =
      /^<script (type="module" src="(\.\.\/)*assets\/[\w-]+\.[0-9A-Za-z]+\.js"|type="application\/ld\+json")/
    for (const tag of texts.flatMap((text) => text.match(/<script[^>]*/g) ?? [])) expect(tag).toMatch(allowed)
    expect(new Set(texts.map((text) => /site\.[0-9a-f]{12}\.css/.exec(text)?.[0])).size).toBe(1)
  })

  test('mac-2022 can be cited as mac-2023, and shows its canonical name', async () => {
    const page = await (await fetch(`${ORIGIN}/editions/mac-2023`)).text()
    expect(page).toMatch(/<link rel="canonical" href="mac-2022"/)
    expect(page).toContain('is another name of the edition')
  })

  test('the schema and the editions are available as data', async () => {
    expect(await (await fetch(`${ORIGIN}/schema/run/v1.json`)).json()).toMatchObject({ title: 'RunDocument' })
    expect(await (await fetch(`${ORIGIN}/editions/mac-2025.json`)).json()).toMatchObject({ name: 'mac-2025' })
  })

  test('an unknown address shows the 404 page', async () => {
    const answer = await fetch(`${ORIGIN}/runs/${'z'.repeat(26)}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Page not found')
  })
})

describe.skipIf(!hasBrowser())('in a browser', () => {
  const open = browserOfTests()

  const pages = [
    { address: '/', name: 'home', charts: 2 },
    { address: `/runs/${IDS.plain}`, name: 'run', charts: 4 },
    { address: `/runs/${IDS.wide}`, name: 'wide-run', charts: 4 },
    { address: `/runs/${IDS.withheld}`, name: 'withheld', charts: 3 },
    { address: `/runs/${IDS.unreliableRun}`, name: 'unreliable-run', charts: 3 },
    { address: `/runs/${IDS.check}`, name: 'check', charts: 3 },
    { address: `/runs/${IDS.unreliable}`, name: 'unreliable-check', charts: 3 },
    { address: '/editions/mac-2025', name: 'edition', charts: 2 },
  ]

  test.each(VIEWS)(
    'at $width px, $scheme, each page has all its charts, each with a text, and no overflow, no error and no header without text',
    async ({ width, scheme }) => {
      const { page, problems } = await open('/', { viewport: { width, height: 900 }, colorScheme: scheme })
      for (const { address, name, charts } of pages) {
        await page.goto(ORIGIN + address)
        const visible = page.locator('svg[role="img"]:visible')
        expect([name, await visible.count()]).toEqual([name, charts])
        expect(await visible.first().locator('title').textContent()).not.toBe('')
        expect(await visible.first().locator('desc').textContent()).toMatch(/\d/)
        expect(await page.locator('svg [role]').count()).toBe(0)
        const headers = await page.locator('th').allTextContents()
        expect(headers.filter((text) => text.trim() === '')).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        if (overflow > 0) problems.push(`${name}: ${overflow} px too wide`)
        await takeScreenshot(page, `${name}-${width}-${scheme}`)
      }
      expect(problems).toEqual([])
    },
  )

  test.each([
    [`/runs/${IDS.plain}`, '.results', ['Samples', 'Median', 'Min–max', 'Ratio']],
    [`/runs/${IDS.check}`, '.verdicts', ['Change', 'Base', 'Head', 'Rounds']],
    ['/editions/mac-2025', '.edition', ['Median (s)', 'Min–max (s)', 'Samples', 'Ratio (to native)']],
  ])(
    'on a phone, each figure of %s %s has its title beside it, and the head is hidden',
    async (address, table, titles) => {
      const { page } = await open(address, { viewport: { width: 390, height: 844 } })
      const first = page.locator(table).first()
      const labels = await first.locator('tbody tr:has(td:nth-child(4)) td').evaluateAll((cells) =>
        cells.map((cell) => {
          const { content } = getComputedStyle(cell, '::before')
          return content.startsWith('attr') ? (cell.dataset.label ?? '') : content.replace(/^"(.*?)".*$/, '$1')
        }),
      )
      for (const title of titles) expect(labels).toContain(title)
      expect(await first.locator('thead').evaluate((head) => head.getBoundingClientRect().width)).toBeLessThanOrEqual(1)
    },
  )

  test('the edition of 2025 shows the 24 rows of its source, 6 of them flagged', async () => {
    const { page } = await open('/editions/mac-2025')
    const shown = await page
      .locator('tr[data-row]')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.number')].map((cell) => cell.textContent)))
    expect(shown).toEqual(rowsOfSource2025().map(({ median, range, ratio }) => [median, range, '3', ratio ?? '–']))
    expect(await page.locator('tr[data-flag]').count()).toBe(6)
    const earlier = await page
      .locator('tr.earlier', { hasText: 'first version of the data file' })
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('.number')].slice(0, 2).map((cell) => cell.textContent)),
      )
    expect(earlier).toEqual(
      rowsOfSource2025().flatMap(({ earlier }) => (earlier === null ? [] : [[earlier.median, earlier.range]])),
    )
  })

  test('the home page distinguishes the two versions of the data of 2025', async () => {
    const { page } = await open('/')
    const lines = await page.locator('.runs li').allTextContents()
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.filter((line) => line.includes('macOS 15.1.1') && /version [0-9a-f]{7} of/.test(line))).toHaveLength(2)
  })

  test('the home page labels a check as such, with the number of each verdict', async () => {
    const { page } = await open('/')
    const counts = await page.locator('.runs .figure').allTextContents()
    const called =
      'check: 1 slower (+18.5%) · 1 faster (−12.8%) · 3 not slower · 1 inconclusive · 1 failed · 1 unsupported'
    expect(counts).toEqual(expect.arrayContaining([called, 'check: unreliable: no verdict']))
  })

  test('the 404 page has its style at any depth, also if the site is not at the root', async () => {
    const { page } = await open(`/some/where/deep`, { viewport: { width: 390, height: 900 } })
    await takeScreenshot(page, 'not-found-390-light')
    expect(await page.locator('link[rel=stylesheet]').count()).toBe(0)
    expect(await page.locator('.site-header .bar').evaluate((bar) => getComputedStyle(bar).display)).toBe('flex')
  })

  test.each([
    [
      'an edition and its source',
      'main a[href="editions/mac-2025"]',
      /title = \{\{Docker on MacOS is still slow\?\}\}/,
    ],
    ['a run', 'main a[href^="runs/"]', /sha256:[0-9a-f]{64}/],
  ])('from the home page to the citation of %s in two clicks, by keyboard alone', async (_, link, cited) => {
    const { page } = await open('/')
    for (const click of [link, 'main a[href="#cite"]']) {
      await tabTo(page, click)
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    }
    expect(await page.locator('p.cite').last().innerText()).toMatch(/sha256:[0-9a-f]{64}/)
    const cite = page.locator('section[aria-labelledby="cite"]')
    expect(await cite.locator('details[open]').first().innerText()).toMatch(cited)
    await tabTo(page, 'a[download$=".bib"]')
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(file.suggestedFilename()).toMatch(/^plimsoll-.*\.bib$/)
  })

  test('without scripts, the overview of a long edition opens each part, and its page fits a phone', async () => {
    const { page } = await open('/editions/linux-2026', {
      viewport: { width: 390, height: 900 },
      javaScriptEnabled: false,
    })
    const height = (await page.locator('html').boundingBox())?.height ?? Number.NaN
    // Unfolded, the page was 41,900 px long.
    expect(height).toBeLessThan(14_000)
    expect(await page.locator('.folded details[open]').count()).toBe(1)
    const table = page.locator('#work-5 table')
    expect(await table.isVisible()).toBe(false)
    await page.locator('.overview a[href="#work-5"]').click()
    await expect.poll(() => table.isVisible()).toBe(true)
  })

  test('by keyboard, the first stop skips to the content, and a scrolling table can be reached', async () => {
    const { page } = await open(`/runs/${IDS.plain}`, { viewport: { width: 390, height: 900 } })
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
    const region = page.locator('.scroll').first()
    await region.focus()
    expect(await region.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await region.getAttribute('aria-label')).toBe('Results by benchmark')
  })
})
