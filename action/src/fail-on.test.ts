import type { Benchmark } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument } from '../../schema/test/check-document.ts'
import { benchmark, runDocument, sample } from '../../schema/test/document.ts'
import { EVERY_STATUS, ONE_WITHHELD, plainRun, UNRELIABLE_RUN } from '../../schema/test/plain-document.ts'
import { decideExitCode, FAIL_ON, failures } from './fail-on.ts'
import { mostUrgentVerdict } from './steps/outputs.ts'

const samples = [sample(0, 0, { duration: 1e9 })]
const ok = (workload: string): Benchmark => ({ ...benchmark('layer', 'docker', samples), workload })
const not = (workload: string, status: 'failed' | 'unsupported'): Benchmark => ({
  ...benchmark('bind', 'docker', []),
  ...{ workload, status, reason: 'no image' },
})

test.each([
  ['0 if all benchmarks were measured', 0, [ok('mine'), ok('npm-ci')]],
  ['0 if one benchmark is unsupported', 0, [ok('mine'), not('mine', 'unsupported')]],
  ['1 if one of two benchmarks failed', 1, [ok('mine'), not('mine', 'failed')]],
  ['1 if an engine could do nothing', 1, [{ ...ok('npm-ci'), engine: null }, not('npm-ci', 'unsupported')]],
  ['1 if a control failed', 1, [ok('mine'), { ...not('mine', 'failed'), control: true as const }]],
  ["1 if none of the project's workloads could be measured", 1, [not('mine', 'unsupported'), ok('npm-ci')]],
  ['3 if the environment supports no benchmark', 3, [not('npm-ci', 'unsupported'), not('metadata', 'unsupported')]],
  ['3 if all declare that they are unsupported', 3, [{ ...not('mine', 'unsupported'), samples }]],
])('the exit code of a run is %s', (_, code, benchmarks) => {
  expect(decideExitCode({ ...runDocument(), benchmarks }, [])).toBe(code)
})

test.each([
  ['mine', 1],
  ['npm-ci', 3],
])('the exit code of a check of %s, whose head cannot be measured, is %i', (workload, code) => {
  const ends = { variant: 'head' as const, status: 'unsupported' as const, reason: 'no image', rounds: 0 }
  expect(decideExitCode(checkDocument([{ workload, ends }]), [])).toBe(code)
})

test('a run without variants fails only if it is unreliable, and only on request', () => {
  expect(failures(plainRun(UNRELIABLE_RUN), FAIL_ON)).toEqual(['unreliable'])
  expect(failures(plainRun(UNRELIABLE_RUN), ['slower', 'inconclusive'])).toEqual([])
  for (const works of [EVERY_STATUS, ONE_WITHHELD]) expect(failures(plainRun(works), FAIL_ON)).toEqual([])
})

test('a check fails on its verdicts', () => {
  expect(failures(checkDocument([{ factor: 1.3 }]), FAIL_ON)).toEqual(['slower'])
  expect(failures(checkDocument([{ factor: 1.3 }], { bias: 1.05 }), FAIL_ON)).toEqual(['unreliable'])
})

test('more CPU time is no verdict: it does not fail a check on slower', () => {
  const document = checkDocument([{ spread: 1.2, factor: 1.09, cpu: { factor: 1.2 } }])
  expect(failures(document, ['slower'])).toEqual([])
  expect([failures(document, FAIL_ON), mostUrgentVerdict(document)]).toEqual([['inconclusive'], 'inconclusive'])
})

test('the output verdict of a run without variants is empty, unless the run is unreliable', () => {
  expect([UNRELIABLE_RUN, ONE_WITHHELD].map((works) => mostUrgentVerdict(plainRun(works)))).toEqual(['unreliable', ''])
})
