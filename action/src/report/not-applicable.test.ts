import { type Benchmark, type RunDocument, readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { metadataRun } from '../../../schema/test/plain-document.ts'
import { render } from './formats.ts'
import { applicableRun } from './not-applicable.ts'
import { runReport } from './run-report.ts'

test.each([
  ['table', 'txt'],
  ['markdown', 'md'],
  ['csv', 'csv'],
])('a run with scenarios that do not apply, as %s, equals its golden file', async (format, ending) => {
  const run = readRun(JSON.stringify(metadataRun()))
  await expect(render(runReport(run), format)).toMatchFileSnapshot(`golden/not-applicable.${ending}`)
})

const withBenchmarks = (change: (benchmark: Benchmark) => Partial<Benchmark>): RunDocument => {
  const document = metadataRun()
  return { ...document, benchmarks: document.benchmarks.map((entry) => ({ ...entry, ...change(entry) })) }
}

test.each([
  [
    'were requested by name',
    { ...metadataRun(), division: 'modified' as const, deviations: ['only the scenarios native, vm'] },
  ],
  ['are listed by a suite', { ...metadataRun(), suite: { ...metadataRun().suite, name: 'vm-2014' } }],
  ["are listed by a project's own workload", withBenchmarks(() => ({ workload: 'build' }))],
  [
    'need no more than an engine',
    withBenchmarks(({ scenario }) => ({ scenario: scenario === 'bind' ? 'vm' : 'bind' })),
  ],
  ['failed', withBenchmarks(({ samples }) => (samples.length === 0 ? { status: 'failed' } : {}))],
])('scenarios that %s keep their rows', (_, document) => {
  expect(applicableRun(document)).toEqual({ document, sentence: null })
})

test('a scenario that applies to another engine is named with its engine', () => {
  const document = metadataRun()
  const [docker] = document.engines as [RunDocument['engines'][number]]
  const lima = { ...docker, id: 'lima', product: 'Lima' }
  const inVm = document.benchmarks.slice(1, 2).map((entry) => ({ ...entry, scenario: 'vm', engine: 'lima' }))
  const both = { ...document, engines: [docker, lima], benchmarks: [...document.benchmarks, ...inVm] }
  expect(applicableRun(both).sentence).toMatch(/^Not applicable here: vm on Docker Engine, vm-share \(/)
})
