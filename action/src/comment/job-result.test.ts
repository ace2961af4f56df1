import { expect, test } from 'vitest'
import { CASES } from '../../test/comment/jobs.ts'
import { checkConclusion, isNews } from './job-result.ts'
import type { RunOfJob } from './run-of-job.ts'

test.each([
  ['all-clear', 'success', false],
  ['faster', 'success', true],
  ['unchanged', 'success', false],
  ['one-slower', 'neutral', true],
  ['inconclusive', 'neutral', false],
  ['unreliable', 'neutral', false],
  ['no-base', 'failure', true],
  ['unsupported', 'neutral', false],
  ['removed', 'neutral', false],
  ['broken-by-head', 'failure', true],
  ['missing', 'failure', true],
  ['changed', 'failure', true],
] as const)('the check about %s is a %s, and a comment on changes alone is written: %j', (name, conclusion, news) => {
  const runs = CASES[name]?.() as RunOfJob[]
  expect([checkConclusion(runs, []), isNews(runs)]).toEqual([conclusion, news])
})

test('a check fails for the results that fail-on lists', () => {
  const runsOf = (name: string) => CASES[name]?.() as RunOfJob[]
  expect(checkConclusion(runsOf('one-slower'), ['slower'])).toBe('failure')
  expect(checkConclusion(runsOf('inconclusive'), ['slower'])).toBe('neutral')
  expect(checkConclusion(runsOf('inconclusive'), ['slower', 'inconclusive'])).toBe('failure')
  expect(checkConclusion([...runsOf('all-clear'), ...runsOf('one-slower')], ['slower'])).toBe('failure')
  expect(checkConclusion([], [])).toBe('neutral')
})
