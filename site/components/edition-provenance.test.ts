import { identify } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { composeParts } from '../src/editions/compose-parts.ts'
import { resolveEdition } from '../src/editions/figures.ts'
import type { RunProvenance } from '../src/editions/run-provenance.ts'
import { exampleRun } from '../src/testing.ts'
import { EditionProvenance, RunStateWarning } from './edition-provenance.tsx'

const RUN = 'a'.repeat(26)
const AT = '2026-01-02T03:04:05Z'

test('the badges name the provenance levels, the modified runs and the rows with one sample', () => {
  const document = exampleRun((run) => {
    for (const benchmark of run.benchmarks.slice(0, 1))
      benchmark.samples = benchmark.samples.filter(({ warmup }) => !warmup).slice(0, 1)
  })
  const parts = resolveEdition(
    { parts: composeParts([{ run: { ...identify(document), document }, repeats: [] }]) } as never,
    () => document,
  )
  const badges = (...provenance: RunProvenance[]) =>
    renderToStaticMarkup(createElement(EditionProvenance, { transcribed: false, provenance, parts }))
  expect(badges(run({ division: 'modified' }))).toBe(
    '<li class="badge">self-reported</li><li class="badge warn">modified</li><li class="badge warn">1 row has one sample</li>',
  )
  expect(badges(run({ division: 'modified' }), run({ provenanceLevel: 'measured by Plimsoll' }))).toContain(
    '<li class="badge">measured by Plimsoll</li><li class="badge warn">modified: 1 of 2 runs</li>',
  )
})

test('a withdrawn run is named with the reason, and a superseded one with the newer run', () => {
  const warning = (...provenance: RunProvenance[]) =>
    renderToStaticMarkup(createElement(RunStateWarning, { provenance }))
  expect(warning(run({}))).toBe('')
  expect(warning(run({ state: { kind: 'withdrawn', reason: 'wrong <host>', at: AT } }))).toMatch(
    /aaaaaaaaaa<\/code><\/a> was withdrawn on 2026-01-02: wrong &lt;host&gt;/,
  )
  expect(warning(run({ state: { kind: 'superseded', by: 'b'.repeat(26), at: AT } }))).toContain(
    `superseded on 2026-01-02 by <a href="../runs/${'b'.repeat(26)}">`,
  )
})

function run(change: Partial<RunProvenance>): RunProvenance {
  return { run: RUN, provenanceLevel: 'self-reported', division: 'standard', state: null, submitter: null, ...change }
}
