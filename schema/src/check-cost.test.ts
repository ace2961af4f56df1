import { describe, expect, it } from 'vitest'
import { checkDocument } from '../test/check-document.ts'
import { checkCost } from './check-cost.ts'

const SECOND = 1e9

describe('the effort of a check', () => {
  it('is what was measured', () => {
    // Base, head and second base have 10 rounds each. A sample takes 1 s. The preparation of its slot (its fresh
    // directory, volume or container) takes another 1 s.
    const document = checkDocument([{}])
    expect(checkCost(document)).toEqual({ rounds: 10, samples: 30, took: 60 * SECOND })
  })

  it('weighs each benchmark with what its own samples take', () => {
    const document = checkDocument([{ middle: SECOND }, { scenario: 'bind', middle: 9 * SECOND }], { bias: null })
    expect(checkCost(document)).toMatchObject({ took: 240 * SECOND })
  })

  it('has warm-ups among the samples, and not among the rounds', () => {
    const document = checkDocument([{}], { bias: null })
    document.design.warmups = 1
    for (const { samples } of document.benchmarks) {
      for (const sample of samples) sample.warmup = sample.round === 0
    }
    expect(checkCost(document)).toMatchObject({ rounds: 9, samples: 20 })
  })

  it('is not lengthened by the time between a run that was cut off and its resumption', () => {
    const document = checkDocument([{}], { bias: null })
    const later = structuredClone(document)
    for (const { samples } of later.benchmarks) {
      for (const sample of samples) sample.offset = (sample.offset as number) + (sample.round > 5 ? 9000 * SECOND : 0)
    }
    expect(checkCost(later)).toEqual(checkCost(document))
  })

  it('is unknown where a sample does not say when it began, and where nothing was measured', () => {
    const document = checkDocument([{}])
    expect(checkCost({ ...document, benchmarks: [] })).toBeNull()
    Object.assign(document.benchmarks[1]?.samples[3] ?? {}, { offset: null })
    expect(checkCost(document)).toBeNull()
  })
})
