import { readFileSync } from 'node:fs'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { EVERY_STATUS, ONE_WITHHELD, plainRun, UNRELIABLE_RUN } from '../../../schema/test/plain-document.ts'
import { GOLDEN_ENDINGS } from '../../test/golden-endings.ts'
import { FORMATS, render } from './formats.ts'
import { runReport } from './run-report.ts'

const renderReport = (run: ReturnType<typeof readRun>, format: string) => render(runReport(run), format)

const text = readFileSync(new URL('../../../examples/run.json', import.meta.url), 'utf8')
const run = readRun(text)

test.each(GOLDEN_ENDINGS)('the example as %s equals its golden file', async (format, ending) => {
  await expect(renderReport(run, format)).toMatchFileSnapshot(`golden/example.${ending}`)
})

test.each(['github-action-benchmark', 'bencher'])('the example as %s equals its golden file', async (format) => {
  await expect(renderReport(run, format)).toMatchFileSnapshot(`golden/example.${format}.json`)
})

test('a bind mount that the engine copies in the background is named as not comparable', () => {
  const file = new URL('../../../site/documents/docker-for-mac-bench-2025-macos.json', import.meta.url)
  const report = renderReport(readRun(readFileSync(file)), 'markdown')
  expect(report.match(/^Not comparable: .*, Bind mount/gm)).toEqual([
    'Not comparable: Docker Desktop \\(docker\\-desktop\\-vz\\-sync\\), Bind mount',
    'Not comparable: Docker Desktop \\(docker\\-desktop\\-vz\\-sync\\), Bind mount',
  ])
})

test('on a terminal with colours the example equals its golden file', async () => {
  vi.stubEnv('FORCE_COLOR', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const partial = { ...run, document: { ...run.document, status: 'partial' as const } }
  await expect(renderReport(partial, 'table')).toMatchFileSnapshot('golden/example-partial-coloured.txt')
})

/** A valid run with these benchmarks. */
const simulated = (works: Parameters<typeof plainRun>[0]) => readRun(JSON.stringify(plainRun(works)))

describe.each([
  ['every-status', EVERY_STATUS],
  ['one-withheld', ONE_WITHHELD],
  ['unreliable-run', UNRELIABLE_RUN],
])('%s', (name, works) => {
  test.each([
    ['table', 'txt'],
    ['markdown', 'md'],
    ['csv', 'csv'],
  ] as const)('as %s equals its golden file', async (format, ending) => {
    await expect(renderReport(simulated(works), format)).toMatchFileSnapshot(`golden/${name}.${ending}`)
  })

  test('a ratio has an estimate only if it is resolved, and an interval also if it is a range, in every format', () => {
    const run = simulated(works)
    const { rows } = JSON.parse(renderReport(run, 'json')) as { rows: { ratio: Ratio | null }[] }
    for (const { ratio } of rows) {
      if (ratio === null) continue
      expect(ratio.value !== null).toBe(ratio.status === 'resolved')
      expect(ratio.interval !== null).toBe(hasInterval(ratio.status))
    }
    for (const { ratio, ratio_low, ratio_status } of csvRows(renderReport(run, 'csv')))
      expect([ratio !== '', ratio_low !== '']).toEqual([ratio_status === 'resolved', hasInterval(`${ratio_status}`)])
    const resolved = rows.filter(({ ratio }) => ratio?.status === 'resolved').length
    expect(renderReport(run, 'table').match(/\d× \(.*?\) {2}/g) ?? []).toHaveLength(resolved)
  })
})

test('control benchmarks are in CSV and JSON, but are no rows of a table', () => {
  const run = simulated(EVERY_STATUS)
  const { rows, controls } = JSON.parse(renderReport(run, 'json'))
  expect(rows.filter(({ control }: { control: boolean }) => control)).toHaveLength(2)
  expect(controls).toMatchObject([
    { kind: 'repeat', workload: 'npm-ci small', benchmark: 1, twin: 0, estimate: { rounds: 12 }, problem: null },
    { kind: 'volume and bind', benchmark: 3, twin: 4 },
    { kind: 'repeat', workload: 'metadata files=500', benchmark: 6, problem: 'imprecise' },
  ])
  expect(csvRows(renderReport(run, 'csv')).filter(({ control }) => control === 'true')).toHaveLength(2)
  expect(renderReport(run, 'table').match(/Native /g)).toHaveLength(4)
})

test('JSON names the withheld workloads, and says whether the run is unreliable', () => {
  const reliability = (works: Parameters<typeof plainRun>[0]) => {
    const { withheld, unreliable } = JSON.parse(renderReport(simulated(works), 'json'))
    return { withheld, unreliable }
  }
  expect(reliability(EVERY_STATUS)).toEqual({ withheld: [], unreliable: false })
  expect(reliability(ONE_WITHHELD)).toEqual({ withheld: ['npm-ci small'], unreliable: false })
  expect(reliability(UNRELIABLE_RUN)).toEqual({ withheld: ['npm-ci small', 'metadata files=500'], unreliable: true })
})

test('a row has a bar only if its ratio may be shown', () => {
  const bars = (works: Parameters<typeof plainRun>[0]) =>
    renderReport(simulated(works), 'table')
      .split('\n')
      .filter((line) => /^Debian.*█/.test(line))
      .map((line) => line.split(/ {2,}/)[2])
  expect(bars(EVERY_STATUS)).toEqual(['Native', 'Layer', 'Volume', 'Bind mount', 'Native', 'Layer'])
  expect(bars(UNRELIABLE_RUN)).toEqual([])
})

test('ratios to several references name theirs, because the heading cannot', () => {
  const document = plainRun(EVERY_STATUS.slice(0, 4))
  const [native, control, layer, volume] = document.benchmarks
  Object.assign(document.engines[0]?.effective ?? {}, { accelerator: { value: 'tcg', confidence: 'observed' } })
  document.engines.push({ ...structuredClone(document.engines[0]), id: 'podman', product: 'Podman' } as never)
  Object.assign(document.engines[1]?.effective ?? {}, { accelerator: { value: null, confidence: 'unknown' } })
  const samples = volume?.samples.map((sample) => ({ ...sample, order: 4 }))
  document.benchmarks = [native, control, layer, volume, { ...volume, engine: 'podman', samples }] as never
  const table = renderReport(readRun(JSON.stringify(document)), 'table')
  expect(table).toMatch(/ n +× reference\n/)
  expect(table).toMatch(/Volume .* \(.*\) layer +█/)
  expect(table).toMatch(/Podman +Volume .* \(.*\) native +█/)
})

interface Ratio {
  status: string
  value: number | null
  interval: [number, number] | null
}

/** The rows of a CSV whose fields have no commas. */
function csvRows(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.split('\n')
  const names = header.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((field, at) => [names[at], field])))
}

test('the tutorial and the picture of the README show the first of the committed runs', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const [table] = renderReport(readRun(read('examples/repeatability/journaled/quick-01.json')), 'table').split('\n\n')
  expect(read('site/docs/tutorial.md')).toContain(table)
  const pictured = read('site/docs/pictures/table.svg').replace(/<[^>]*>/g, '\n')
  for (const row of table?.split('\n').slice(2, 7) ?? [])
    for (const figure of row.match(/[\d.]+ m?s|[\d.]+×| \d+ |\([\d.–]+\)/g) ?? [])
      expect(pictured).toContain(figure.trim())
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
  for (const format of FORMATS) expect(renderReport(hostile, format)).not.toMatch(/(?![\n\t])\p{Cc}/u)
})

function hasInterval(status: string): boolean {
  return status === 'resolved' || status === 'range'
}
