import { describe, expect, it } from 'vitest'
import { checkDocument, type Work } from '../test/check-document.ts'
import { DURATION } from '../test/document.ts'
import { cpuShare } from './cpu-time.ts'
import { judgeRun } from './derive-check.ts'
import type { Benchmark, Metric, RunDocument } from './index.ts'
import { validateRun } from './validate.ts'

const check = (document: RunDocument) => {
  expect(validateRun(JSON.parse(JSON.stringify(document)))).toEqual([])
  return judgeRun(document)
}

/** A benchmark whose wall times vary by so much that a change of 9% stays inconclusive. */
const NOISY: Work = { spread: 1.2, factor: 1.09 }

describe('the CPU times of a check', () => {
  it('show a change that wall times cannot, with the interval of their own report', () => {
    const [benchmark] = check(checkDocument([{ ...NOISY, cpu: { factor: 1.09 } }]))?.benchmarks ?? []
    expect(benchmark).toMatchObject({ verdict: 'inconclusive', cpu: { verdict: 'more', rounds: 14 } })
    const [low, high] = benchmark?.cpu?.interval ?? [0, 0]
    expect(benchmark?.cpu?.slowdown).toBeCloseTo(0.09, 1)
    expect([low > 0, high < 0.15, (benchmark?.cpu?.level as number) > 0.9997]).toEqual([true, true, true])
  })

  it.each([
    ['less', { factor: 0.9 }],
    ['not more', { factor: 1 }],
    ['inconclusive', { factor: 1.04, spread: 1 }],
  ] as const)('are %s with the change %o', (verdict, cpu) => {
    expect(check(checkDocument([{ ...NOISY, cpu }]))?.benchmarks[0]?.cpu?.verdict).toBe(verdict)
  })

  it('have a tenth of the level, and wall times the rest; without CPU times, wall times have all of it', () => {
    expect(check(checkDocument([{ cpu: {} }]))?.alphas).toEqual({ wall: 0.9 * 0.01, cpu: 0.1 * 0.01 })
    expect(check(checkDocument([{}]))?.alphas).toEqual({ wall: 0.01, cpu: null })
  })

  it('never change how long a benchmark is measured, nor its verdict', () => {
    const rounds = (factor: number) => check(checkDocument([{ ...NOISY, cpu: { factor } }]))?.benchmarks[0]?.pairs
    expect([rounds(1), rounds(1.5)]).toEqual([50, 50])
    const [decided] = check(checkDocument([{ cpu: { factor: 1.5 } }]))?.benchmarks ?? []
    expect(decided).toMatchObject({ verdict: 'not slower', pairs: 10, cpu: { verdict: 'inconclusive' } })
  })

  const METRICS: [string, Metric][] = [
    ['the command printed', DURATION],
    ['is a rate', { ...DURATION, clock: 'wall', per: 'other' }],
    ['is a CPU time', { ...DURATION, clock: 'cpu' }],
  ]
  it.each(METRICS)('are not those of a primary metric that %s', (_, metric) => {
    const metrics = [metric, { ...DURATION, name: 'other', primary: false }]
    const document = checkDocument([{ ...NOISY, cpu: { factor: 1.09 }, metrics }])
    expect(check(document)).toMatchObject({ alphas: { cpu: null }, benchmarks: [{ cpu: null }] })
  })

  it('are no verdict if one of them is 0, or none was measured', () => {
    const document = checkDocument([{ ...NOISY, cpu: { factor: 1.09 } }])
    const samples = document.benchmarks[0]?.samples ?? []
    Object.assign(samples[3] ?? {}, { cpu: { user: 0, system: 0 } })
    expect(check(document)?.benchmarks[0]).toMatchObject({ verdict: 'inconclusive', cpu: null })
    for (const sample of samples) sample.cpu = null
    expect(check(document)?.benchmarks[0]).toMatchObject({ verdict: 'inconclusive', cpu: null })
  })

  it('have no verdict if those of base and second base differ, or if the check is unreliable', () => {
    const works: Work[] = [{ ...NOISY, cpu: { factor: 1.09 } }]
    const biased = checkDocument(works)
    const second = biased.benchmarks.find(({ variant }) => variant === 'second-base') as Benchmark
    for (const { cpu } of second.samples) if (cpu) cpu.user = Math.round(cpu.user * 1.1)
    expect(check(biased)).toMatchObject({ status: 'reliable', benchmarks: [{ cpu: { verdict: null } }] })
    const unreliable = check(checkDocument([{ cpu: { factor: 1.09 } }], { bias: 1.1 }))
    expect(unreliable).toMatchObject({ status: 'unreliable', benchmarks: [{ verdict: null, cpu: { verdict: null } }] })
  })
})

it('the share of CPU time is that of the median sample; without wall-clock times there is none', () => {
  const [base] = checkDocument([{ cpu: {} }]).benchmarks as [Benchmark]
  expect(cpuShare(base)).toBeCloseTo(0.5, 1)
  expect(cpuShare({ ...base, metrics: [DURATION] })).toBeNull()
  expect(cpuShare({ ...base, samples: [] })).toBeNull()
})
