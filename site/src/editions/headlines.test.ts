import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { expect, test, vi } from 'vitest'
import { runEditionNew } from '../commands/edition.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { withdraw } from '../store/withdraw-supersede-delete.ts'
import { addControl, resolvedRun, temporaryRegistry, toBytes } from '../testing.ts'
import { headlineSentence, headlines } from './headlines.ts'
import { loadEditions } from './load-editions.ts'
import { readEditions } from './read-editions.ts'

const SHIPPED = path.join(import.meta.dirname, '..', '..', 'editions')

test('an edition of an unmodified suite with enough rounds is in the headline, with its workload and n', () => {
  const { registry } = withEdition(() => {})
  const [line] = ours(registry)
  expect(line).toMatchObject({ workload: 'npm-ci', edition: 'ours', label: expect.stringMatching(/ · npm-ci$/) })
  expect(line?.n).toBe(8)
  expect(headlineSentence(ours(registry))).toMatch(/^A bind mount makes npm-ci take /)
})

test.each<[string, (run: RunDocument) => void]>([
  ['of a modified suite', (run) => Object.assign(run, { division: 'modified', deviations: ['fewer rounds'] })],
  ['with five rounds of each benchmark', (run) => keep(run, () => 5)],
  ['with five rounds of the reference', (run) => keep(run, (scenario) => (scenario === 'native' ? 5 : 9))],
  ['with withheld ratios', (run) => addControl(withoutControls(run), 0, 1.2)],
])('an edition %s is not in the headline', (_, change) => {
  expect(ours(withEdition(change).registry)).toEqual([])
})

test('an edition of a withdrawn run is not in the headline', () => {
  const { registry, id } = withEdition(() => {})
  withdraw(registry, id, 'wrong host')
  expect(ours(registry)).toEqual([])
})

function withEdition(change: (run: RunDocument) => void): { registry: Registry; id: string } {
  const registry = temporaryRegistry()
  const run = resolvedRun((document) => {
    Object.assign(document, { division: 'standard', deviations: [] })
    for (const benchmark of document.benchmarks)
      if (benchmark.workload === 'npm-ci') benchmark.params = { project: 'cra' }
    change(document)
  })
  const { id } = importDocument(registry, toBytes(run))
  vi.spyOn(console, 'log').mockImplementation(() => {})
  runEditionNew('ours', { runs: [id], registry: registry.directory })
  vi.restoreAllMocks()
  return { registry, id }
}

function ours(registry: Registry) {
  const shipped = readEditions(SHIPPED).map(({ name }) => name)
  return headlines(loadEditions(registry, [registry.editions]), shipped)
}

function withoutControls(run: RunDocument): RunDocument {
  run.benchmarks = run.benchmarks.filter(({ control }) => !control)
  return run
}

/** Keeps only this number of measured samples of each benchmark. */
function keep(run: RunDocument, maximum: (scenario: string) => number): void {
  for (const benchmark of run.benchmarks) {
    const counted = benchmark.samples.filter(({ warmup }) => !warmup)
    benchmark.samples = benchmark.samples.filter(
      (sample) => sample.warmup || counted.indexOf(sample) < maximum(benchmark.scenario),
    )
  }
}
