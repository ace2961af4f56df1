import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { headlinesBySystem } from '../src/history/headline.ts'
import { viewHistory } from '../src/history/history-view.ts'
import { viewLatest } from '../src/history/latest-view.ts'
import { historyPoint } from '../src/history/testing.ts'
import { GENERATED } from '../src/store/origin.ts'
import type { HistoryPoint } from '../src/store/queries-history.ts'
import { exampleRun, resolvedRun } from '../src/testing.ts'
import { HeadlineList } from './headlines.tsx'
import { History } from './history-sections.tsx'
import { LatestByEngine } from './latest-by-engine.tsx'
import { UnbrokenNames } from './text.tsx'

test('a page that leaves out older runs says so and links to the list of runs', async () => {
  const page = async (truncated: boolean) => {
    const view = await viewHistory({ points: [], truncated }, () => exampleRun())
    return renderToStaticMarkup(createElement(History, { view, root: '../', list: '../runs?engine=docker' }))
  }
  expect(await page(true)).toContain('Only the latest runs are shown. <a href="../runs?engine=docker">')
  expect(await page(false)).not.toContain('Only the latest runs')
})

test('every chart and every row of generated runs says so, and none of measured runs does', async () => {
  const page = async (origin: string) => {
    const many = ['a', 'b'].map((runId, day) =>
      historyPoint({ runId, origin, machine: 'Example CPU', startedAt: `2026-01-0${day + 1}T00:00:00Z` }),
    )
    const once = historyPoint({ runId: 'c', origin, scenario: 'layer', machine: 'Example CPU' })
    const results = { workload: 'npm-ci', work: 'npm-ci small', metric: 'duration', scenario: 'bind', results: many }
    const latest = viewLatest(results, null, () => null)
    const view = await viewHistory({ points: [...many, once], truncated: false }, () => exampleRun())
    return renderToStaticMarkup(
      createElement('div', null, [
        createElement(LatestByEngine, { key: 'latest', latest, root: '../' }),
        createElement(History, { key: 'history', view, root: '../', list: '../runs' }),
      ]),
    )
  }
  expect(await page('measured')).not.toContain('generated')
  const generated = await page('generated')
  for (const [, row = ''] of generated.matchAll(/<tr(?! class="group")[^>]*>(.*?)<\/tr>/g))
    if (row.includes('runs/')) expect(row).toContain(GENERATED)
  for (const [, caption = ''] of generated.matchAll(/<figure class="trend".*?<figcaption>(.*?)<\/figcaption>/g))
    expect(caption).toContain(GENERATED)
  expect(generated).toContain(
    `npm-ci small on a bind mount (${GENERATED}) takes 1.50× the native time with Docker Engine`,
  )
  expect(generated).toContain(`npm-ci small on a bind mount, × native, by engine (${GENERATED})`)
  expect(generated).toContain('A program made up these results')
  expect(generated).toContain('1 chart with too few runs to find a change (at least 10)')
  expect(generated).toContain('Changes are searched for in histories of at least 10 runs of the same work.')
  expect(generated).not.toContain('Spread')
  // In all: two answers and their heading, a section, its chart, its three rows, and one run of its own.
  expect(generated.split(`<span class="flag generated">${GENERATED}</span>`).length - 1).toBe(9)
})

test('the card of a figure has the state of its run as a badge, and a figure of a signed run has none', () => {
  const card = (change: Partial<HistoryPoint>) => {
    const headlines = headlinesBySystem([historyPoint(change)], () => null)
    const entries = [{ name: 'docker', title: 'Docker', text: null, headlines }]
    return renderToStaticMarkup(createElement(HeadlineList, { entries, folder: 'engines' }))
  }
  expect(card({ origin: 'generated' })).toContain(`<small class="badge warn">${GENERATED}</small>`)
  for (const provenanceLevel of ['transcribed', 'self-reported'])
    expect(card({ provenanceLevel })).toContain(`<small class="badge">${provenanceLevel}</small>`)
  expect(card({})).not.toContain('badge')
  expect(card({ better: 'higher' })).toContain('(higher is better)')
})

test('the latest median of a history with samples in two groups names both groups', async () => {
  const run = resolvedRun()
  const position = run.benchmarks.findIndex(({ scenario }) => scenario === 'bind')
  const points = ['a', 'b'].map((runId, day) =>
    historyPoint({ runId, position, machine: 'Example CPU', startedAt: `2026-01-0${day + 1}T00:00:00Z` }),
  )
  const read: string[] = []
  const groups = async () => {
    const view = await viewHistory({ points, truncated: false }, (id) => {
      read.push(id)
      return run
    })
    return view.sections[0]?.summary[0]?.groups
  }
  expect(await groups()).toBeNull()
  for (const [at, { values }] of (run.benchmarks[position]?.samples ?? []).entries())
    values.duration = at % 3 ? 1e9 : 9e9
  expect(await groups()).toBe('in two groups: 1.00 s and 9.00 s')
  // A document is read once for a page.
  expect(read.filter((id) => id === 'b')).toHaveLength(2)
})

test('a long table of benchmarks measured once is folded below histories, and open on a page without any', async () => {
  const once = Array.from({ length: 13 }, (_, at) =>
    historyPoint({ runId: 'once', work: `work ${at}`, machine: 'Other' }),
  )
  const twice = ['a', 'b'].map((runId) => historyPoint({ runId, machine: 'Example CPU' }))
  const page = async (points: HistoryPoint[]) => {
    const view = await viewHistory({ points, truncated: false }, () => exampleRun())
    return renderToStaticMarkup(createElement(History, { view, root: '../', list: '../runs' }))
  }
  expect(await page([...once, ...twice])).toContain('<details><summary>The 13 benchmarks</summary>')
  for (const points of [once, [...once.slice(1), ...twice]]) {
    const shown = await page(points)
    expect(shown).toContain('Measured once')
    expect(shown).not.toContain('benchmarks</summary>')
  }
})

test('a name with a hyphen is a unit of its line, and other words are not', () => {
  expect(renderToStaticMarkup(createElement(UnbrokenNames, { text: 'npm-ci small on a bind mount' }))).toBe(
    '<span class="unbroken">npm-ci</span> small on a bind mount',
  )
})
