import { expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { annotationsFor } from './annotations.ts'
import { CASES, HOSTILE, manyWorks, measured, missing, works } from './test-jobs.ts'

test('a slower cell has a warning of one line that says how much, and where', () => {
  expect(annotationsFor(CASES['one-slower']?.() ?? [])).toEqual([
    expect.stringMatching(
      /^npm-ci small · bind on ubuntu-24\.04 is slower: \+1\d\.\d% \(\+\d+\.\d% to \+\d+\.\d%\) in 14 rounds\.$/,
    ),
  ])
})

test('nothing else has one', () => {
  for (const name of ['all-clear', 'inconclusive', 'unfit', 'partial-interrupted', 'unsupported', 'no-base', 'missing'])
    expect(annotationsFor(CASES[name]?.() ?? []), name).toEqual([])
})

test('there are ten at most, and the last one counts the rest', () => {
  const check = measured(checkDocument(manyWorks(200, (index) => `n${index}`)))
  const ten = measured(checkDocument(works({ factor: 1.3 }, ...Array.from({ length: 5 }, () => ({ factor: 1.4 })))))
  expect(annotationsFor([check, missing()])).toHaveLength(10)
  expect(annotationsFor([check]).at(-1)).toBe('11 more cells are slower: the job summary has them all.')
  expect(annotationsFor([ten])).toHaveLength(6)
})

test('a hostile name is one line without control or format characters', () => {
  const [text = ''] = annotationsFor(CASES.hostile?.() ?? [])
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(text.length).toBeLessThan(300)
  expect(HOSTILE.length).toBeGreaterThan(300)
})
