import { describe, expect, it } from 'vitest'
import { completeDocument, OTHER, valid } from '../../test/compared-documents.ts'
import { DIGEST } from '../../test/document.ts'
import type { Benchmark, Engine, Image, RunDocument } from '../index.ts'
import { compareRuns, describeSubject, listDifferences, nameSubject } from './index.ts'

const BIND = 'npm-ci small · bind · docker'
const EMULATED = { value: 'tcg', confidence: 'observed' } as const
const ROOTLESS = { value: 'rootless', confidence: 'observed' } as const

type Change = (document: RunDocument) => void
const onEngine =
  (change: (engine: Engine) => void): Change =>
  ({ engines }) =>
    change(engines[0] as Engine)
const onBenchmark =
  (change: (benchmark: Benchmark) => void): Change =>
  ({ benchmarks }) =>
    change(benchmarks[1] as Benchmark)

describe('one thing that differs is the one difference that is named:', () => {
  const changes: [what: string, of: string | null, Change][] = [
    ['operating system', null, ({ host }) => (host.os.name = 'Ubuntu')],
    ['nested virtualization', null, ({ host }) => (host.virtualization.nested = true)],
    ['load average before', null, ({ conditions }) => Object.assign(conditions.before ?? {}, { loadAverage: 2.1 })],
    ['status', null, (document) => (document.status = 'partial')],
    ['timer', null, ({ harness }) => (harness.agentDigest = OTHER)],
    ['digest of the suite', null, ({ suite }) => (suite.digest = OTHER)],
    ['looks', null, ({ design }) => (design.looks = [14, 20])],
    ['order of the engines', null, ({ design }) => (design.engines = 'sequential')],
    ['version', 'docker', onEngine((docker) => (docker.version = '29.0.0'))],
    ['mount type', 'docker', onEngine(({ effective }) => (effective.mountType.value = 'virtiofs'))],
    ['memory, as requested', 'docker', onEngine(({ requested }) => (requested.memory = 4294967296))],
    ['accelerator', 'docker', onEngine(({ effective }) => (effective.accelerator = EMULATED))],
    ['privileges', 'docker', onEngine(({ effective }) => (effective.privileges = ROOTLESS))],
    ['image digest', 'plimsoll/npm-ci · docker', ({ images }) => Object.assign(images[0] ?? {}, { digest: OTHER })],
    ['workload digest', BIND, onBenchmark((bind) => (bind.workloadDigest = OTHER))],
    ['file system', BIND, onBenchmark((bind) => (bind.target = { filesystem: '9p', mounted: false }))],
    ['mount point', BIND, onBenchmark((bind) => (bind.target = { filesystem: 'ext4', mounted: true }))],
  ]
  it.each(changes)('%s (of %s)', (what, of, change) => {
    const other = completeDocument()
    change(other)
    const differences = listDifferences(completeDocument(), valid(other))
    expect(differences.map((property) => [property.what, property.of?.name ?? null])).toEqual([[what, of]])
    expect(differences[0]?.a).not.toEqual(differences[0]?.b)
  })
})

it('the properties of a difference are the recorded values, and swap with the documents', () => {
  const other = completeDocument()
  other.host.cpu.model = 'Another CPU'
  expect(listDifferences(completeDocument(), other)).toEqual([
    { what: 'CPU model', part: 'machine', of: null, a: 'Example CPU', b: 'Another CPU', same: false },
  ])
  expect(listDifferences(other, completeDocument())).toMatchObject([{ a: 'Another CPU', b: 'Example CPU' }])
})

it('a difference is one of the machine or one of the run', () => {
  const other = completeDocument()
  other.host.kernel = '6.13.0'
  other.suite.version = 2
  Object.assign(other.engines[0] ?? {}, { version: '29.0.0' })
  Object.assign(other.images[0] ?? {}, { digest: OTHER })
  Object.assign(other.benchmarks[1] ?? {}, { status: 'failed', reason: 'exit 1', samples: [] })
  const { differences } = compareRuns(completeDocument(), valid(other))
  expect(differences.map((property) => [property.part, describeSubject(property), property.what])).toEqual([
    ['machine', 'host', 'kernel'],
    ['run', 'run', 'version of the suite'],
    ['machine', 'engine docker', 'version'],
    ['machine', 'image plimsoll/npm-ci · docker', 'image digest'],
    ['run', `benchmark ${BIND}`, 'status of the benchmark'],
  ])
})

it('engines of two products differ in the product, and not also in the id', () => {
  const other = completeDocument()
  const rename = (id: string | null) => (id === 'docker' ? 'podman' : id)
  for (const engine of other.engines) Object.assign(engine, { id: 'podman', product: 'Podman' })
  for (const one of [...other.images, ...other.benchmarks]) one.engine = rename(one.engine)
  expect(listDifferences(completeDocument(), valid(other)).map(({ what }) => what)).toEqual(['product'])
})

it('runs that differ only in times and dates have no differences', () => {
  const other = completeDocument()
  other.startedAt = '2025-02-01T10:00:00Z'
  for (const { samples } of other.benchmarks) for (const one of samples) one.values = { duration: 9 }
  const { differences, same } = compareRuns(completeDocument(), valid(other))
  expect(differences).toEqual([])
  expect(same.map(({ what }) => what)).toContain('CPU model')
})

