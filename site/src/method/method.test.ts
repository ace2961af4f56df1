import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describeControl, judgeRun, runReliability, summarizeRun } from '@plimsoll/schema'
import { binomialInterval } from '@plimsoll/schema/statistics'
import { expect, test } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../../../schema/test/check-document.ts'
import { findSection, parseMarkdown } from '../markdown/parse.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { importDocument } from '../store/import.ts'
import { openReader } from '../store/queries.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, resolvedRun, temporaryRegistry, toBytes } from '../testing.ts'
import { countNullPairs, readKnownTruth, readMethod } from './read-method.ts'

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')

test('the page has every figure of the README on how often Plimsoll is wrong, in its tables', () => {
  const { wrong, slots, ratios, predicted, histories } = readMethod(REPOSITORY)
  const markdown = parseMarkdown(readFileSync(path.join(REPOSITORY, 'schema', 'README.md'), 'utf8'))
  for (const [html, title, tables] of [
    [wrong, 'How often it is wrong', 2],
    [slots, 'Why fresh slots', 0],
    [ratios, 'How often the ratios of a run are wrong', 2],
    [predicted, 'How often one more run is predicted', null],
    [histories, 'How often a history shows a change', null],
  ] as const) {
    const section = findSection(markdown, title).map(({ raw }) => raw)
    const [text = ''] = section.join('').split('And real checks')
    const figures = [...text.matchAll(/\d+(\.\d+)?%|\d+ of 28/g)].map(([figure]) => figure)
    expect(figures.length, title).toBeGreaterThan(1)
    for (const figure of figures) expect(plain(html)).toContain(figure)
    if (tables) expect(html.match(/<table[ >]/g)).toHaveLength(tables)
  }
  expect(wrong).toContain('<code>npm run simulate</code>')
})

test('a run without two equal things shows its ratios and calls them unchecked, as the page says', () => {
  const { measuring } = readMethod(REPOSITORY)
  expect(plain(measuring)).toMatch(/lacks the two equal things.*its ratios are shown and called \W+(quot;)?unchecked/s)
  const run = resolvedRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ control }) => !control)
  })
  const { pairs } = runReliability(run)
  expect([pairs, describeControl(pairs)]).toEqual([[], 'unchecked'])
  expect(summarizeRun(run).flatMap(({ ratio }) => ratio?.value ?? []).length).toBeGreaterThan(0)
})

test('the texts of the page have no Markdown', () => {
  for (const text of Object.values(readMethod(REPOSITORY))) {
    expect(plain(text)).not.toMatch(/\*\*|`|\]\(|^\||\|$/m)
    expect(text).not.toContain('README')
    expect(text.length).toBeGreaterThan(200)
  }
})

test('the shares of the checks with a known result follow from their outcomes', () => {
  const { checks, shares } = readKnownTruth(REPOSITORY)
  const outcomes = JSON.parse(
    readFileSync(path.join(REPOSITORY, 'examples/known-truth/outcomes.json'), 'utf8'),
  ).outcomes
  expect(checks).toBe(outcomes.length)
  expect(shares.length).toBeGreaterThan(3)
  for (const { hits, of, interval } of shares) expect(interval).toEqual(binomialInterval(hits, of))
})

test('the rate of null pairs counts every measured check, no generated one and no plain run', async () => {
  await ensurePrismaClient()
  const registry = temporaryRegistry()
  const checks = [checkDocument(EVERY_VERDICT), checkDocument(EVERY_VERDICT, { bias: 1.08 })]
  const generated = checkDocument(EVERY_VERDICT, { bias: 1.08 })
  generated.notes = [{ code: 'generated', text: 'Run 1.' }]
  for (const document of [exampleRun(), generated, ...checks]) importDocument(registry, toBytes(document))
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  const { checks: count, shares } = await countNullPairs(reader)
  await reader.$disconnect()
  expect(count).toBe(2)
  const p = checks.map((document) => judgeRun(document)?.nullPair?.p ?? Number.NaN)
  expect(shares.map(({ hits, of }) => [hits, of])).toEqual(
    [0.01, 0.05].map((level) => [p.filter((value) => value <= level).length, 2]),
  )
  expect(shares[0]?.hits).toBe(1)
})

function plain(markup: string): string {
  return markup.replaceAll(/<[^>]+>/g, ' ').replaceAll('&gt;', '>')
}
