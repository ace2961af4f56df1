import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  browserOfTests,
  cutPlaceholders,
  hasBrowser,
  IS_FULL,
  invisibleDots,
  ORIGIN,
  smallTargets,
  takeScreenshot,
} from './browser.ts'
import { IDS, SIGNED_IDS } from './documents.ts'

// This file has the tests that apply to every page. They find the pages by following links from the home page.

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MAX_BYTES = 120 * 1024
const MAX_BYTES_OF_RUN = 40 * 1024

const RUN = /^\/runs\/[a-z2-7]{26}$/
const ENGINE = /^\/engines\/[^/]+$/
const WORKLOAD = /^\/workloads\/[^/]+$/

/** Every kind of page, each with the address of one page, and with the addresses of all its pages if there are more. */
const KINDS: [kind: string, example: RegExp, all?: RegExp][] = [
  ['home', /^\/$/],
  ['editions', /^\/editions$/],
  ['edition', /^\/editions\/[^/.]+$/],
  ['run', new RegExp(`^/runs/${IDS.plain}$`), RUN],
  ['check', new RegExp(`^/runs/${IDS.check}$`), RUN],
  ['superseded', new RegExp(`^/runs/${IDS.superseded}$`), RUN],
  ['signed', new RegExp(`^/runs/${SIGNED_IDS.project}$`), RUN],
  ['deleted', new RegExp(`^/runs/${IDS.deleted}$`), RUN],
  ['runs', /^\/runs$/, /^\/runs(\/page\/\d+)?$/],
  ['compare', /^\/compare$/],
  ['engines', /^\/engines$/],
  ['engine', /^\/engines\/docker$/, ENGINE],
  ['wide-engine', /^\/engines\/other$/, ENGINE],
  ['workloads', /^\/workloads$/],
  ['workload', /^\/workloads\/npm-install$/, WORKLOAD],
  ['other-workload', /^\/workloads\/startup-latency$/, WORKLOAD],
  ['projects', /^\/projects$/],
  ['project', /^\/projects\/id\/1001$/, /^\/projects\/id\//],
  ['repository-name', /^\/projects\/example\/project$/, /^\/projects\/(?!id\/)[^/]+\/[^/]+$/],
  ['errata', /^\/errata$/],
  ['method', /^\/method$/],
  ['data', /^\/data$/],
  ['docs', /^\/docs$/],
  ['doc', /^\/docs\/tutorial$/, /^\/docs\/[^/]+$/],
  ['reference', /^\/docs\/document$/],
]

/**
 * The kinds of pages with charts or wide tables. Outside of the full suite, only these are tested at the wide width,
 * because contents overflow less often at the wide width than at the narrow one.
 */
const WIDE = ['home', 'edition', 'run', 'check', 'engine', 'runs', 'method', 'data']

/** The kinds of pages whose scripts fetch what they show. */
const FETCHING = ['runs', 'compare', 'docs', 'doc', 'reference']

function kindsAt(width: number): string[] {
  return width < 640 || IS_FULL ? KINDS.map(([kind]) => kind) : WIDE
}

/** The response for each address of the site, by path. */
let pages: Map<string, Answer>

interface Answer {
  status: number
  text: string
  /** The paths of this site that the page names. `isAsset` is true for those of `<link>` and `<script>`. */
  links: { path: string; isAsset: boolean }[]
}

beforeAll(async () => {
  pages = await crawl()
})

describe('over HTTP', () => {
  test('every link of every page has a target', () => {
    const dead = [...pages].flatMap(([from, { links }]) =>
      links.filter(({ path }) => pages.get(path)?.status !== 200).map(({ path }) => `${from} → ${path}`),
    )
    expect(dead).toEqual([])
  })

  test('a page of every kind is reachable from the home page', () => {
    expect(KINDS.filter(([kind]) => !examples().has(kind))).toEqual([])
  })

  test('every page is of a kind that is tested in a browser', () => {
    const isKnown = (path: string) => KINDS.some(([, example, all = example]) => all.test(path))
    expect([...htmlPages().keys()].filter((path) => !isKnown(path))).toEqual([])
  })

  test('no text of a run becomes markup or stays invisible on any page', () => {
    const attacks = ['<img src=x', '<script>attack', '\u202e', '\ufffe']
    const found = [...htmlPages()].flatMap(([path, { text }]) =>
      attacks.filter((attack) => text.includes(attack)).map((attack) => `${path}: ${JSON.stringify(attack)}`),
    )
    expect(found).toEqual([])
    const escaped = [...htmlPages()].filter(([, { text }]) => text.includes('&lt;img src=x')).map(([path]) => path)
    const lists = ['/', '/runs', '/engines', '/workloads', '/projects/example/project']
    const details = [`/runs/${IDS.hostile}`, '/engines/other', '/workloads/npm-ci']
    expect(escaped).toEqual(expect.arrayContaining([...lists, ...details]))
  })

  test('every page links to the source, the docs, the method, the errata and the comparison', () => {
    const names = ['docs', 'method', 'errata', 'compare', 'editions']
    for (const [path, { text, links }] of htmlPages()) {
      const targets = new Set(links.map(({ path }) => path))
      for (const name of names) expect(targets, path).toContain(`/${name}`)
      expect(text, path).toMatch(/<a href="https:[^"]*">Source<\/a>/)
    }
  })

  test('every page below a section marks the section, and its first page marks itself', () => {
    for (const [path, { text }] of htmlPages()) {
      const [, section = '', ...below] = path.split('/')
      const header = text.slice(text.search(/<header class="site-header/), text.indexOf('</header>'))
      const current = [...header.matchAll(/<a href="([^"]*)" aria-current="(\w+)/g)].map(([, href = '', value]) => [
        href.replaceAll('../', ''),
        value,
      ])
      const isSection = !['', 'data'].includes(section)
      expect(current, path).toEqual(isSection ? [[section, below.length === 0 ? 'page' : 'true']] : [])
    }
  })

  test('no page loads anything from another origin', () => {
    for (const [path, { text }] of htmlPages()) {
      const loaded = [...text.matchAll(/<(?:script|img|iframe|link)\b[^>]*?\b(?:src|href)="(https?:[^"]*)"/g)]
      const foreign = loaded.filter(([tag]) => !/rel="(canonical|license)"/.test(tag)).map(([, address]) => address)
      expect(foreign, path).toEqual([])
    }
  })

  test('a page with all it initially loads is at most 120 KiB compressed, and a run page alone 40 KiB', () => {
    for (const [path, { text, links }] of htmlPages()) {
      const assets = links.filter(({ isAsset }) => isAsset).map(({ path }) => pages.get(path)?.text ?? '')
      const bytes = [text, ...assets].reduce((sum, part) => sum + gzipSync(part).length, 0)
      expect(bytes, path).toBeLessThanOrEqual(MAX_BYTES)
      if (/^\/runs\/[a-z2-7]{26}$/.test(path)) expect(gzipSync(text).length, path).toBeLessThanOrEqual(MAX_BYTES_OF_RUN)
    }
  })
})

describe.skipIf(!hasBrowser())('in a browser', () => {
  const open = browserOfTests()

  test.each([390, 1440].flatMap((width) => kindsAt(width).map((kind) => ({ width, kind }))))(
    '$kind at $width px: no overflow, no request to another origin, no error, no axe violation',
    async ({ width, kind }) => {
      const address = examples().get(kind) as string
      const { page, problems } = await open(address, { viewport: { width, height: 900 }, colorScheme: 'light' })
      // Outside of the full suite, the wide width is tested without axe, the accessibility checker, because the order and
      // the names of elements are the same at every width. The dark scheme changes only colours, so the pages that have
      // all of them suffice.
      const whole = width < 640 || IS_FULL
      await page.waitForLoadState(IS_FULL || FETCHING.includes(kind) ? 'networkidle' : 'load')
      if (whole) await page.evaluate(AXE)
      const isDarkToo = IS_FULL || (whole && WIDE.includes(kind))
      for (const scheme of isDarkToo ? (['light', 'dark'] as const) : (['light'] as const)) {
        await page.emulateMedia({ colorScheme: scheme })
        await takeScreenshot(page, `kind-${kind}-${width}-${scheme}`)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        if (overflow > 0) problems.push(`${scheme}: ${overflow} px too wide`)
        if (!whole) continue
        const rules = scheme === 'light' ? undefined : ['color-contrast', 'link-in-text-block']
        problems.push(...(await violations(page, rules)).map((found) => `${scheme}: ${found}`))
      }
      const covered = await page.evaluate(() => {
        const bottom = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0
        return bottom('.site-header nav') - bottom('.site-header')
      })
      if (covered > 0) problems.push(`the navigation covers ${covered} px of the page`)
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.scroll:has(table)')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((table) => table.getAttribute('aria-label')),
      )
      problems.push(...(await invisibleDots(page)))
      if (width < 640) problems.push(...(await cutPlaceholders(page)), ...(await smallTargets(page)))
      if (width < 640) problems.push(...cut.map((table) => `“${table}” has figures outside of the view`))
      expect(problems).toEqual([])
    },
  )

  test('without scripts every page but compare shows its tables and charts, each chart with a title, a text with its figures, and a table', async () => {
    const { page } = await open('/', { javaScriptEnabled: false })
    for (const [kind, address] of examples()) {
      await page.goto(ORIGIN + address)
      expect(await page.locator('h1').isVisible(), address).toBe(true)
      const shown = [page.locator('svg[role="img"]:visible'), page.locator('table:visible')] as const
      if (WITH_CHARTS.includes(kind)) expect(await shown[0].count(), address).toBeGreaterThan(0)
      if (WITH_TABLES.includes(kind)) expect(await shown[1].count(), address).toBeGreaterThan(0)
      const { charts, tables } = await page.evaluate(() => ({
        charts: [...document.querySelectorAll('svg[role="img"]')].map((chart) =>
          ['title', 'desc'].map((name) => chart.querySelector(`:scope > ${name}`)?.textContent ?? ''),
        ),
        tables: document.querySelectorAll('table').length,
      }))
      for (const [title, description] of charts) {
        expect(title, address).not.toBe('')
        expect(description, address).toMatch(/\d/)
      }
      if (charts.length > 0 && address !== '/') expect(tables, address).toBeGreaterThan(0)
    }
  })
})

