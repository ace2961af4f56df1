import type { Benchmark } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { benchmark, runDocument, sample } from '../../../schema/test/document.ts'
import { findFailure, findUnmeasured, isUnmeasured } from './failure.ts'

const samples = [sample(0, 0, { duration: 1e9 })]
const ok = (workload: string): Benchmark => ({ ...benchmark('layer', 'docker', samples), workload })
const not = (workload: string, status: 'failed' | 'unsupported', reason = 'no image.\nSee the log.'): Benchmark => ({
  ...benchmark('bind', 'docker', []),
  ...{ workload, status, reason },
})
const of = (...benchmarks: Benchmark[]) => ({ ...runDocument(), benchmarks })

test.each([
  ['nothing but own workloads', [not('mine', 'unsupported')], 'nothing was measured: no image', true],
  [
    'own workloads beside one of the catalog',
    [not('mine', 'unsupported'), ok('npm-ci')],
    'no workload of the project was measured: no image',
    true,
  ],
  ['all', [not('mine', 'failed')], '1 of 1 benchmark failed: mine: no image', true],
  ['all of the catalog', [not('npm-ci', 'failed')], '1 of 1 benchmark failed: npm-ci: no image', true],
  ['one of two', [ok('mine'), not('mine', 'failed')], '1 of 2 benchmarks failed: mine: no image', false],
  [
    'only a control',
    [ok('mine'), { ...not('mine', 'failed'), control: true as const }],
    'a control failed: mine: no image',
    false,
  ],
])('a run fails if what failed is %s', (_, benchmarks, title, isTotal) => {
  expect(findFailure(of(...benchmarks))).toEqual({ title, isTotal })
})

test.each([
  ['can be measured in one place', [ok('mine'), not('mine', 'unsupported')]],
  ['declares itself that it is unsupported', [{ ...not('mine', 'unsupported'), samples }]],
  ["is of Plimsoll's catalog", [not('npm-ci', 'unsupported')]],
])('a run does not fail if its workload %s', (_, benchmarks) => {
  expect(findFailure(of(...benchmarks))).toBeNull()
  expect(isUnmeasured(of(...benchmarks))).toBe(false)
})

test('a row of a check is one benchmark, whichever variant failed', () => {
  const ends = { variant: 'head' as const, status: 'failed' as const, reason: 'exit code 1', rounds: 2 }
  const document = checkDocument([{ workload: 'mine', ends }, { scenario: 'volume' }], { bias: null })
  expect(findFailure(document)?.title).toBe('1 of 2 benchmarks works in base, but not in head: mine: exit code 1')
  const both = checkDocument([{ workload: 'mine', ends: { ...ends, variant: 'base' } }], { bias: null })
  expect(findFailure(both)?.title).toBe('1 of 1 benchmark failed: mine: exit code 1')
})

const onHost = (workload: string): Benchmark => ({ ...ok(workload), engine: null })

test.each([
  ['supports nothing', [not('npm-ci', 'unsupported')], { title: 'nothing was measured: no image', isTotal: true }],
  ...(['unsupported', 'failed'] as const).map((status): [string, Benchmark[], object] => [
    `has only benchmarks that are ${status}, beside the host`,
    [onHost('npm-ci'), not('npm-ci', status, 'no container starts.')],
    { title: 'nothing was measured on Docker Engine: no container starts', isTotal: false },
  ]),
  [
    'failed, and does not support one benchmark',
    [onHost('npm-ci'), not('npm-ci', 'unsupported', 'no virtual machine.'), not('npm-ci', 'failed', 'no space left.')],
    { title: 'nothing was measured on Docker Engine: no space left', isTotal: false },
  ],
  ['measured one benchmark', [ok('npm-ci'), not('npm-ci', 'unsupported')], null],
])('an engine that %s', (_, benchmarks, unmeasured) => {
  expect(findUnmeasured(of(...benchmarks))).toEqual(unmeasured)
})
