import { readFileSync } from 'node:fs'
import path from 'node:path'
import { identify, type RunDocument, readRun, summarizeRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import type { Statement } from '../store/statements.ts'
import { exampleRun } from '../testing.ts'
import { analyze } from './analysis.ts'
import { renderRun } from './render-run.ts'

const TEMPLATE = { version: 1, stylesheet: 'site.0123456789ab.css', scripts: {}, baseUrl: null }
const SUBMITTED: Statement[] = [{ kind: 'submitted', level: 'self-reported', at: '2026-01-01T00:00:00.000Z' }]

test('the same document, statements and template give the same page', () => {
  expect(render(exampleRun())).toBe(render(exampleRun()))
})

test('the page names the run, its provenance level, its full hash and the analysis, and links to the document', () => {
  const page = render(exampleRun())
  const { hash, id } = identify(exampleRun())
  expect(page).toContain('<title>quick on Debian GNU/Linux 13, Example CPU · Plimsoll</title>')
  expect(page).toContain('<li class="badge">self-reported</li>')
  expect(page).toContain(`<code>${hash}</code>`)
  expect(page).toContain(`href="${id}.json"`)
  expect(page).toContain('computed with analysis version 1.')
  const cited = `example/project: quick, version 1, on Debian GNU/Linux 13, 2025-03-01. Plimsoll run ${id}, ${hash}.`
  expect(page).toContain(`<p class="cite">${cited} Figures by analysis version 1.</p>`)
})

test('every benchmark has a row with n, mean, min–max, median and ratio', () => {
  const page = render(exampleRun())
  expect(page.match(/<tr data-row="/g)).toHaveLength(exampleRun().benchmarks.length + otherMetricRows())
  const row = /<tr data-row="ok">(?:(?!<\/tr>).)*<\/i>bind<\/td>.*?<\/tr>/s.exec(page)?.[0].replaceAll(/<[^>]+>/g, ' ')
  expect(row).toMatch(/Docker Engine\s+bind\s+3\s+3\.51 s\s+3\.42–3\.62 s\s+3\.51 s\s+1\.17×\s+1\.11–1\.21×/)
})

test('failed and unsupported benchmarks have a reason', () => {
  const page = render(exampleRun())
  expect(page).toContain('<strong>failed</strong> 1 of 3 samples failed: exit code 1 instead of 0')
  expect(page).toContain('<strong>unsupported</strong> the directory is not shared with this engine')
  expect(page).toContain('1 of 8 benchmarks failed')
})

test('warnings and notes are above the figures', () => {
  const page = render(
    exampleRun((run) => {
      run.status = 'partial'
    }),
  )
  const warning = page.indexOf('The run is partial')
  expect(warning).toBeGreaterThan(0)
  expect(warning).toBeLessThan(page.indexOf('<figure'))
  expect(page.indexOf('Every figure in this document is invented')).toBeLessThan(page.indexOf('<figure'))
})

test('each panel has one chart with a text alternative, and so do the steps', () => {
  const page = render(exampleRun())
  expect(page.match(/<figure class="chart"/g)).toHaveLength(4)
  expect(page.match(/<svg role="img"/g)).toHaveLength(4)
  expect(page).toContain('native on host: median 3.00 s, n = 3;')
})

test('the dot of a sample with a list of values is at their median, as in the figures', () => {
  const listed = exampleRun((run) => {
    for (const { samples, metrics } of run.benchmarks) {
      const { name = '' } = metrics.find(({ primary }) => primary) ?? {}
      for (const { values } of samples) if (values[name] !== undefined) values[name] = [1e9, 2e9, 4e9, 9e9]
    }
  })
  const [times] = analyze(listed).samples
  const dots = times?.chart.data.samples ?? []
  expect(new Set(dots.map(({ x }) => x))).toEqual(new Set([3]))
})

test('a transcribed run shows its source', () => {
  const file = path.join(import.meta.dirname, '../../documents/docker-for-mac-bench-2022-macos.json')
  const page = renderRun(readRun(readFileSync(file)).document, [], TEMPLATE)
  expect(page).toContain('<li class="badge">transcribed</li>')
  expect(page).toContain('Paolo Mainardi, “Docker on MacOS is slow and how to fix it”, 2022-12-04.')
  expect(page).toContain('href="https://www.paolomainardi.com/posts/docker-performance-macos/"')
})

test('no text of a document becomes markup', () => {
  const page = render(hostileRun())
  expect(page).not.toContain('<img')
  for (const forbidden of ['<script>', '<script src', 'onerror=x>', '\u202e', '\u0000'])
    expect(page).not.toContain(forbidden)
  expect(page.match(/&lt;img src=x onerror=x&gt;/g)?.length).toBeGreaterThan(15)
})

test('the page needs no script and loads nothing from other origins', () => {
  const page = render(exampleRun())
  expect(page).not.toMatch(/<script(?! type="application\/ld\+json">)|javascript:| on\w+="| style="/)
  const loaded = [...page.matchAll(/<(?!a )[^>]* (?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? '')
  expect(loaded.filter((address) => !/^(#|\.\.\/assets\/)/.test(address))).toEqual([])
  const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address ?? '')
  const elsewhere = links.filter((address) => !/^(#|\.\.\/|[a-z2-7]{26}\.[a-z.]+$|data:text\/plain;)/.test(address))
  expect(elsewhere.map((address) => address.slice(0, 42))).toEqual(['https://vega.github.io/editor/#/url/vega-l'])
})

test('the page of a run with thousands of benchmarks stays small', () => {
  const run = exampleRun()
  const [benchmark] = run.benchmarks
  run.benchmarks = Array.from({ length: 3000 }, (_, index) => ({
    ...structuredClone(benchmark as never as RunDocument['benchmarks'][0]),
    params: { index },
  }))
  const page = render(run)
  expect(page.length).toBeLessThan(3_000_000)
  expect(page).toContain('2000 more benchmarks are in the document')
  expect(page).toContain('Charts of 24 of 3000 workloads')
})

function render(document: RunDocument): string {
  return renderRun(document, SUBMITTED, TEMPLATE)
}

function otherMetricRows(): number {
  const primaries = new Map(
    exampleRun().benchmarks.map((benchmark, index) => [index, benchmark.metrics.find(({ primary }) => primary)?.name]),
  )
  return summarizeRun(exampleRun()).filter(({ benchmark, metric }) => primaries.get(benchmark) !== metric).length
}

/** Returns the example run with an attack in every free text. The result need not be a valid document. */
function hostileRun(): RunDocument {
  const attack = '"><img src=x onerror=x>\u202e\u0000'
  return exampleRun((run) => {
    run.suite.name = attack
    run.deviations = [attack]
    run.notes = [{ code: attack, text: attack }]
    run.host.os.name = attack
    run.host.kernel = attack
    run.host.cpu.model = attack
    run.host.runner.label = attack
    run.harness.version = attack
    run.licence = attack
    run.images[0] = { ...(run.images[0] as (typeof run.images)[0]), name: attack }
    run.source = { repository: attack, commit: attack, ref: attack, pullRequest: null, workflowRun: null }
    run.origin = { kind: 'transcribed', citation: { title: attack, authors: [attack], published: attack, url: attack } }
    const [engine] = run.engines
    if (engine) Object.assign(engine, { product: attack, version: attack, requested: { vmType: attack } })
    for (const benchmark of run.benchmarks)
      Object.assign(benchmark, { workload: attack, scenario: attack, params: { [attack]: attack } })
    const unsupported = run.benchmarks.find(({ status }) => status === 'unsupported')
    if (unsupported) unsupported.reason = `${attack}\n${attack}`
  })
}
