import { identify, type RunDocument } from '@plimsoll/schema'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserOfTests, hasBrowser, ORIGIN, tabTo } from './browser.ts'
import { DAYS } from './documents.ts'

// This file tests lists, search and histories, in a registry with many runs of the same benchmarks.

const LATEST = identify(DAYS.at(-1) as RunDocument).id

describe.skipIf(!hasBrowser())('in a browser', () => {
  const open = browserOfTests()

  test('the page of an engine has the history of a benchmark, its change point, and the other changes', async () => {
    const { page } = await open('/engines/docker')
    const series = page.locator('.trend').filter({ has: page.locator('desc', { hasText: '60 runs' }) })
    const panel = series.filter({ hasText: 'npm-ci small · bind' }).first()
    expect(await panel.locator('svg[role="img"] desc').textContent()).toContain('60 runs from 2021-01-01 to 2021-03-01')
    const change = await panel.locator('.change').innerText()
    expect(change).toMatch(/Since 2021-02-1\d: 1\.2\d× the previous median/)
    expect(change).toContain('docker: version: 28.0.0 → 29.0.0')
    const compare = new URL((await panel.locator('.change a[href*="compare"]').getAttribute('href')) ?? '', page.url())
    expect(compare.pathname).toBe('/compare')
    await panel.locator('summary').click()
    expect(await panel.locator('tbody tr').count()).toBe(60)
    const rows = await page.locator('.trend-summary tr', { hasText: 'npm-ci small' }).allInnerTexts()
    const changed = rows.filter((row) => /1\.2\d× since 2021-02-1\d/.test(row))
    expect(changed).toEqual([expect.stringContaining('bind')])
    const steady = series.filter({ hasText: 'npm-ci small · layer' }).first()
    expect(await steady.locator('svg').count()).toBeGreaterThan(0)
    expect(await steady.locator('.change').count()).toBe(0)
  })

  test('the page of an engine answers first, and a link to a folded chart opens it', async () => {
    const { page } = await open('/engines/docker')
    const [answer, history] = await Promise.all(
      ['#latest', '.trend-summary'].map((part) => page.locator(part).first().boundingBox()),
    )
    expect(answer?.y ?? 0).toBeLessThan(history?.y ?? 0)
    const latest = page.locator('.latest')
    expect(await latest.locator('p').first().innerText()).toMatch(/takes [\d.–]+× the native time with Docker Engine/)
    expect(await latest.locator('svg path, svg circle').count()).toBeGreaterThan(0)
    const steady = page.locator('details .trend').first()
    expect(await steady.isVisible()).toBe(false)
    await page.locator(`.trend-summary a[href="#${await steady.getAttribute('id')}"]`).click()
    await expect.poll(() => steady.isVisible()).toBe(true)
  })

  test('a workload page has its description, and its badge is a picture at the same address', async () => {
    const { page } = await open('/workloads/npm-ci')
    expect(await page.locator('.lede').innerText()).toContain('install the locked dependencies')
    const badge = page.locator('#badge ~ .scroll img')
    expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  test('on a phone, a badge that is wider than the screen keeps its proportions and scrolls', async () => {
    const { page } = await open('/workloads/npm-ci', { viewport: { width: 390, height: 844 } })
    const badge = page.locator('#badge ~ .scroll img')
    const [shown, drawn] = await badge.evaluate((image: HTMLImageElement) => [
      image.width / image.height,
      image.naturalWidth / image.naturalHeight,
    ])
    expect(shown).toBeCloseTo(drawn ?? 0, 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('transcribed workloads have descriptions, in the list and on their pages; the list says how ratios are computed', async () => {
    const { page } = await open('/workloads')
    const lede = await page.locator('.lede').innerText()
    expect(lede).toContain('A ratio of a measured run is estimated by rounds')
    expect(lede).toContain('too few rounds')
    expect(lede).not.toContain('native median')
    const listed = page.locator('.headlines li').filter({ has: page.locator('a[href$="workloads/startup-latency"]') })
    const text = await listed.locator('p').first().innerText()
    expect(text).toMatch(/^From docker-internals-guide \(2026\): the time of docker run --rm/)
    await page.goto(`${ORIGIN}/workloads/startup-latency`)
    expect(await page.locator('.lede').innerText()).toBe(text)
    await page.goto(`${ORIGIN}/workloads/create-many`)
    expect(await page.locator('.lede').innerText()).toContain('not in the catalog')
  })

  test('filters narrow the list; they are in the address, and survive reload and back', async () => {
    const { page, problems } = await open('/runs')
    await choose(page, 'os', 'macos')
    await page.waitForURL('**/runs?os=macos')
    await choose(page, 'origin', 'transcribed')
    await page.waitForURL('**/runs?os=macos&origin=transcribed')
    await expect.poll(() => lines(page)).toEqual(expect.arrayContaining([expect.stringContaining('macOS')]))
    const narrowed = await lines(page)
    await page.reload()
    await expect.poll(() => lines(page)).toEqual(narrowed)
    expect(await page.locator('select[name=os]').inputValue()).toBe('macos')
    await page.goBack()
    await page.waitForURL('**/runs?os=macos')
    expect(await page.locator('select[name=origin]').inputValue()).toBe('')
    await page.goBack()
    await expect.poll(() => page.locator('#all').isVisible()).toBe(true)
    expect(await page.locator('#matches').isVisible()).toBe(false)
    expect(problems).toEqual([])
  })

  test('by keyboard a run is found by the start of its id, and typing is undone in one step', async () => {
    const { page } = await open('/runs')
    await page.locator('.skip').focus()
    await tabTo(page, 'input[name=q]')
    await page.keyboard.type(LATEST.slice(0, 10), { delay: 5 })
    await expect.poll(() => page.locator('#found').innerText()).toBe('One run.')
    await tabTo(page, '#matches a')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/runs/${LATEST}`)
    await page.goBack()
    await expect.poll(() => page.locator('#found').innerText()).toBe('One run.')
    await page.goBack()
    await expect.poll(() => page.locator('#all').isVisible()).toBe(true)
  })

  test('a search without a result says what can be searched, and shows the query as text', async () => {
    const { page } = await open(`/runs?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    await expect.poll(() => page.locator('#found').innerText()).toBe('0 runs.')
    expect(await page.locator('#matches').innerText()).toContain('No run matches all of this.')
    expect(await page.locator('main img').count()).toBe(0)
  })

  test('on a phone, the filters are folded unless the address sets one', async () => {
    const { page } = await open('/runs', { viewport: { width: 390, height: 844 } })
    await page.locator('#filters').waitFor()
    expect(await page.locator('select').first().isVisible()).toBe(false)
    await page.goto(`${ORIGIN}/runs?os=linux`)
    await page.locator('select').first().waitFor()
  })

  test('the 404 page links to the list of runs and explains the id of a run, without a script', async () => {
    const address = `${ORIGIN}/runs/${LATEST.slice(0, 10)}`
    expect((await fetch(address)).status).toBe(404)
    const { page } = await open(address.slice(ORIGIN.length), { javaScriptEnabled: false })
    expect(await page.locator('main a[href="/runs"]').count()).toBe(1)
    expect(await page.locator('main').innerText()).toContain('ends with its id of 26 letters and digits')
  })

  test('if a list cannot be loaded, the page says so', async () => {
    const { page } = await open('/')
    await page.route('**/data/search.json', (route) => route.abort())
    await page.goto(`${ORIGIN}/runs?os=linux`)
    await expect.poll(() => page.locator('#found').innerText()).toContain('could not be loaded')
  })

  test('without scripts the list has every run, page by page, and no filters', async () => {
    const { page } = await open('/runs', { javaScriptEnabled: false })
    expect(await page.locator('#filters').isVisible()).toBe(false)
    const first = await page
      .locator('.runs > li > a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(first.length).toBeGreaterThanOrEqual(30)
    expect(first.length).toBeLessThan(60)
    await page.locator('.paging a[rel=next]').click()
    await page.waitForURL('**/runs/page/*')
    const next = await page
      .locator('.runs > li > a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(next).toHaveLength(30)
    expect(new Set([...first, ...next]).size).toBe(first.length + next.length)
    while (await page.locator('.paging a[rel=prev]').count()) await page.locator('.paging a[rel=prev]').click()
    expect(new URL(page.url()).pathname).toBe('/runs')
  })
})

async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`select[name=${name}]`).selectOption(value)
}

function lines(page: Page): Promise<string[]> {
  return page.locator('#matches .runs > li').allInnerTexts()
}
