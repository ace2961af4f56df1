import { readFileSync } from 'node:fs'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { FORMATS, renderReport } from './report.ts'

const text = readFileSync(new URL('../../../examples/run.json', import.meta.url), 'utf8')
const run = readRun(text)

test.each(FORMATS)('the example as %s equals its golden file', async (format) => {
  await expect(renderReport(run, format)).toMatchFileSnapshot(
    `golden/example.${{ table: 'txt', markdown: 'md', csv: 'csv', json: 'json' }[format]}`,
  )
})

test('means equal those computed by hand from the samples', () => {
  const rows = JSON.parse(renderReport(run, 'json')).rows as {
    benchmark: number
    metric: string
    unit: string
    mean: number | null
  }[]
  const { benchmarks } = JSON.parse(text) as RunDocument
  const plain = rows.filter(({ unit, mean }) => mean !== null && !unit.includes('/'))
  expect(plain.length).toBeGreaterThan(5)
  for (const { benchmark, metric, mean } of plain) {
    const values = benchmarks[benchmark]?.samples
      .filter(({ warmup, failure }) => !warmup && failure === null)
      .flatMap(({ values }) => values[metric] ?? [])
    expect(mean).toBeCloseTo((values ?? []).reduce((sum, value) => sum + value, 0) / (values?.length ?? 0), 3)
  }
})

test('text of a document cannot become markup, a mention, a formula or a terminal command', () => {
  const document = structuredClone(run.document)
  document.notes = [{ code: 'hostile', text: '<img src=x> @everyone [a](javascript:b) | `c` \u001b[31mred' }]
  document.benchmarks[0] = {
    ...(document.benchmarks[0] as RunDocument['benchmarks'][number]),
    status: 'failed',
    reason: 'one\u001b]0;title\u0007\ntwo',
  }
  document.engines[0] = { ...(document.engines[0] as RunDocument['engines'][number]), product: '=HYPERLINK("x")' }
  const hostile = { ...run, document }
  const markdown = renderReport(hostile, 'markdown')
  expect(markdown).toContain('\\<img src=x\\> @\u200beveryone \\[a\\]\\(javascript:b\\) \\| \\`c\\`')
  expect(renderReport(hostile, 'csv')).toContain(`"'=HYPERLINK(""x"")"`)
  for (const format of FORMATS) expect(renderReport(hostile, format)).not.toMatch(/(?!\n)\p{Cc}/u)
})
