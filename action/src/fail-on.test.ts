import { expect, test } from 'vitest'
import { checkDocument } from '../../schema/test/check-document.ts'
import { EVERY_STATUS, ONE_WITHHELD, plainRun, UNRELIABLE_RUN } from '../../schema/test/plain-document.ts'
import { FAIL_ON, failures } from './fail-on.ts'
import { verdictOf } from './steps/outputs.ts'

test('a run without variants fails only if it is unreliable, and only on request', () => {
  expect(failures(plainRun(UNRELIABLE_RUN), FAIL_ON)).toEqual(['unreliable'])
  expect(failures(plainRun(UNRELIABLE_RUN), ['slower', 'inconclusive'])).toEqual([])
  for (const works of [EVERY_STATUS, ONE_WITHHELD]) expect(failures(plainRun(works), FAIL_ON)).toEqual([])
})

test('a check fails on its verdicts', () => {
  expect(failures(checkDocument([{ factor: 1.3 }]), FAIL_ON)).toEqual(['slower'])
  expect(failures(checkDocument([{ factor: 1.3 }], { bias: 1.05 }), FAIL_ON)).toEqual(['unreliable'])
})

test('the output verdict of a run without variants is empty, unless the run is unreliable', () => {
  expect([UNRELIABLE_RUN, ONE_WITHHELD].map((works) => verdictOf(plainRun(works)))).toEqual(['unreliable', ''])
})
