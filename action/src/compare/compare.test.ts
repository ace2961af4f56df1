import { readFileSync } from 'node:fs'
import { type Benchmark, type Engine, type Image, readRun } from '@plimsoll/schema'
import { NOT_A_VERDICT } from '@plimsoll/schema/compare'
import { expect, test } from 'vitest'
import { FORMATS, render } from '../report/formats.ts'
import { comparisonReport } from './compare.ts'

type Run = ReturnType<typeof readRun>

const renderComparison = (a: Run, b: Run, format: string, all = false) => render(comparisonReport(a, b, all), format)

const a = readRun(readFileSync(new URL('../../../examples/run.json', import.meta.url)))

const OTHER = `sha256:${'1'.repeat(64)}`

/** The example run on another machine, with all times 10% longer. */
function otherRun(): Run {
  const run = structuredClone(a)
  const { document } = run
  document.startedAt = '2025-04-01T10:00:00Z'
  document.finishedAt = '2025-04-01T10:01:00Z'
  document.host.cpu.model = 'Another CPU'
  document.host.kernel = '6.13.0'
  document.host.power = 'unknown'
  Object.assign((document.engines[0] as Engine).effective, { mountType: { value: '9p', confidence: 'observed' } })
  Object.assign(document.images[0] as Image, { digest: OTHER })
  Object.assign(document.benchmarks[4] as Benchmark, { workloadDigest: OTHER })
  document.benchmarks.splice(2, 1)
  for (const { samples } of document.benchmarks)
    for (const { values } of samples)
      if (typeof values.duration === 'number') values.duration = Math.round(values.duration * 1.1)
  // Read the changed document like a file. It must then be a valid document with its own id.
  return readRun(JSON.stringify(document))
}

test.each([
  ['table', 'txt'],
  ['markdown', 'md'],
  ['csv', 'csv'],
])('the example and a run on another machine as %s equal their golden file', async (format, ending) => {
  await expect(renderComparison(a, otherRun(), format)).toMatchFileSnapshot(`golden/example.${ending}`)
})

test.each([
  ['table', 'txt'],
  ['markdown', 'md'],
] as const)(
  'runs without a difference and without a common benchmark as %s equal their golden file',
  async (format, ending) => {
    const b = structuredClone(a)
    b.document.benchmarks = b.document.benchmarks.map((benchmark) => ({ ...benchmark, workload: 'another' }))
    await expect(renderComparison(a, b, format)).toMatchFileSnapshot(`golden/nothing-in-common.${ending}`)
  },
)

test.each(FORMATS)(
  '%s first states that it is no verdict, and never reports a benchmark as slower or faster',
  (format) => {
    const text = renderComparison(a, otherRun(), format).replaceAll('\\', '')
    const places = [NOT_A_VERDICT, 'Another CPU', '9p', '111111111111'].map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places[0]).toBeGreaterThanOrEqual(0)
    expect(text).not.toMatch(/slower|faster|regress/i)
  },
)

test('JSON contains the differences, the benchmarks, both ids, and no verdict', () => {
  const b = otherRun()
  const data = JSON.parse(renderComparison(a, b, 'json'))
  expect(data).toMatchObject({
    verdict: null,
    notAVerdict: NOT_A_VERDICT,
    a: { id: a.id, hash: a.hash, startedAt: '2025-03-01T10:00:00Z' },
    b: { id: b.id, hash: b.hash, startedAt: '2025-04-01T10:00:00Z' },
  })
  const named = data.differences.map(({ what, a, b }: { what: string; a: unknown; b: unknown }) => [what, a, b])
  expect(named).toEqual(
    expect.arrayContaining([
      ['CPU model', 'Example CPU', 'Another CPU'],
      ['kernel', '6.12.0', '6.13.0'],
      ['power', 'mains', null],
      ['image digest', a.document.images[0]?.digest, OTHER],
    ]),
  )
  expect(data.benchmarks[0]).toMatchObject({ workload: 'npm-ci', scenario: 'native', a: 0, b: 0 })
  expect(data.benchmarks[0].metrics[0].cost.value).toBeCloseTo(1.1, 8)
  expect(data.benchmarksOnlyInA).toMatchObject([{ scenario: a.document.benchmarks[2]?.scenario, a: 2 }])
})

test('for runs that differ only in their times, no recorded property differs', () => {
  const b = structuredClone(a)
  for (const sample of b.document.benchmarks[0]?.samples ?? []) sample.values.duration = 1
  for (const format of ['table', 'markdown'] as const) {
    for (const title of ['Machines: no recorded property differs', 'Runs: no recorded property differs'])
      expect(renderComparison(a, b, format, true)).toContain(title)
  }
  expect(JSON.parse(renderComparison(a, b, 'json')).differences).toEqual([])
})

test('an emulated engine is named first, and its benchmarks have no cost', () => {
  const b = structuredClone(a)
  Object.assign((b.document.engines[0] as Engine).effective, { accelerator: { value: 'tcg', confidence: 'observed' } })
  const text = renderComparison(a, b, 'table')
  const loud = text.indexOf('! The CPU of Docker Engine is emulated in B, so its times have no ratio.')
  expect(loud).toBeGreaterThan(0)
  expect(loud).toBeLessThan(text.indexOf('What differs between A and B'))
  const benchmarks = JSON.parse(renderComparison(a, b, 'json')).benchmarks as {
    engine: string | null
    metrics: { cost: unknown; reason: string | null }[]
  }[]
  for (const { engine, metrics } of benchmarks.filter(({ engine }) => engine !== null)) {
    expect(metrics.map(({ cost, reason }) => [engine, cost, reason])).toEqual(
      metrics.map(() => ['docker', null, 'emulated']),
    )
  }
})