it('a value that only one document records is a difference; a value that neither records is not', () => {
  const silent = completeDocument()
  silent.host.cpu.model = null
  silent.host.architecture = 'unknown'
  expect(listDifferences(completeDocument(), silent)).toMatchObject([
    { what: 'architecture', a: 'x64', b: null },
    { what: 'CPU model', a: 'Example CPU', b: null },
  ])
  const { differences, unknown } = compareRuns(silent, silent)
  expect(differences).toEqual([])
  expect(unknown.map(({ what }) => what)).toEqual(expect.arrayContaining(['CPU model', 'architecture', 'power']))
})

it('a runner is its kind and its label, a modified run its deviations, a project its repository and commit', () => {
  const other = completeDocument()
  other.host.runner = { kind: 'github-hosted', label: 'ubuntu-24.04' }
  other.division = 'modified'
  other.deviations = ['3 rounds']
  other.source = { repository: 'a/b', commit: 'f'.repeat(40), ref: null, pullRequest: null, workflowRun: null }
  expect(listDifferences(completeDocument(), valid(other)).map(({ what, a, b }) => [what, a, b])).toEqual([
    ['runner', 'local', 'github-hosted'],
    ['runner label', 'none', 'ubuntu-24.04'],
    ['project', 'none', 'a/b'],
    ['commit of the project', 'none', 'f'.repeat(40)],
    ['division', 'standard', 'modified'],
    ['deviations from the suite', 'none', '3 rounds'],
  ])
})

it('memory that differs by what kernels keep of it is the same, of machines and of engines', () => {
  const [document, other] = [completeDocument(), completeDocument()]
  const withMemory = (run: RunDocument, bytes: number) => {
    run.host.memory = bytes
    for (const { effective } of run.engines) effective.memory = { value: bytes, confidence: 'observed' }
  }
  withMemory(document, 8e9)
  withMemory(other, 7.4e9)
  expect(listDifferences(document, other)).toEqual([])
  withMemory(other, 7e9)
  expect(listDifferences(document, other)).toMatchObject([
    { what: 'memory', of: null, unit: 'bytes' },
    { what: 'memory', of: { kind: 'engine' }, unit: 'bytes' },
  ])
})

it('an image that several workloads of a run name is one image', () => {
  const [a, b] = [completeDocument(), completeDocument()]
  for (const document of [a, b]) document.images.push(structuredClone(document.images[0] as Image))
  expect(listDifferences(a, b)).toEqual([])
  Object.assign(b.images[0] ?? {}, { digest: OTHER })
  Object.assign(b.images.at(-1) ?? {}, { digest: OTHER })
  expect(listDifferences(a, b)).toMatchObject([{ what: 'image digest' }])
})

it('images with the same content are the same, whatever their ids', () => {
  const [a, b] = [completeDocument(), completeDocument()]
  Object.assign(a.images[0] ?? {}, { contentDigest: DIGEST })
  Object.assign(b.images[0] ?? {}, { contentDigest: DIGEST, digest: OTHER })
  expect(listDifferences(a, b)).toEqual([])
  Object.assign(b.images[0] ?? {}, { contentDigest: OTHER, digest: DIGEST })
  expect(listDifferences(a, b)).toMatchObject([{ what: 'image digest', a: DIGEST, b: OTHER }])
})

it('a difference of two image digests with equal package lists has a remark', () => {
  const [a, b] = [completeDocument(), completeDocument()]
  for (const { images } of [a, b]) Object.assign(images[0] ?? {}, { packagesDigest: DIGEST })
  Object.assign(b.images[0] ?? {}, { digest: OTHER })
  expect(listDifferences(a, b)).toMatchObject([{ effect: 'The list of the installed packages is the same.' }])
  Object.assign(b.images[0] ?? {}, { packagesDigest: OTHER })
  expect(listDifferences(a, b).map(({ what, effect }) => [what, effect])).toEqual([
    ['image digest', undefined],
    ['installed packages', undefined],
  ])
})

it('variants of two checks differ by what they are', () => {
  const variants = (commit: string) => ({
    base: { commit: 'c'.repeat(40), engine: null, image: null },
    head: { commit, engine: null, image: null },
  })
  const [a, b] = [completeDocument(), completeDocument()]
  a.design.variants = variants('d'.repeat(40))
  b.design.variants = variants('e'.repeat(40))
  expect(listDifferences(valid(a), valid(b))).toMatchObject([{ what: 'commit of head' }])
})

it.each([
  [['a'], '1 of 9 common benchmarks (a)'],
  [['a', 'b'], '2 of 9 common benchmarks (a, b)'],
  [['a', 'b', 'c'], '3 of 9 common benchmarks (a, b, …)'],
])('a title about the benchmarks %j has the names of the first two', (benchmarks, title) => {
  expect(nameSubject({ of: `${benchmarks.length} of 9 common benchmarks`, benchmarks })).toBe(title)
  expect(nameSubject({ of: `all ${benchmarks.length} common benchmarks`, benchmarks })).not.toContain('(')
})
