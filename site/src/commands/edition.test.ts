import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify, type RunDocument } from '@plimsoll/schema'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captureOutput } from '../../../schema/test/capture-output.ts'
import { main } from '../command.ts'
import { makeCitations } from '../editions/edition-citations.ts'
import { loadEditions } from '../editions/load-editions.ts'
import { matchedRows } from '../editions/matched-rows.ts'
import { readEditions } from '../editions/read-editions.ts'
import { importSigned, startSigstore } from '../provenance/testing.ts'
import { listDocuments } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { deleteRun, supersede, withdraw } from '../store/withdraw-supersede-delete.ts'
import { biasedRun, exampleRun, resolvedRun, TEMPLATE, temporaryRegistry, toBytes } from '../testing.ts'
import { runEditionNew } from './edition.ts'

const SHIPPED = path.join(import.meta.dirname, '..', '..', 'shipped-editions')
const printed: string[] = []

beforeEach(() => {
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => vi.restoreAllMocks())

test('an edition of two runs is frozen in the registry, with every benchmark that has figures as a row', () => {
  const { registry, ids } = prepare(exampleRun(), laterRun())
  expect(runEditionNew('mac-2026', { runs: ids, registry: registry.directory })).toBe(0)
  expect(printed).toEqual(['mac-2026 /editions/mac-2026'])
  const [edition] = readEditions(registry.editions)
  expect(edition).toMatchObject({ citation: null, previous: null, published: '2026-02-02', aliases: [] })
  const measured = [exampleRun(), laterRun()].flatMap(({ benchmarks }) =>
    benchmarks.filter(({ status }) => status === 'ok'),
  )
  expect(edition?.parts.flatMap(({ rows }) => rows)).toHaveLength(measured.length)
  // The runs that ship with the project are imported only if the edition needs them, because that takes a second.
  expect(listDocuments(registry)).toEqual(ids.toSorted())
})

test('the authors of an edition, their page and their summary are frozen with it, and it is cited by them', async () => {
  const { registry, ids } = prepare(exampleRun())
  const made = { author: ['A. Writer', 'B. Reader'], url: 'https://blog.example/desk', summary: 'It is fast.' }
  runEditionNew('desk', { ...made, runs: ids, registry: registry.directory })
  const { author: authors, ...rest } = made
  expect(readEditions(registry.editions)).toMatchObject([{ authors, ...rest }])
  const [loaded] = loadEditions(registry, [registry.editions])
  expect(loaded && makeCitations(loaded, TEMPLATE, []).own.authors).toEqual(authors)
  const wrong = { runs: ids, registry: registry.directory }
  expect(() => runEditionNew('desk-2', { ...wrong, url: 'http://blog.example' })).toThrow('an address "url"')
  expect(() => runEditionNew('desk-2', { ...wrong, summary: 'one\ntwo' })).toThrow('a text with a line end')
  expect(() => runEditionNew('desk-2', { ...wrong, summary: 'x'.repeat(501) })).toThrow('more than 500 characters')
})

test('the method of an edition says which of its runs are signed', async () => {
  const { registry } = prepare(laterRun())
  const sigstore = await startSigstore()
  await importSigned(registry, sigstore, exampleRun())
  await sigstore.close()
  runEditionNew('mine', { runs: listDocuments(registry), registry: registry.directory })
  const method = readEditions(registry.editions)[0]?.method.join(' ')
  for (const [run, level] of [
    [exampleRun(), 'signed by repository'],
    [laterRun(), 'self-reported'],
  ] as const)
    expect(method).toContain(`Run ${identify(run).id.slice(0, 10)}, ${level}, `)
  const [loaded] = loadEditions(registry, [registry.editions])
  expect(loaded?.provenance.map(({ provenanceLevel, submitter }) => [provenanceLevel, submitter]).sort()).toEqual([
    ['self-reported', null],
    ['signed by repository', 'example/project'],
  ])
})

test('the same runs give the same edition, byte for byte, whenever it is made', () => {
  const { registry, ids } = prepare(exampleRun())
  runEditionNew('mine', { runs: ids, registry: registry.directory })
  const again = prepare(laterRun(), exampleRun())
  runEditionNew('mine', { runs: ids, registry: again.registry.directory })
  const read = ({ editions }: Registry) => readFileSync(path.join(editions, 'mine.json'), 'utf8')
  expect(read(again.registry)).toBe(read(registry))
})

test('a run can be named by its document', () => {
  const { registry } = prepare(exampleRun())
  const [known, broken] = ['known', 'broken'].map((name) => path.join(registry.directory, `${name}.json`)) as [
    string,
    string,
  ]
  writeFileSync(known, toBytes(exampleRun()))
  writeFileSync(broken, '{}')
  const attempt = (file: string) => runEditionNew('mine', { runs: [file], registry: registry.directory })
  expect(() => attempt(broken)).toThrow(expect.objectContaining({ code: 'unreadable-file' }))
  expect(() => attempt(`${broken}.json`)).toThrow(expect.objectContaining({ code: 'no-such-file' }))
  expect(attempt(known)).toBe(0)
  expect(readEditions(registry.editions)).toHaveLength(1)
})

test('an unreliable run is rejected, and a control has no row', () => {
  const { registry, ids } = prepare(biasedRun([0, 4]), resolvedRun())
  const attempt = (run = '') => runEditionNew('mine', { runs: [run], registry: registry.directory })
  expect(() => attempt(ids[0])).toThrow(
    expect.objectContaining({
      code: 'unusable-run',
      message: expect.stringContaining('is unreliable: it did not measure'),
    }),
  )
  expect(attempt(ids[1])).toBe(0)
  const rows = readEditions(registry.editions)[0]?.parts.flatMap(({ rows }) => rows) ?? []
  const { benchmarks } = resolvedRun()
  expect(rows).toHaveLength(benchmarks.filter(({ status, control }) => status === 'ok' && !control).length)
})

test('runs that repeat the first one share its rows, and an unreliable one is only counted', () => {
  const good = [1, 2, 3].map((day) => onDay(day, 1 / 1.2))
  const { registry, ids } = prepare(...good, onDay(4, 1))
  runEditionNew('repeated', { runs: ids, registry: registry.directory })
  const loaded = loadEditions(registry, [registry.editions]).find(({ edition }) => edition.name === 'repeated')
  expect(loaded?.runs).toEqual(ids.slice(0, 3))
  const bind = loaded?.parts[0]?.rows.find(({ scenario }) => scenario === 'bind')?.figures
  expect(bind).toMatchObject({ n: 24, measuredRatio: { text: expect.stringMatching(/^1\.17× \(/), reason: null } })
  expect(bind?.nextRun).toEqual([expect.closeTo(1.17, 1), expect.closeTo(1.17, 1)])
  expect(loaded?.parts[0]?.columns).toContain('next-run')
  const method = loaded?.edition.method.join(' ')
  expect(method).toContain(`Unreliable: 1 of 4 runs (${ids[3]?.slice(0, 10)}). `)
  expect(method).toContain('had less of the CPU than containers: 2 of the 8 that the runs checked.')
})

/** A run with two controls of two workloads that take 1.2 × `factor` times what they repeat. */
function onDay(day: number, factor: number): RunDocument {
  const run = biasedRun([0, 4])
  run.startedAt = `2025-06-0${day}T10:00:00Z`
  run.finishedAt = `2025-06-0${day}T10:05:00Z`
  for (const { control, samples } of run.benchmarks)
    for (const { values } of control ? samples : []) values.duration = Math.round(Number(values.duration) * factor)
  return measureAgain(run, day)
}

test('a row of a measured run has the ratio of its run, or the reason why it has no digits', () => {
  const { registry, ids } = prepare(resolvedRun(), biasedRun([0]))
  const bindOf = (name: string, run: string | undefined) => {
    runEditionNew(name, { runs: [run ?? ''], registry: registry.directory })
    const loaded = loadEditions(registry, [registry.editions]).find(({ edition }) => edition.name === name)
    return loaded?.parts[0]?.rows.find(({ scenario }) => scenario === 'bind')?.figures
  }
  expect(bindOf('resolved', ids[0])).toMatchObject({
    ratio: expect.closeTo(1.17, 2),
    measuredRatio: { text: expect.stringMatching(/^1\.17× \(1\.15–1\.17\)$/), reason: null },
  })
  expect(bindOf('withheld', ids[1])).toMatchObject({
    ratio: null,
    measuredRatio: { text: 'withheld', reason: expect.stringContaining('Two equal things') },
  })
})

test('the changes since the previous edition are computed: matching rows, engines, machine and workloads', () => {
  const { registry, ids } = prepare(resolvedRun())
  runEditionNew('mac-2026', { runs: ids, previous: 'mac-2025', registry: registry.directory })
  const editions = loadEditions(registry, [SHIPPED, registry.editions])
  const [own, previous] = ['mac-2026', 'mac-2025'].map((name) => editions.find(({ edition }) => edition.name === name))
  if (own === undefined || previous === undefined) throw new Error('no edition')
  expect(own.edition.previous).toBe('mac-2025')
  const rows = matchedRows(own, previous)
  expect(rows.map(({ before }) => before)).toContain('Docker on Linux: npm-install create-react-app, Bind mount')
  for (const { ratioBefore } of rows) expect(ratioBefore).toBeCloseTo(1, 1)
  const changes = own.edition.changes.join(' ')
  expect(changes).toMatch(/The engine changed from Docker 27\.3\.1 to Docker Engine \S+\./)
  expect(changes).toContain('The workload changed from npm-install create-react-app to npm-ci small.')
  expect(changes).toContain('Not measured again: Lima 1.0.3, Docker Desktop 4.37.1 (docker-desktop-vz)')
  expect(changes).toContain('Example CPU')
})

test('an edition can follow one of this registry, and lists only the changed engine', () => {
  const { registry, ids } = prepare(exampleRun(), laterRun())
  runEditionNew('first', { runs: ids.slice(0, 1), registry: registry.directory })
  runEditionNew('second', { runs: ids.slice(1), previous: 'first', registry: registry.directory })
  const second = readEditions(registry.editions).find(({ name }) => name === 'second')
  expect(second?.changes.join(' ')).toMatch(
    /^Measured on a machine of the same description: .* to Docker Engine 99\.0\.0\./,
  )
  expect(second?.matches.length).toBeGreaterThan(0)
})

test('an edition that follows one without runs names its machine and matches no rows', () => {
  const { registry, ids } = prepare(exampleRun())
  runEditionNew('mine', { runs: ids, previous: 'ramdisk-2022', registry: registry.directory })
  const [mine] = readEditions(registry.editions)
  expect(mine?.matches).toEqual([])
  expect(mine?.changes[0]).toBe('Measured on Debian GNU/Linux 13, Example CPU, 4 CPUs.')
})

test('rows that differ only in their run name the run', () => {
  const { registry, ids } = prepare(
    exampleRun(),
    laterRun((run) => {
      run.engines.splice(0, 9, ...exampleRun().engines)
      run.host.cpu.model = 'Another CPU'
    }),
  )
  runEditionNew('twice', { runs: ids, registry: registry.directory })
  const platforms = readEditions(registry.editions)[0]?.parts.flatMap(({ rows }) =>
    rows.map(({ platform }) => platform),
  )
  for (const id of ids) expect(platforms?.some((platform) => platform.endsWith(`(run ${id.slice(0, 10)})`))).toBe(true)
})

test('an edition names the sources of its runs, and its title names engines and system', () => {
  const { registry, ids } = prepare(exampleRun(), laterRun())
  runEditionNew('mac-2026', { runs: ids, registry: registry.directory })
  const [edition] = readEditions(registry.editions)
  expect(edition?.title).toMatch(/^\S.* on Debian GNU\/Linux 13, 2025–2026$/)
  expect(edition?.lede).toMatch(/^\d+ rows from 2 runs \(self-reported\): npm-ci, /)
  for (const id of ids) expect(edition?.method.join(' ')).toContain(`Run ${id.slice(0, 10)}, self-reported, `)
  expect(JSON.stringify(edition)).not.toMatch(/measured by Plimsoll/i)
})

test('withdrawn and deleted runs are rejected, and a superseded run is reported', () => {
  const { registry, ids } = prepare(exampleRun(), laterRun())
  const [first = '', second = ''] = ids
  const attempt = (run: string, name = 'mine') => runEditionNew(name, { runs: [run], registry: registry.directory })
  supersede(registry, first, second)
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(attempt(first)).toBe(0)
  expect(warn).toHaveBeenCalledWith(expect.stringContaining(`is superseded by ${second}`))
  withdraw(registry, second, 'wrong host')
  expect(() => attempt(second, 'ours')).toThrow(expect.objectContaining({ code: 'withdrawn-run' }))
  deleteRun(registry, second, 'it named a person')
  expect(() => attempt(second, 'ours')).toThrow(expect.objectContaining({ code: 'deleted-run' }))
})

test('an edition keeps the figures of a withdrawn run, and none of a deleted run', () => {
  const { registry, ids } = prepare(exampleRun(), laterRun())
  const [first = '', second = ''] = ids
  runEditionNew('mine', { runs: ids, registry: registry.directory })
  withdraw(registry, first, 'wrong host')
  deleteRun(registry, second, 'it named a person')
  const [loaded] = loadEditions(registry, [registry.editions])
  const rows = loaded?.parts.flatMap(({ rows }) => rows) ?? []
  const half = exampleRun().benchmarks.filter(({ status }) => status === 'ok').length
  const counts = [true, false].map((has) => rows.filter(({ figures }) => (figures.median !== null) === has).length)
  expect([loaded?.missing, ...counts]).toEqual([[second], half, half])
})

test('an edition that was edited afterwards is rejected by name', () => {
  const { registry, ids } = prepare(exampleRun())
  runEditionNew('mac-2026', { runs: ids, registry: registry.directory })
  const file = path.join(registry.editions, 'mac-2026.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('rows from', 'rows out of'))
  expect(() => readEditions(SHIPPED, registry.editions)).toThrow(
    expect.objectContaining({ code: 'edited-edition', message: expect.stringContaining('"mac-2026"') }),
  )
})

test.each<[string, RejectedOptions, string]>([
  ['Mac 2026', {}, 'bad-name'],
  ['../mac', {}, 'bad-name'],
  ['mac-2025', {}, 'edition-exists'],
  ['mac-2023', {}, 'edition-exists'],
  ['mine', { runs: ['abcdefghijklmnopqrstuvwxyz'] }, 'unknown-run'],
  ['mine', { previous: 'mac-1999' }, 'unknown-edition'],
  ['mine', { title: 'Two\u200bwords' }, 'bad-edition'],
  ['mine', { change: { status: 'partial' } }, 'unusable-run'],
  ['mine', { change: { origin: transcribed() } }, 'unusable-run'],
])(
  '%j with %j is rejected with one sentence, and nothing is written',
  (name, { change = {}, ...options }: RejectedOptions, code) => {
    const { registry, ids } = prepare(exampleRun((run) => void Object.assign(run, change)))
    const attempt = () => runEditionNew(name, { runs: ids, registry: registry.directory, ...options })
    expect(attempt).toThrow(expect.objectContaining({ code, message: expect.stringMatching(/^[^\n]+[.:,] [^\n]+\.$/) }))
    expect(readdirSync(registry.editions)).toEqual([])
  },
)

test('a copy of a run is no other measurement, whatever was changed beside its samples', () => {
  const copy = exampleRun((run) => void run.notes.push({ code: 'note', text: 'mine' }))
  const { registry, ids } = prepare(exampleRun(), copy)
  expect(() => runEditionNew('mine', { runs: ids, registry: registry.directory })).toThrow(
    expect.objectContaining({
      code: 'unusable-run',
      message: `Run ${ids[1]} has samples of run ${ids[0]}, so it is no other measurement. Name only one of them.`,
    }),
  )
})

test('the command accepts several runs, and reports an error in one sentence', async () => {
  const { registry, ids } = prepare(exampleRun(), laterRun())
  vi.restoreAllMocks()
  const run = (...args: string[]) =>
    captureOutput(() => main(['edition', 'new', ...args, '--registry', registry.directory]))
  expect(await run('mac-2026', '--runs', ...ids, '--title', 'Ours', '--previous', 'ramdisk-2022')).toMatchObject({
    exitCode: 0,
    stdout: 'mac-2026 /editions/mac-2026\n',
    stderr: expect.stringContaining('shows it within a minute'),
  })
  expect(readEditions(registry.editions)[0]).toMatchObject({ title: 'Ours', previous: 'ramdisk-2022' })
  expect(await run('mac-2027')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("'--runs <id...>'") })
  expect(await run('mac-2026', '--runs', ...ids)).toMatchObject({ exitCode: 2 })
})

interface RejectedOptions {
  runs?: string[]
  previous?: string
  title?: string
  change?: Partial<RunDocument>
}

function transcribed(): RunDocument['origin'] {
  const citation = { title: 'A blog', authors: ['An Author'], published: '2020-01-01', url: 'https://example.org/' }
  return { kind: 'transcribed', citation }
}

/** Returns a run of another day, with another version of the engine. */
function laterRun(change: (run: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((run) => {
    run.startedAt = '2026-02-02T10:00:00Z'
    run.finishedAt = '2026-02-02T11:00:00Z'
    for (const engine of run.engines) engine.version = '99.0.0'
    measureAgain(run)
    change(run)
  })
}

/** Changes all times a little, because no two runs have the same times. */
function measureAgain(run: RunDocument, by = 1): RunDocument {
  for (const { metrics, samples } of run.benchmarks)
    for (const { values } of samples)
      for (const { name, unit } of metrics) {
        const value = values[name]
        if (unit === 'ns' && value !== undefined)
          values[name] = Array.isArray(value) ? value.map((one) => one + by) : value + by
      }
  return run
}

function prepare(...documents: RunDocument[]): { registry: Registry; ids: string[] } {
  const registry = temporaryRegistry()
  return { registry, ids: documents.map((document) => importDocument(registry, toBytes(document)).id) }
}
