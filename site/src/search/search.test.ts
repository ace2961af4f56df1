import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { RunList } from '../../components/run-list.tsx'
import { renderStatic } from '../page-parts/render-static.ts'
import { importSigned, startSigstore } from '../provenance/testing.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { importDocument } from '../store/import.ts'
import { GENERATED } from '../store/origin.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { filterRuns, readFilters, writeFilters } from './filters.ts'
import { REPLACED, type RunEntry, type SearchIndex } from './search-index.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { makeSearchFile } = await import('./search-file.ts')

const DOCUMENTS = path.join(import.meta.dirname, '..', '..', 'documents')

const RUN: RunEntry = {
  id: 'abcdefghijklmnopqrstuvwxyz',
  startedAt: '2026-03-01T10:20:30Z',
  suite: 'quick',
  suiteVersion: 1,
  kind: 'run',
  os: 'macos',
  system: 'macOS 15.1.1',
  cpu: 'Apple M4 Pro, 12 CPUs',
  provenanceLevel: 'self-reported',
  origin: 'measured',
  project: '',
  projectKey: '',
  engines: [
    { slug: 'docker', title: 'Docker Engine 28.0.0' },
    { slug: 'lima', title: 'Lima 1.0.3' },
  ],
  workloads: ['memory', 'npm-ci'],
  scenarios: ['bind', 'native'],
  figure: 'npm-ci small on bind: 1.50×',
  status: ['partial'],
  counts: '',
  sourceVersion: '',
  benchmarks: 8,
  samples: 32,
}
const CHECK: RunEntry = {
  ...RUN,
  id: '234567abcdefghijklmnopqrst',
  startedAt: '2025-01-04',
  kind: 'check',
  os: 'linux',
  project: 'example/project',
  projectKey: 'id:1001',
  engines: [],
  workloads: ['create-many'],
  scenarios: ['volume'],
  status: ['complete'],
  cpu: '',
}

test.each([
  ['', 2],
  ['?engine=docker', 1],
  ['?engine=docker&os=linux', 0],
  ['?workload=create-many', 1],
  ['?kind=check', 1],
  ['?engine=dock', 0],
  ['?q=abcde', 1],
  ['?q=cdefg', 0],
  ['?q=EXAMPLE', 1],
  ['?q=id:1001', 1],
  ['?q=id:100', 0],
  ['?q=m4+lima', 1],
  ['?q=m4+colima', 0],
  ['?q=npm&kind=check', 0],
  ['?q=Bind+M4', 1],
  ['?q=partial', 1],
  ['?q=self-reported', 2],
  ['?q=2026-03', 1],
  ['?q=2026-03-01', 1],
  ['?q=202', 0],
  ['?q=2025-01-04', 1],
  ['?unknown=1', 2],
])('"%s" finds %i of two runs', (search, found) => {
  expect(filterRuns([RUN, CHECK], readFilters(search))).toHaveLength(found)
})

test('each run has one origin in search and filter, and a text finds generated runs last', () => {
  const generated = { ...RUN, id: 'generated', origin: 'generated', status: ['complete', GENERATED] }
  const transcribed = { ...RUN, id: 'transcribed', origin: 'transcribed', provenanceLevel: 'transcribed' }
  const runs = [generated, { ...RUN, id: 'measured' }, transcribed]
  const found = (search: string) => filterRuns(runs, readFilters(search)).map(({ id }) => id)
  for (const origin of ['measured', 'transcribed', 'generated']) {
    expect(found(`?q=${origin}`)).toEqual([origin])
    expect(found(`?origin=${origin}`)).toEqual([origin])
  }
  expect(found('?q=self-reported')).toEqual(['measured'])
  expect(found('?q=bind')).toEqual(['measured', 'transcribed', 'generated'])
  expect(found('?os=macos')).toEqual(['generated', 'measured', 'transcribed'])
})

test('filters are written to the address in the form in which they are read', () => {
  for (const search of ['', '?q=a+%26+b&engine=docker&os=macos', '?kind=check&provenanceLevel=self-reported']) {
    expect(writeFilters(readFilters(search))).toBe(search)
  }
  expect(writeFilters(readFilters('?os=macos&engine=docker&page=7'))).toBe('?engine=docker&os=macos')
})

test('a transcription whose source has newer data has this as its status', async () => {
  const registry = temporaryRegistry()
  const idOf = (name: string) => importDocument(registry, readFileSync(path.join(DOCUMENTS, `${name}.json`))).id
  const [first, ...current] = ['macos-first', 'macos', 'linux'].map((name) => idOf(`docker-for-mac-bench-2025-${name}`))
  await synchronizeIndex(registry)
  const { runs } = JSON.parse(String(await makeSearchFile(registry))) as SearchIndex
  const statusOf = (id = '') => runs.find((run) => run.id === id)?.status
  expect(statusOf(first)).toEqual(['complete', REPLACED])
  for (const id of current) expect(statusOf(id)).toEqual(['complete'])
})

