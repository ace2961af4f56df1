import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { PROVEN_LEVELS } from '../store/origin.ts'
import type { Statement } from '../store/statements.ts'
import { exampleRun, TEMPLATE } from '../testing.ts'
import { renderDeleted } from './run-page.tsx'
import { makeSignature, renderRun } from './testing.ts'

const AT = '2026-02-03T04:05:06Z'
const SUBMITTED: Statement = { kind: 'submitted', at: AT }
const NEWER = 'b'.repeat(26)

test('the page of a superseded run begins with a notice that links to the newer run', () => {
  const page = render({ kind: 'superseded', by: NEWER, at: AT })
  expect(page).toContain(`The operator of this registry replaced this run by <a href="${NEWER}">another one</a>.`)
  expect(page.indexOf('Superseded')).toBeLessThan(page.indexOf('<h1>'))
})

test('the page of a withdrawn run shows the reason, with markup escaped', () => {
  const page = render({ kind: 'withdrawn', reason: 'wrong image <b>\u202e', at: AT })
  expect(page).toContain('The operator of this registry withdrew this run: wrong image &lt;b&gt;\ufffd')
  expect(page).toContain('<time dateTime="2026-02-03T04:05:06Z">2026-02-03</time>')
})

test('a withdrawal that a job signed is the submitter’s', () => {
  const page = render({ kind: 'withdrawn', reason: 'wrong image', at: AT, bundle: {} })
  expect(page).toContain('The submitter withdrew this run: wrong image')
})

test('a statement adds a notice and changes nothing else on the page', () => {
  const [before, after] = [render(), render({ kind: 'withdrawn', reason: 'wrong image', at: AT })]
  expect(after.replace(/<div class="marks">.*?<\/div>/s, '')).toBe(before)
})

test('the page of a deleted run has only the hash and the reason', () => {
  const { id, hash } = identify(exampleRun())
  const page = renderDeleted(id, { kind: 'deleted', hash, reason: 'named a person', at: AT }, TEMPLATE)
  expect(page).toContain('<h1>This run was deleted</h1>')
  expect(page).toContain(hash)
  expect(page).toContain('named a person')
  expect(page).not.toMatch(/Debian|quick/)
})

test('each provenance level has its own explanation, and the numbers are not called proven', () => {
  const notices = PROVEN_LEVELS.map((level) => {
    const page = renderRun(exampleRun(), [SUBMITTED], TEMPLATE, makeSignature({ level }))
    return new RegExp(`<strong>${level}\\.</strong> ([^<]*)`).exec(page)?.[1] ?? ''
  })
  expect(new Set(notices).size).toBe(3)
  expect(notices[0]).toContain('proves neither the runner nor the numbers')
})

function render(...statements: Statement[]): string {
  return renderRun(exampleRun(), [SUBMITTED, ...statements], TEMPLATE)
}
