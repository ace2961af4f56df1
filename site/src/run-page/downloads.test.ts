import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../../../schema/test/check-document.ts'
import { renderBadge } from '../badges/render-badge.ts'
import { renderStatic } from '../page-parts/render-static.ts'
import { biasedRun, exampleRun, resolvedRun } from '../testing.ts'
import { analyze } from './analysis.ts'
import { Embed } from './downloads.tsx'
import { runHeadline } from './headline.ts'
import { samplesCsv } from './samples-csv.ts'

const BASE = 'https://registry.example/plimsoll/'

test('the CSV has one line per sample, with warm-ups, failed samples and every raw value', () => {
  const usage = { minorFaults: 1, majorFaults: 2, voluntarySwitches: 3, involuntarySwitches: 4, blockInput: 5 }
  const document = resolvedRun((run) => {
    Object.assign(run.benchmarks[0]?.samples[1] ?? {}, { usage })
  })
  const [header, ...lines] = readCsv(samplesCsv(document))
  const samples = document.benchmarks.flatMap((benchmark, index) =>
    benchmark.samples.map((sample) => ({ index, benchmark, sample })),
  )
  expect(lines).toHaveLength(samples.length)
  for (const [at, { index, benchmark, sample }] of samples.entries()) {
    const line = Object.fromEntries((header ?? []).map((name, column) => [name, lines[at]?.[column]]))
    expect(line).toMatchObject({
      benchmark: String(index),
      workload: benchmark.workload,
      scenario: benchmark.scenario,
      round: String(sample.round),
      warmup: sample.warmup ? '1' : '0',
      control: benchmark.control ? '1' : '0',
      'minor faults': sample.usage ? '1' : '',
      'block input': sample.usage ? '5' : '',
    })
    for (const { name, unit } of benchmark.metrics)
      expect(line[`${name} (${unit})`]).toBe([sample.values[name] ?? []].flat().join(' '))
  }
})

test('the CSV has no column without a value, and none with only usual values', () => {
  const headOf = (document: RunDocument) => readCsv(samplesCsv(document))[0]
  const native = exampleRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ scenario, samples }) => scenario === 'native' && samples.length > 0)
    for (const { samples } of run.benchmarks) for (const sample of samples) sample.failure = null
  })
  for (const benchmark of native.benchmarks)
    Object.assign(benchmark, {
      control: false,
      status: 'ok',
      samples: benchmark.samples.filter(({ warmup }) => !warmup),
    })
  const always = ['benchmark', 'workload', 'scenario', 'round', 'order', 'offset (ns)']
  expect(headOf(native)).toEqual(expect.arrayContaining(always))
  for (const name of [
    'engine',
    'product',
    'version',
    'variant',
    'minor faults',
    'failure',
    'control',
    'status',
    'warmup',
  ])
    expect(headOf(native)).not.toContain(name)
  expect(headOf(exampleRun())).toEqual(expect.arrayContaining(['status', 'warmup', 'failure']))
  expect(headOf(resolvedRun())).toContain('control')
  expect(headOf(checkDocument(EVERY_VERDICT))).toContain('variant')
})

test('texts in the CSV are quoted if necessary, and none is a formula', () => {
  const document = exampleRun((run) => {
    const [engine] = run.engines
    if (engine) Object.assign(engine, { product: '=cmd|" /C calc"!A0', version: '+1,2\n3' })
  })
  const csv = samplesCsv(document)
  expect(csv).toContain(`,"'=cmd|"" /C calc""!A0","'+1,2\n3",`)
  expect(csv).toMatch(/\r\n$/)
  expect(new Set(readCsv(csv).map((line) => line.length)).size).toBe(1)
})

test('the badge of a run has the benchmark and its ratio; the badge of a check has the counts of its verdicts', () => {
  const run = badgeOf(resolvedRun())
  expect(run).toContain('<title>npm-ci small: 1.17× native (1.15–1.17) on a bind mount</title>')
  const rate = resolvedRun(({ benchmarks }) => {
    for (const { metrics } of benchmarks) for (const metric of metrics) metric.better = 'higher'
  })
  expect(badgeOf(rate)).toContain(
    '<title>npm-ci small, duration (more is better): 1.17× native (1.15–1.17) on a bind mount</title>',
  )
  const check = badgeOf(checkDocument(EVERY_VERDICT))
  expect(check).toContain(': 1 slower (+17.6%) · 1 faster (−11.0%) · 3 not slower · 1 inconclusive</title>')
  const generated = checkDocument(EVERY_VERDICT)
  generated.notes = [{ code: 'generated', text: 'Run 1.' }]
  expect(badgeOf(generated)).toContain('1 inconclusive, generated, not measured</title>')
  expect(runHeadline(analyze(generated)).outcome).toBe('neutral')
  expect(renderBadge({ subject: '<b>', result: '"\u202e', outcome: 'neutral' })).not.toMatch(/<b>|\u202e/)
})

test('the badge of a run with several engines has the range of their ratios, and their number', () => {
  const file = path.join(import.meta.dirname, '../../documents/docker-for-mac-bench-2025-macos.json')
  expect(badgeOf(JSON.parse(readFileSync(file, 'utf8')) as RunDocument)).toContain(
    '<title>npm-install create-react-app on bind, × native: 1.20–2.69×, 4 configurations of 3 products, 1 not comparable</title>',
  )
})

test('the badge of a run without a ratio has its median, and that of an unreliable run says so', () => {
  expect(badgeOf(exampleRun())).toMatch(/<title>npm-ci small on bind: [\d.]+ s<\/title>/)
  expect(badgeOf(biasedRun([0, 4]))).toContain('<title>quick: unreliable</title>')
})

test('only a check with no slower and no inconclusive benchmark is shown as good', () => {
  const clear = checkDocument([{ middle: 3e9, spread: 0.05 }])
  const outcomeOf = (document: RunDocument) => runHeadline(analyze(document)).outcome
  expect(outcomeOf(clear)).toBe('good')
  expect(outcomeOf(checkDocument(EVERY_VERDICT))).toBe('bad')
  expect(outcomeOf(checkDocument(EVERY_VERDICT, { bias: 1.08 }))).toBe('neutral')
})

test('embedded code has absolute addresses, or a note if the address of the registry is unknown', () => {
  const embed = renderStatic(Embed({ id: 'abc', title: 'a [b] "c" <d>', finding: 'x: 2×.', baseUrl: BASE }))
  expect(embed).toContain(
    `src=&quot;${BASE}runs/abc.svg&quot; alt=&quot;a [b] &amp;quot;c&amp;quot; &amp;lt;d&amp;gt;. x: 2×.&quot;`,
  )
  expect(embed).toContain(`[![a \\[b\\] &quot;c&quot; \\&lt;d\\&gt;](${BASE}runs/abc.badge.svg)](${BASE}runs/abc)`)
  expect(renderStatic(Embed({ id: 'abc', title: 'x', finding: '', baseUrl: null }))).toContain(
    'Put the address of this site before each of them.',
  )
})

function badgeOf(document: RunDocument): string {
  return renderBadge(runHeadline(analyze(document)))
}

/** Parses CSV strictly by RFC 4180. */
function readCsv(text: string): string[][] {
  const fields = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)]
  expect(fields.map(([whole]) => whole).join('')).toBe(text)
  const lines: string[][] = [[]]
  for (const [, field = '', end] of fields) {
    lines.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}
