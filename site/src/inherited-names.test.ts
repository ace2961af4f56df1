import { type Benchmark, identify, type RunDocument, readRun } from '@plimsoll/schema'
import { compareRuns, differenceLines } from '@plimsoll/schema/compare'
import { expect, test } from 'vitest'
import { RunFilters } from '../components/run-list-page.tsx'
import { RunComparison } from './compare/comparison.tsx'
import { describeChanges, matchRows } from './editions/changes.ts'
import { composeParts } from './editions/compose-parts.ts'
import { findErratum } from './history/errata-links.ts'
import { renderStatic } from './page-parts/render-static.ts'
import { analyze } from './run-page/analysis.ts'
import { samplesCsv } from './run-page/samples-csv.ts'
import { renderRun } from './run-page/testing.ts'
import type { FilterChoices } from './search/filters.ts'
import { indexRows } from './store/index-rows.ts'
import { exampleRun, TEMPLATE, toBytes } from './testing.ts'

// Each object inherits a member of this name.
const NAME = 'constructor'

const UNSIGNED = { statements: [], signature: null, bundleFault: null }

/** A valid run with the name wherever a document may have one. */
function inherited(suite = 'quick'): RunDocument {
  const run = exampleRun((document) => {
    document.suite.name = suite
    for (const engine of document.engines) engine.id = NAME
    const named = document as unknown as Record<'images' | 'benchmarks', { engine: string | null }[]>
    for (const owner of [...named.images, ...named.benchmarks, ...document.calibration.spawn])
      if (owner.engine !== null) owner.engine = NAME
    for (const benchmark of document.benchmarks) nameAll(benchmark)
  })
  return readRun(toBytes(run)).document
}

function nameAll(benchmark: Benchmark): void {
  if (benchmark.scenario === 'layer') benchmark.scenario = NAME
  benchmark.workload = NAME
  benchmark.params = { ...benchmark.params, [NAME]: NAME }
  benchmark.metrics.push({ name: NAME, unit: 'ns', better: 'lower', primary: false })
}

test.each(['quick', NAME, 'startup-2026', 'docker-internals-guide'])(
  'a run of the suite %s with names that every object inherits is shown as it is, everywhere',
  (suite) => {
    const document = inherited(suite)
    const { id, hash } = identify(document)
    const group = [{ run: { id, hash, document }, repeats: [] }]
    const parts = composeParts(group)
    const edition = { parts }
    const matches = matchRows(edition, edition, () => document)
    const shown = [
      renderRun(document, [], TEMPLATE),
      samplesCsv(document),
      JSON.stringify(indexRows({ id, hash, document, storedHash: hash, ...UNSIGNED })),
      JSON.stringify(analyze(document)),
      renderStatic(RunComparison({ a: document, b: exampleRun(), states: { a: null, b: null } })),
      JSON.stringify(differenceLines(compareRuns(document, exampleRun()))),
      JSON.stringify(parts),
      describeChanges(edition, edition, matches, () => document).join(),
    ]
    for (const text of shown) expect(text).not.toMatch(/native code|NaN|\[object/)
    expect(shown[0]).toContain(NAME)
    expect(parts.flatMap(({ rows }) => rows.map(({ test }) => test))).toContain(NAME)
    expect(matches.length).toBeGreaterThan(0)
  },
)

test('a name that every object inherits has no erratum and no other title', () => {
  const point = { suite: 'docker-internals-guide', suiteVersion: 1, workload: NAME, startedAt: '2026' }
  expect(findErratum({ ...point, origin: 'transcribed' })).toBeNull()
  const none: FilterChoices = { kind: [], engine: [], workload: [], os: [], suite: [], provenanceLevel: [], origin: [] }
  const filters = renderStatic(RunFilters({ choices: { ...none, engine: [NAME] }, index: '' }))
  expect(filters).toContain(`<option value="${NAME}">${NAME}</option>`)
})
