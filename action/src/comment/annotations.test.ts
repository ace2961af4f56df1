import { expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { CASES, HOSTILE, measured, missing } from '../../test/comment/jobs.ts'
import { annotationsFor } from './annotations.ts'

test('a slower benchmark has a warning of one line with the change and the job', () => {
  expect(annotationsFor(CASES['one-slower']?.() ?? [])).toEqual([
    expect.stringMatching(
      /^Slower: npm ci on a bind mount on ubuntu-24\.04, 8\.10 → 9\.43 s, \+1\d\.\d% \(\+\d+\.\d% to \+\d+\.\d%\) in 14 rounds\.$/,
    ),
  ])
})

test('other results have no warning', () => {
  for (const name of [
    'all-clear',
    'inconclusive',
    'unreliable',
    'partial-interrupted',
    'unsupported',
    'no-base',
    'missing',
  ])
    expect(annotationsFor(CASES[name]?.() ?? []), name).toEqual([])
})

test('there are at most ten warnings, and the last one counts the rest', () => {
  const slower = (count: number) =>
    measured(checkDocument(Array.from({ length: count }, (_, index) => ({ params: { index }, factor: 1.4 }))))
  expect(annotationsFor([slower(4), missing(), slower(6)])).toHaveLength(10)
  expect(annotationsFor([slower(4), slower(6)]).at(-1)).toContain('Slower: ')
  expect(annotationsFor([slower(5), slower(6)])).toHaveLength(10)
  expect(annotationsFor([slower(5), slower(6)]).at(-1)).toBe(
    '2 more benchmarks are slower. The job summary lists all of them.',
  )
})

test('a hostile name is one line without control or format characters', () => {
  const [text = ''] = annotationsFor(CASES.hostile?.() ?? [])
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(text.length).toBeLessThan(300)
  expect(HOSTILE.length).toBeGreaterThan(300)
})
