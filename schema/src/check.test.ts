import { describe, expect, it } from 'vitest'
import { ARMS, checkDocument } from '../test/check-document.ts'
import { DURATION } from '../test/document.ts'
import { judgeRun } from './check.ts'
import type { Cell, Metric, RunDocument } from './index.ts'
import { validateRun } from './validate.ts'

const check = (document: RunDocument) => {
  expect(validateRun(JSON.parse(JSON.stringify(document)))).toEqual([])
  return judgeRun(document)
}

const verdicts = (document: RunDocument) => check(document)?.cells.map(({ verdict, absence }) => verdict ?? absence)

const RATE: Metric[] = [
  { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' },
  { ...DURATION, primary: false },
]

describe('a check', () => {
  const works = [{ factor: 1.2 }, { scenario: 'bind', factor: 1 / 1.2 }, { scenario: 'volume' }]

  it('has the verdict of every cell, each as soon as it is sure', () => {
    const document = checkDocument(works)
    expect(verdicts(document)).toEqual(['slower', 'faster', 'not slower'])
    expect(check(document)?.cells.map(({ rounds }) => rounds)).toEqual([14, 14, 10])
    expect(check(document)).toMatchObject({ status: 'fit', alpha: 0.01, threshold: 0.05, family: 3 })
  })

  it('pairs the arms by the round and not by their place in the document', () => {
    const document = checkDocument(works)
    const turned = { ...document, cells: document.cells.toReversed() }
    for (const { samples } of turned.cells) samples.reverse()
    expect(verdicts(turned)).toEqual(['not slower', 'faster', 'slower'])
  })

  it('leaves out warm-ups, and rounds in which one arm has no value', () => {
    const document = checkDocument(works)
    const samples = document.cells[1]?.samples ?? []
    Object.assign(samples[0] ?? {}, { warmup: true })
    samples.splice(5, 1)
    expect(check(document)?.cells[0]).toMatchObject({ pairs: 12, rounds: 10, verdict: 'inconclusive' })
  })

  it('judges a rate by its quotient, and where higher is better less is slower', () => {
    const [cell] = check(checkDocument([{ metrics: RATE, factor: 0.8 }]))?.cells ?? []
    expect(cell).toMatchObject({ verdict: 'slower', metric: { name: 'bytes' } })
    expect(cell?.slowdown).toBeCloseTo(0.25, 1)
  })

  it('takes of a list the median', () => {
    const document = checkDocument([{ factor: 1.3 }])
    for (const { samples } of document.cells) {
      for (const sample of samples) sample.values = { duration: [1, Number(sample.values.duration), 9e15] }
    }
    expect(verdicts(document)).toEqual(['slower'])
  })

  it('has medians of the rounds the verdict was drawn from, though base was measured longer', () => {
    const document = checkDocument([{}, { scenario: 'bind', spread: 1.8 }])
    const [base, head] = document.cells as [Cell, Cell]
    expect([base.samples.length, head.samples.length]).toEqual([50, 10])
    for (const sample of base.samples.slice(10)) sample.values = { duration: 1 }
    const [cell] = check(document)?.cells ?? []
    expect(cell).toMatchObject({ rounds: 10, pairs: 10 })
    expect(cell?.medians?.base).toBeGreaterThan(9e8)
  })

  it('matches the arms where each has an engine of its own, and names neither in the cell', () => {
    const arms = { base: { ...ARMS.base, engine: 'docker' }, head: { ...ARMS.head, engine: 'podman' } }
    const document = checkDocument(works, { arms })
    expect(verdicts(document)).toEqual(['slower', 'faster', 'not slower'])
    expect(check(document)?.cells.map(({ cell }) => cell)).toContain('npm-ci small · bind')
    expect(check(document)?.nullPair?.cell).toBe('npm-ci small · layer · docker')
  })
})

describe('a cell without a verdict', () => {
  const ended = (status: 'failed' | 'unsupported', rounds: number) => ({
    scenario: 'bind',
    ends: { arm: 'head' as const, status, reason: 'why', rounds },
  })

  it('that failed stays in the family: it was to be judged', () => {
    const document = checkDocument([{}, ended('failed', 6)])
    expect(verdicts(document)).toEqual(['not slower', 'failed'])
    expect(check(document)).toMatchObject({ family: 2, cells: [{ stopped: true }, { stopped: true }] })
  })

  it('that cannot be done in one arm is no member of it', () => {
    const document = checkDocument([{}, ended('unsupported', 0)])
    expect(verdicts(document)).toEqual(['not slower', 'unsupported'])
    expect(check(document)?.family).toBe(1)
  })

  it('is one whose times are not above 0, or whose arms measure different things', () => {
    const document = checkDocument([{ factor: 1.2 }, { scenario: 'bind', factor: 1.2 }])
    const [, head, , other] = document.cells as [Cell, Cell, Cell, Cell]
    const [first] = head.samples
    if (first) first.values = { duration: 0 }
    expect(verdicts(document)).toEqual(['a duration that is not above 0', 'slower'])
    const [, , , , bind] = document.cells as Cell[]
    if (bind) bind.metrics = [{ ...DURATION, better: 'higher' }]
    expect(other.scenario).toBe('bind')
    expect(verdicts(document)).toEqual(['a duration that is not above 0', 'the arms have different metrics'])
  })
})

describe('the null pair', () => {
  it('that is told apart makes the check unfit, and its cells lose their verdicts alone', () => {
    const document = checkDocument([{ factor: 1.3 }, { scenario: 'bind' }], { bias: 1.06 })
    const judged = check(document)
    expect(judged?.status).toBe('unfit')
    expect(judged?.cells.map(({ verdict, absence }) => verdict ?? absence)).toEqual([null, null])
    expect(judged?.cells[0]?.slowdown).toBeCloseTo(0.3, 1)
    expect(judged?.nullPair).toMatchObject({ base: 0, second: 2, biased: true })
  })

  it('is none where there is no second base', () => {
    expect(check(checkDocument([{}], { bias: null }))?.nullPair).toBeNull()
  })
})

describe('a document', () => {
  it('is no check without looks, a threshold, a level and arms, nor with looks whose error rates nobody knows', () => {
    const document = checkDocument([{ factor: 1.2 }])
    const { arms, ...without } = document.design
    expect(arms).toBeDefined()
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
