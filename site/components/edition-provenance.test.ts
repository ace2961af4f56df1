import { identify } from '@plimsoll/schema'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { composeParts } from '../src/editions/compose-parts.ts'
import { resolveEdition } from '../src/editions/figures.ts'
import type { RunProvenance } from '../src/editions/run-provenance.ts'
import { exampleRun } from '../src/testing.ts'
import { EditionMarks, EditionProvenance } from './edition-provenance.tsx'

const RUN = 'a'.repeat(26)
const AT = '2026-01-02T03:04:05Z'

test('badges say the provenance level in its words, what was modified, and which rows have one sample', () => {
  const document = exampleRun((run) => {
    for (const benchmark of run.benchmarks.slice(0, 1))
      benchmark.samples = benchmark.samples.filter(({ warmup }) => !warmup).slice(0, 1)
  })
  const parts = resolveEdition({ parts: composeParts([{ ...identify(document), document }]) } as never, () => document)
  const badges = (...standings: RunProvenance[]) =>
    renderToStaticMarkup(createElement(EditionProvenance, { transcribed: false, standings, parts }))
  expect(badges(standing({ division: 'modified' }))).toBe(
    '<li class="badge">self-reported</li><li class="badge warn">modified</li><li class="badge warn">1 row has one sample</li>',
  )
  expect(badges(standing({ division: 'modified' }), standing({ provenanceLevel: 'measured by Plimsoll' }))).toContain(
    '<li class="badge">measured by Plimsoll</li><li class="badge warn">modified: 1 of 2 runs</li>',
  )
})

test('a run that was withdrawn later is named with the reason, and one that stands is not', () => {
  const marks = (...standings: RunProvenance[]) => renderToStaticMarkup(createElement(EditionMarks, { standings }))
  expect(marks(standing({}))).toBe('')
  expect(marks(standing({ state: { kind: 'withdrawn', reason: 'wrong <host>', at: AT } }))).toMatch(
    /aaaaaaaaaa<\/code><\/a> was withdrawn on 2026-01-02: wrong &lt;host&gt;/,
  )
  expect(marks(standing({ state: { kind: 'superseded', by: 'b'.repeat(26), at: AT } }))).toContain(
    `superseded on 2026-01-02 by <a href="../runs/${'b'.repeat(26)}">`,
  )
})

function standing(change: Partial<RunProvenance>): RunProvenance {
  return { run: RUN, provenanceLevel: 'self-reported', division: 'standard', state: null, submitter: null, ...change }
}
