import { identify } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { composeParts } from '../src/editions/compose-parts.ts'
import { resolveEdition } from '../src/editions/figures.ts'
import { describeLevels, type RunProvenance } from '../src/editions/run-provenance.ts'
import { exampleRun } from '../src/testing.ts'
import { EditionSource, EditionWarnings, RunStateWarning } from './edition-provenance.tsx'

const RUN = 'a'.repeat(26)
const AT = '2026-01-02T03:04:05Z'

const WARNINGS = { flags: [], errata: 0 }

test('the badges warn of the modified runs, the rows with one sample and the errata', () => {
  const document = exampleRun((run) => {
    for (const benchmark of run.benchmarks.slice(0, 1))
      benchmark.samples = benchmark.samples.filter(({ warmup }) => !warmup).slice(0, 1)
  })
  const parts = resolveEdition(
    { parts: composeParts([{ run: { ...identify(document), document }, repeats: [] }]) } as never,
    () => document,
  )
  const badges = (...provenance: RunProvenance[]) =>
    renderToStaticMarkup(createElement(EditionWarnings, { ...WARNINGS, provenance, parts }))
  expect(badges(run({ division: 'modified' }))).toBe(
    '<ul class="badges" aria-label="Warnings"><li class="badge warn">modified</li><li class="badge warn">1 row has one sample</li></ul>',
  )
  expect(badges(run({ division: 'modified' }), run({}))).toContain('>modified: 1 of 2 runs</li>')
  const warnings = (errata: number) =>
    renderToStaticMarkup(createElement(EditionWarnings, { ...WARNINGS, errata, provenance: [], parts: [] }))
  expect(warnings(0)).toBe('')
  expect(warnings(2)).toContain('<a href="#errata">2 errata</a>')
})

test('the source says whether figures were measured, transcribed or generated, by whom, and when', () => {
  const source = (edition: object, level = '') =>
    renderToStaticMarkup(createElement(EditionSource, { edition: edition as never, level })).replace(/<[^>]*>/g, '')
  expect(source({ citation: null, published: '2026-01-02' }, 'self-reported')).toBe(
    'Measured with Plimsoll self-reported, newest run 2026-01-02',
  )
  const generated = describeLevels([run({ generated: true }), run({ provenanceLevel: 'signed by repository' })])
  expect(source({ citation: null, published: '2026-01-02' }, generated)).toBe(
    'Generated data 1 generated, not measured, 1 signed by repository, newest run 2026-01-02',
  )
  const citation = { authors: ['Ada King'], title: 'Slow?', url: null, published: '2025-01-04' }
  expect(source({ citation, published: '2025-02-28' })).toBe(
    'Transcribed from a source Measured by Ada King: Slow?, article published 2025-01-04, data file replaced 2025-02-28',
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
  return {
    ...{ run: RUN, provenanceLevel: 'self-reported', division: 'standard', state: null, submitter: null },
    ...{ generated: false, isOfSuite: true, ...change },
  }
}