test('no other submitter replaces a shipped run, not even the operator or one who signs a transcription', async () => {
  const registry = temporaryRegistry()
  const shipped = readFileSync(path.join(DOCUMENTS, 'docker-for-mac-bench-2025-macos.json'))
  const { id, document } = readRun(shipped)
  const later = (day: string) => ({ ...document, finishedAt: `2026-01-0${day}T00:00:00Z` })
  const sigstore = await startSigstore()
  await importSigned(registry, sigstore, later('1'))
  await sigstore.close()
  for (const bytes of [shipped, toBytes(later('2'))]) importDocument(registry, bytes)
  await synchronizeIndex(registry)
  const { runs } = JSON.parse(String(await makeSearchFile(registry))) as SearchIndex
  expect(runs).toHaveLength(3)
  expect(runs.find((run) => run.id === id)?.status).toEqual(['complete'])
})

test('the search file has every run, newest first, with the data of its document', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  const newer = exampleRun((run) => {
    run.startedAt = '2026-01-01T00:00:00Z'
    run.finishedAt = '2026-01-01T00:01:00Z'
    run.status = 'partial'
    run.notes = [{ code: 'generated', text: 'Run 1 of an invented registry.' }]
  })
  importDocument(registry, toBytes(newer))
  await synchronizeIndex(registry)
  const index = JSON.parse((await makeSearchFile(registry)).toString()) as SearchIndex
  expect(index.runs).toMatchObject([
    {
      startedAt: '2026-01-01T00:00:00Z',
      origin: 'generated',
      status: ['partial', '2 benchmarks without a result', GENERATED],
    },
    {
      startedAt: '2025-03-01T10:00:00Z',
      suite: 'quick',
      project: 'example/project',
      system: 'Debian GNU/Linux 13',
      cpu: 'Example CPU, 4 CPUs',
      engines: [{ slug: 'docker', title: 'Docker Engine 28.0.0' }],
      workloads: ['ioping', 'npm-ci', 'sequential-write'],
      figure: 'npm-ci small on bind: 3.51 s',
      status: ['2 benchmarks without a result'],
      benchmarks: 8,
    },
  ])
})

test('the index of ten thousand runs is less than 500 KB compressed', async () => {
  const runs = Array.from({ length: 10_000 }, (_, at): RunEntry => {
    const id = BigInt(`0x${createHash('sha256').update(String(at)).digest('hex')}`)
      .toString(32)
      .slice(0, 26)
    const of = <Value>(values: readonly [Value, ...Value[]]) => values[(at * 7919) % values.length] ?? values[0]
    return {
      ...of([RUN, CHECK]),
      id,
      startedAt: new Date(1_700_000_000_000 + at * 7_919_000).toISOString(),
      figure: `npm-ci small on bind: ${(1 + ((at * 31) % 200) / 100).toFixed(2)}×`,
      project: `example/project-${at % 300}`,
      projectKey: `id:${1000 + (at % 300)}`,
      benchmarks: at % 48,
      samples: (at % 48) * 10,
    }
  })
  expect(gzipSync(JSON.stringify({ runs })).length).toBeLessThan(500_000)
})

test('a run in a list links to the project that signed it, else to the page of the name', () => {
  const linkOf = (run: RunEntry) =>
    /<a href="([^"]*projects[^"]*)"/.exec(renderStatic(RunList({ runs: [run], root: '../' })))?.[1]
  expect(linkOf(CHECK)).toBe('../projects/id/1001')
  expect(linkOf({ ...CHECK, projectKey: '' })).toBe('../projects/example/project')
  expect(linkOf({ ...CHECK, projectKey: '', project: 'id/1001' })).toBeUndefined()
  expect(linkOf(RUN)).toBeUndefined()
})

test('a run in a list has a key figure, a time and a status', () => {
  const text = renderStatic(RunList({ runs: [RUN], root: '' }))
  expect(text).toContain('npm-ci small on bind: 1.50×')
  expect(text).toContain('<time dateTime="2026-03-01T10:20:30Z">2026-03-01 10:20 UTC</time>')
  expect(text).toContain('<span class="warn">partial</span>')
})

test('a list with a generated run explains it above the runs, and shows no provenance level for it', () => {
  const generated = { ...CHECK, provenanceLevel: 'signed by repository', status: ['complete', GENERATED] }
  const text = renderStatic(RunList({ runs: [RUN, generated], root: '' }))
  expect(text.indexOf('a program made up the figures')).toBeLessThan(text.indexOf('<ul'))
  expect(text).toContain(`<span class="warn">${GENERATED}</span>`)
  expect(text).toContain('self-reported')
  expect(text).not.toContain('signed by repository')
  expect(renderStatic(RunList({ runs: [RUN], root: '' }))).not.toContain('made up')
})

test('texts of documents are escaped in lists', () => {
  const hostile = { ...RUN, suite: '<b>', system: '"><script>alert(1)</script>', counts: '<i>', status: ['<b>'] }
  const text = renderStatic(RunList({ runs: [hostile], root: '../' }))
  expect(text).not.toMatch(/<(b|script|i)>/)
  expect(text).toContain(`<a href="../runs/${RUN.id}">&lt;b&gt; on`)
})