/** Returns the accessibility violations that axe finds on a page. @param rules the rules to check; by default all */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    return (await axe.run(rules ? { runOnly: rules } : {})).violations
  }, rules)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

const WITH_CHARTS = ['home', 'edition', 'run', 'check', 'superseded']
const WITH_TABLES = [...WITH_CHARTS.slice(1), 'engine', 'workload', 'project', 'repository-name', 'errata', 'method']

/** Returns one page of each kind. */
function examples(): Map<string, string> {
  const paths = [...htmlPages().keys()]
  return new Map(
    KINDS.flatMap(([kind, pattern]) => {
      const found = paths.find((path) => pattern.test(path))
      return found === undefined ? [] : [[kind, found] as const]
    }),
  )
}

function htmlPages(): Map<string, Answer> {
  return new Map([...pages].filter(([, { status, text }]) => status === 200 && /^<!doctype html/i.test(text)))
}

/** Follows every link within the site, and returns the responses. */
async function crawl(): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  // No page links to a deleted run, but its address must still answer.
  const waiting = ['/', `/runs/${IDS.deleted}`]
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (answers.has(address)) continue
    const answer = await fetch(ORIGIN + address)
    const text = await answer.text()
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    const links = isPage ? linksOf(address, text) : []
    answers.set(address, { status: answer.status, text, links })
    waiting.push(...links.map(({ path }) => path))
  }
  return answers
}

function linksOf(address: string, text: string): Answer['links'] {
  return [...text.matchAll(/<(\w+)\b[^>]*?\b(?:href|src)="([^"#?]+)[^"]*"/g)].flatMap(([, element, link = '']) => {
    const url = new URL(link.replaceAll('&amp;', '&'), ORIGIN + address)
    return url.origin === ORIGIN ? [{ path: url.pathname, isAsset: element === 'link' || element === 'script' }] : []
  })
}
