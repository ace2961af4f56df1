import { describe, expect, it } from 'vitest'
import { checkDocument, VARIANTS } from '../test/check-document.ts'
import { DURATION } from '../test/document.ts'
import { judgeRun } from './derive-check.ts'
import type { Benchmark, Metric, RunDocument } from './index.ts'
import { validateRun } from './validate.ts'

const check = (document: RunDocument) => {
  expect(validateRun(JSON.parse(JSON.stringify(document)))).toEqual([])
  return judgeRun(document)
}

const verdicts = (document: RunDocument) =>
  check(document)?.benchmarks.map(({ verdict, absence }) => verdict ?? absence)

const RATE: Metric[] = [
  { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' },
  { ...DURATION, primary: false },
]

describe('a check', () => {
  const works = [{ factor: 1.2 }, { scenario: 'bind', factor: 1 / 1.2 }, { scenario: 'volume' }]

  it('has the verdict of every benchmark, each as soon as it is sure', () => {
    const document = checkDocument(works)
    expect(verdicts(document)).toEqual(['slower', 'faster', 'not slower'])
    expect(check(document)?.benchmarks.map(({ rounds }) => rounds)).toEqual([14, 14, 10])
    expect(check(document)).toMatchObject({ status: 'reliable', alpha: 0.01, threshold: 0.05, family: 3 })
  })

  it('pairs the variants by the round and not by their position in the document', () => {
    const document = checkDocument(works)
    const turned = { ...document, benchmarks: document.benchmarks.toReversed() }
    for (const { samples } of turned.benchmarks) samples.reverse()
    expect(verdicts(turned)).toEqual(['not slower', 'faster', 'slower'])
  })

  it('leaves out warm-ups, and rounds in which one variant has no value', () => {
    const document = checkDocument(works)
    const samples = document.benchmarks[1]?.samples ?? []
    Object.assign(samples[0] ?? {}, { warmup: true })
    samples.splice(5, 1)
    expect(check(document)?.benchmarks[0]).toMatchObject({ pairs: 12, rounds: 10, verdict: 'inconclusive' })
  })

  it('judges a rate by its quotient, and where higher is better less is slower', () => {
    const [benchmark] = check(checkDocument([{ metrics: RATE, factor: 0.8 }]))?.benchmarks ?? []
    expect(benchmark).toMatchObject({ verdict: 'slower', metric: { name: 'bytes' } })
    expect(benchmark?.slowdown).toBeCloseTo(0.25, 1)
  })

  it('takes of a list the median', () => {
    const document = checkDocument([{ factor: 1.3 }])
    for (const { samples } of document.benchmarks) {
      for (const sample of samples) sample.values = { duration: [1, Number(sample.values.duration), 9e15] }
    }
    expect(verdicts(document)).toEqual(['slower'])
  })

  it('has medians of the rounds the verdict was drawn from, though base was measured longer', () => {
    const document = checkDocument([{}, { scenario: 'bind', spread: 1.8 }])
    const [base, head] = document.benchmarks as [Benchmark, Benchmark]
    expect([base.samples.length, head.samples.length]).toEqual([50, 10])
    for (const sample of base.samples.slice(10)) sample.values = { duration: 1 }
    const [benchmark] = check(document)?.benchmarks ?? []
    expect(benchmark).toMatchObject({ rounds: 10, pairs: 10 })
    expect(benchmark?.medians?.base).toBeGreaterThan(9e8)
  })

  it('matches the variants where each has an engine of its own, and names neither in the benchmark', () => {
    const variants = { base: { ...VARIANTS.base, engine: 'docker' }, head: { ...VARIANTS.head, engine: 'podman' } }
    const document = checkDocument(works, { variants })
    expect(verdicts(document)).toEqual(['slower', 'faster', 'not slower'])
    expect(check(document)?.benchmarks.map(({ benchmark }) => benchmark)).toContain('npm-ci small · bind')
    expect(check(document)?.nullPair?.benchmark).toBe('npm-ci small · layer · docker')
  })
})

describe('a benchmark without a verdict', () => {
  const ended = (status: 'failed' | 'unsupported', rounds: number) => ({
    scenario: 'bind',
    ends: { variant: 'head' as const, status, reason: 'why', rounds },
  })

  it('that failed stays in the family: it was to be judged', () => {
    const document = checkDocument([{}, ended('failed', 6)])
    expect(verdicts(document)).toEqual(['not slower', 'failed'])
    expect(check(document)).toMatchObject({ family: 2, benchmarks: [{ stopped: true }, { stopped: true }] })
  })

  it('that cannot be done in one variant is no member of it', () => {
    const document = checkDocument([{}, ended('unsupported', 0)])
    expect(verdicts(document)).toEqual(['not slower', 'unsupported'])
    expect(check(document)?.family).toBe(1)
  })

  it('is one whose times are not above 0, or whose variants measure different things', () => {
    const document = checkDocument([{ factor: 1.2 }, { scenario: 'bind', factor: 1.2 }])
    const [, head, , other] = document.benchmarks as [Benchmark, Benchmark, Benchmark, Benchmark]
    const [first] = head.samples
    if (first) first.values = { duration: 0 }
    expect(verdicts(document)).toEqual(['a value of duration is not above 0', 'slower'])
    const [, , , , bind] = document.benchmarks as Benchmark[]
    if (bind) bind.metrics = [{ ...DURATION, better: 'higher' }]
    expect(other.scenario).toBe('bind')
    expect(verdicts(document)).toEqual(['a value of duration is not above 0', 'the variants have different metrics'])
  })
})

describe('the null pair', () => {
  it('that shows a difference makes the check unreliable, and its benchmarks lose only their verdicts', () => {
    const document = checkDocument([{ factor: 1.3 }, { scenario: 'bind' }], { bias: 1.06 })
    const judged = check(document)
    expect(judged?.status).toBe('unreliable')
    expect(judged?.benchmarks.map(({ verdict, absence }) => verdict ?? absence)).toEqual([null, null])
    expect(judged?.benchmarks[0]?.slowdown).toBeCloseTo(0.3, 1)
    expect(judged?.nullPair).toMatchObject({ base: 0, second: 2, biased: true })
  })

  it('is none where there is no second base', () => {
    expect(check(checkDocument([{}], { bias: null }))?.nullPair).toBeNull()
  })
})

describe('a document', () => {
  it('is no check without looks, a threshold, a level and variants, nor with looks of unknown error rates', () => {
    const document = checkDocument([{ factor: 1.2 }])
    const { variants, ...without } = document.design
    expect(variants).toBeDefined()
    for (const design of [
      { ...document.design, looks: [] },
      { ...document.design, threshold: null },
      { ...document.design, level: null },
      { ...document.design, looks: [5, 10, 15] },
      without,
    ]) {
      expect(judgeRun({ ...document, design })).toBeNull()
    }
  })
})
