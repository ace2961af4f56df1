import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Benchmark, identify, type RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '../command.ts'
import { SAME_RUN } from '../compare/choose-runs.tsx'
import { RunComparison } from '../compare/comparison.tsx'
import { WithoutScripts, WithoutScriptsSlot } from '../compare/without-scripts.tsx'
import { renderStatic } from '../page/render-static.ts'
import { documentFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { openRegistry } from '../store/registry.ts'
import { directoryOfTests, toBytes } from '../testing.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'

const { directory, remove } = directoryOfTests()
const ATTACK = '</noscript><img src=x>'
const runOn = (model: string, day: string) =>
  runOfWorkflow((run) => {
    run.host.cpu.model = model
    Object.assign(run, { startedAt: `2025-03-${day}T10:00:00Z`, finishedAt: `2025-03-${day}T10:01:00Z` })
  })
const RUNS = [runOn('First CPU', '02'), runOn(ATTACK, '03')] as const
/** Enough runs for a second page of offered runs. They are older than the others. */
const OLD = Array.from({ length: 26 }, (_, at) => runOn(`Old CPU ${at}`, '01'))
const [a, b] = RUNS.map((run) => identify(run).id) as [string, string]
const SLOT = renderStatic(WithoutScriptsSlot())
const PAGE = `<noscript>${SLOT}</noscript><p>the rest</p>`
let server: TestServer

const [withdrawn, deleted, damaged, large] = ['A', 'B', 'C', 'D'].map((model) => runOf(runOn(model, '01'))) as [
  StoredRun,
  StoredRun,
  StoredRun,
  StoredRun,
]

/** A run that is not large by its weight, with too many benchmarks for the page. */
const many = runOf(
  runOfWorkflow((run) => {
    const four = run.benchmarks.slice(0, 4)
    run.benchmarks = Array.from({ length: 504 }, (_, order) => {
      const benchmark = four[order % 4] as Benchmark
      const samples = benchmark.samples.map((sample) => ({ ...sample, order }))
      return { ...benchmark, params: { size: `s${Math.floor(order / 4)}` }, samples }
    })
  }),
)

const transcribed = runOf(
  runOfWorkflow((run) => {
    const citation = { authors: ['Ada King'], published: '2025-01-04', title: 'Slow?', url: 'https://a.test/' }
    run.origin = { kind: 'transcribed', citation }
    run.source = null
    Object.assign(run.suite, { name: 'docker-for-mac-bench', version: 1 })
    for (const benchmark of run.benchmarks) benchmark.workload = 'npm-install'
  }),
)

/** A run that alone has a workload in common with the transcribed one. */
const likeTranscribed = runOf(
  runOfWorkflow((run) => {
    Object.assign(run, { startedAt: '2025-03-01T12:00:00Z', finishedAt: '2025-03-01T12:01:00Z' })
    for (const benchmark of run.benchmarks) benchmark.workload = 'npm-install'
  }),
)

interface StoredRun {
  id: string
  bytes: Buffer
}

/** Returns the id of a run and its bytes. */
function runOf(run: RunDocument): StoredRun {
  return { id: identify(run).id, bytes: toBytes(run) }
}

beforeAll(async () => {
  const registry = openRegistry(path.join(directory, 'registry'))
  const small = [...RUNS, ...OLD].map(runOf)
  for (const { bytes } of [...small, withdrawn, deleted, damaged, many, transcribed, likeTranscribed])
    importDocument(registry, bytes)
  // Every byte has weight.
  importDocument(registry, Buffer.concat([large.bytes, Buffer.alloc(2_000_000, ' ')]))
  server = await startServer(directory)
  writeFileSync(path.join(server.out, 'compare.html'), PAGE)
})
afterAll(async () => {
  await server.stop()
  remove()
})

function read(query: string): Promise<string> {
  return fetch(`${server.address}/compare${query}`).then((answer) => answer.text())
}

const runCommand = (...args: string[]) => main([...args, '--registry', server.registry.directory])

test('the page has the runs under their letters, A first, and their comparison as in a browser with scripts', async () => {
  const text = await read(`?a=${b}&b=${a}`)
  const parts = [
    '<h3>A</h3>',
    `<a href="runs/${b}">`,
    '<h3>B</h3>',
    `<a href="runs/${a}">`,
    'Machines: what differs',
  ].map((part) => text.indexOf(part))
  expect(parts[0]).toBeGreaterThan(0)
  expect(parts).toEqual(parts.toSorted((one, other) => one - other))
  const [of, to] = RUNS
  expect(text).toContain(renderStatic(RunComparison({ a: to, b: of, states: { a: null, b: null } })))
  expect(text).toContain('<svg')
  expect(text).not.toContain(SLOT)
  for (const address of [`compare?a=${a}&amp;b=${b}`, `compare?a=${b}`, `compare?b=${a}`])
    expect(text).toContain(`href="${address}"`)
})

test('no text of a document or an address ends the part without scripts', async () => {
  for (const query of [
    `?a=${a}&b=${b}`,
    `?a=${a}`,
    `?a=${b.slice(0, 10)}`,
    `?a=${encodeURIComponent(ATTACK)}%E2%80%AE`,
  ]) {
    const text = await read(query)
    expect(text).toContain('&lt;/noscript&gt;&lt;img src=x&gt;')
    expect(text.match(/<\/noscript/g)).toHaveLength(1)
    expect(text).toMatch(/<\/noscript><p>the rest<\/p>$/)
    expect(text).not.toMatch(/<img|\u202e/)
  }
})

test('a run alone stays chosen: in the form, and in every run that is offered for the other side, page by page', async () => {
  const text = await read(`?a=${a}`)
  expect(text).toContain('No run is chosen as B')
  expect(offeredIn(text)[0]).toBe(`compare?a=${a}&amp;b=${b}`)
  expect(text).not.toContain(`b=${a}`)
  const [, inputA, inputB] = text.split('<input ')
  expect(inputA).toContain(`name="a" value="${a}"`)
  expect(inputB).toContain('name="b" value=""')
  const [, older = ''] = /href="compare\?(a=\w+&amp;older=\w+)">Older runs/.exec(text) ?? []
  const next = await read(`?${older.replace('&amp;', '&')}`)
  expect(next).not.toContain('Older runs')
  const all = [...offeredIn(text), ...offeredIn(next)]
  const others = [
    ...[...RUNS.slice(1), ...OLD].map(runOf),
    withdrawn,
    deleted,
    damaged,
    large,
    many,
    transcribed,
    likeTranscribed,
  ]

  expect(all.toSorted()).toEqual(others.map(({ id }) => `compare?a=${a}&amp;b=${id}`).toSorted())
  expect(offeredIn(await read(`?b=${a}`))[0]).toBe(`compare?a=${b}&amp;b=${a}`)
})

test('runs with a workload in common with the chosen one are offered first', async () => {
  const first = offeredIn(await read(`?a=${transcribed.id}`))
  const last = offeredIn(await read(`?a=${a}`))
  expect(first[0]).toBe(`compare?a=${transcribed.id}&amp;b=${likeTranscribed.id}`)
  expect(last.indexOf(`compare?a=${a}&amp;b=${likeTranscribed.id}`)).toBeGreaterThan(5)
})

/** Returns the addresses of the runs that a page offers. */
function offeredIn(text: string): string[] {
  return [...text.matchAll(/<a data-choice="" href="([^"]+)"/g)].map(([, address = '']) => address)
}

test('a transcribed run names who measured it and links to the errata of its source, chosen alone and compared', async () => {
  for (const query of [`?a=${transcribed.id}`, `?a=${a}&b=${transcribed.id}`]) {
    const text = await read(query)
    expect(text).toContain(
      '<strong class="badge">Transcribed from a source</strong> Measured by Ada King, not by Plimsoll',
    )
    expect(text).toContain('href="errata#mac-2025"')
  }
  expect(await read(`?a=${a}`)).not.toContain('Transcribed from')
})

test('an id that no run of this registry has is named, escaped, and can be corrected in the form', async () => {
  for (const [query, id] of [
    ['', ''],
    ['?a=', ''],
    [`?a=${a}&a=${b}`, ''],
    ['?a=%3Cimg%20src=x%3E', '<img src=x>'],
    [`?a=${'z'.repeat(26)}`, 'z'.repeat(26)],
    [`?a=${a.slice(0, 9)}`, a.slice(0, 9)],
    [`?a=${'z'.repeat(10)}`, 'z'.repeat(10)],
  ] as const) {
    const text = await read(query)
    const escaped = id.replace('<', '&lt;').replace('>', '&gt;')
    expect(text, query).toContain(id === '' ? 'No run is chosen as A.' : `This registry has no run ${escaped}.`)
    expect(text).toContain(`name="a" value="${escaped}"`)
    expect(text).not.toContain('<img')
    expect(offeredIn(text)).toHaveLength(30)
  }
  const unread = renderStatic(WithoutScripts({ a: { id: a, run: null }, b: { id: '', run: null } }))
  expect(unread).toContain(`Run ${a} could not be looked up.`)
  expect((await fetch(`${server.address}/compare?a=${a}`, { method: 'POST' })).status).toBe(405)
})

test('a short id lists the runs that begin so as choices, beside the other run, and chooses none', async () => {
  const text = await read(`?a=${b}&b=${a.slice(0, 10)}`)
  expect(text).toContain(`${a.slice(0, 10)} is only the beginning of an id`)
  expect(offeredIn(text)).toEqual([`compare?a=${b}&amp;b=${a}`])
  expect(text).not.toContain(`<a href="runs/${a}">`)
})

test('a run is not compared with itself', async () => {
  const text = await read(`?a=${a}&b=${a}`)
  expect(text).toContain(SAME_RUN)
  expect(text).not.toContain('Machines:')
})

test('a withdrawn run is compared with its state, also if it was compared before', async () => {
  const { id } = withdrawn
  expect(await read(`?a=${id}&b=${a}`)).not.toContain('A is withdrawn')
  expect(await runCommand('withdraw', id, '--reason', 'wrong clock')).toBe(0)
  expect(await read(`?a=${id}&b=${a}`)).toContain('A is withdrawn')
})

test('a deleted, a damaged and a large run have a sentence instead of a comparison, and links to both runs', async () => {
  expect(await runCommand('delete', deleted.id, '--reason', 'a name')).toBe(0)
  writeFileSync(documentFile(server.registry, damaged.id), '{}')
  for (const [{ id }, sentence] of [
    [damaged, 'One of these runs is damaged, so they are not compared until the operator repairs it.'],
    [large, `Run ${large.id} is too large to compare here.`],
    [many, `Run ${many.id} is too large to compare here.`],
  ] as const) {
    const text = await read(`?a=${id}&b=${a}`)
    expect(text).toContain(sentence)
    expect(text).toContain('Open the pages of both runs')
    for (const run of [id, a]) expect(text).toContain(`<a href="runs/${run}">`)
    expect(text).not.toContain('Machines:')
  }
  const text = await read(`?a=${deleted.id}&b=${a}`)
  expect(text).toMatch(/was deleted from this registry|This registry has no run/)
  expect(text).not.toContain('Machines:')
})
