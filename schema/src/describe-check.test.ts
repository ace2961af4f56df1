import { describe, expect, it } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../test/check-document.ts'
import { runDocument } from '../test/document.ts'
import {
  comparedValues,
  countOutcomes,
  describeCounts,
  describeDifference,
  describeNoVerdict,
  describeUnjudged,
  describeUnreliable,
  formatChange,
  formatChanges,
  formatLevel,
  formatP,
  formatShare,
  verdictBound,
  verdictTitle,
} from './describe-check.ts'
import { type Check, judgeRun } from './index.ts'

const judged = (...[works, options]: Parameters<typeof checkDocument>) =>
  judgeRun(checkDocument(works, options)) as Check

describe('a figure', () => {
  it('that is a change is in per cent with a sign', () => {
    const changes = [0.123, -0.04, 0.0004, -0.0004, 3.1234, 12.3456]
    expect(changes.map((change) => formatChange(change))).toEqual([
      '+12.3%',
      '−4.0%',
      '0.0%',
      '0.0%',
      '+312%',
      '+1,235%',
    ])
    expect(formatChanges([-0.009, 0.014])).toBe('−0.9% to +1.4%')
  })

  it('of head agrees with the change beside it, which its own median need not do', () => {
    const medians = { base: 2.02e9, head: 1.98e9 }
    const lower = { metric: { better: 'lower' as const }, medians }
    expect(comparedValues({ ...lower, slowdown: 0.055 })?.head).toBeCloseTo(2.1311e9, 0)
    expect(comparedValues({ ...lower, slowdown: null })).toEqual(medians)
    const rate = { metric: { better: 'higher' as const }, medians: { base: 200, head: 210 } }
    expect(comparedValues({ ...rate, slowdown: 0.25 })).toEqual({ base: 200, head: 160 })
    for (const { medians, slowdown, metric } of judged(EVERY_VERDICT).benchmarks) {
      const { base, head } = comparedValues({ medians, slowdown, metric }) as { base: number; head: number }
      expect(base).toBe(medians?.base)
      expect(head / base - 1).toBeCloseTo(slowdown as number, 9)
    }
  })

  it('below a limit is never printed as the limit, and needs more digits nowhere else', () => {
    const changes = [0.0494, 0.0496, 0.04996, 0.05, 0.0504, -0.05]
    expect(changes.map((change) => formatChange(change, 0.05))).toEqual([
      '+4.9%',
      '+4.96%',
      '+4.996%',
      '+5.0%',
      '+5.0%',
      '−5.0%',
    ])
    expect(formatChange(0.9999, 1)).toBe('+99.99%')
    expect(formatChange(Math.expm1(Math.log(105) - Math.log(100)), 0.05)).toBe('+5.0%')
    expect(formatChanges([0.0496, 0.0601], 0.05)).toBe('+4.96% to +6.0%')
  })

  it('that is a level is as exact as it needs to be, a share or a p-value no more so', () => {
    const levels = [0.99, 0.9683, 1 - 0.01 / 4.2 / 12, 0.999999, 1]
    expect(levels.map(formatLevel)).toEqual(['99%', '96.8%', '99.98%', '99.9999%', '100%'])
    expect([0.05, 0.005].map(formatShare)).toEqual(['5%', '0.5%'])
    expect([0.621, 0.9, 0.00001].map(formatP)).toEqual(['p = 0.62', 'p = 0.90', 'p < 0.001'])
  })
})

describe('a verdict', () => {
  const benchmark = (verdict: Check['benchmarks'][0]['verdict'], absence: string | null = null) => ({
    verdict,
    absence,
  })

  it('that reports no change says by how much head is slower at most, or that there was no look', () => {
    expect(verdictBound(benchmark('not slower'), [-0.01, 0.031], 0.05)).toBe('at most +3.1%')
    expect(verdictBound(benchmark('not slower'), [-0.01, 0.0498], 0.05)).toBe('at most +4.98%')
    expect(verdictBound(benchmark('inconclusive'), null, 0.05)).toBe('too few rounds')
  })

  it('that is a report, or none, says nothing of the kind', () => {
    for (const other of [
      benchmark('slower'),
      benchmark('faster'),
      benchmark(null),
      benchmark('inconclusive', 'failed'),
    ]) {
      expect(verdictBound(other, [0.01, 0.02], 0.05)).toBeNull()
    }
    expect([benchmark('slower'), benchmark(null), benchmark(null, 'failed')].map(verdictTitle)).toEqual([
      'slower',
      'not reported',
      'failed',
    ])
  })

  it('that is missing names the variant where that is one variant’s alone', () => {
    const benchmarks = (['failed', 'ok', 'failed'] as const).map((status) => ({ status, variant: 'head' as const }))
    const absent = (base: number, head: number) => ({ absence: 'failed', base, head })
    expect([absent(1, 0), absent(0, 2)].map((benchmark) => describeUnjudged(benchmark, benchmarks))).toEqual([
      'failed (head)',
      'failed',
    ])
    expect(describeUnjudged({ absence: null, base: 1, head: 1 }, benchmarks)).toBeNull()
  })
})

describe('the counts', () => {
  it('are of all verdicts, and of what is not judged where there is any', () => {
    expect(describeCounts(judged(EVERY_VERDICT))).toBe(
      '1 slower (+17.6%) · 1 faster (−11.0%) · 3 not slower · 1 inconclusive',
    )
    const absences = [
      'unsupported (base)',
      'the variants have different metrics',
      'failed',
      'a value of duration is not above 0',
    ]
    const benchmarks = absences.map((absence) => ({ verdict: null, absence, slowdown: null }))
    expect(describeCounts({ status: 'reliable', benchmarks })).toBe('1 failed · 1 unsupported · 2 not comparable')
  })

  it('of an unreliable check are of what is not judged alone', () => {
    const ends = { variant: 'head', status: 'failed', reason: 'why', rounds: 3 } as const
    expect(countOutcomes(judged([{}], { bias: 1.08 }))).toEqual([])
    expect(describeCounts(judged([{}, { scenario: 'bind', ends }], { bias: 1.08 }))).toBe(
      'unreliable: no verdict · 1 failed',
    )
  })
})

describe('why there is no verdict', () => {
  it('is for an unreliable check what the null pair came to', () => {
    const interval = { ends: [0.05, 0.11] as [number, number], level: 0.99 }
    expect(describeDifference(0.079, 0.00001, interval)).toBe('+7.9% (99% interval +5.0% to +11.0%, p < 0.001)')
    expect(describeUnreliable({ benchmark: 'npm-ci small · layer', slowdown: 0.079, p: 0.004 }, null)).toMatch(
      /^Measured against itself in npm-ci small · layer, the base already differs by \+7\.9% \(p = 0\.0040\); /,
    )
  })

  it('is the result of looks of unknown error rates, and of a plan without what a verdict needs', () => {
    const { design } = checkDocument([{}])
    const { variants, ...without } = design
    expect(describeNoVerdict(design)).toBeNull()
    expect(describeNoVerdict(runDocument().design)).toBeNull()
    expect(describeNoVerdict({ ...design, looks: [10, 14] })).toBeNull()
    expect(describeNoVerdict({ ...design, looks: [5, 10] })).toContain(
      'analyses its samples after 5, 10 rounds. Its error rates are unknown',
    )
    expect(variants).toBeDefined()
    expect(describeNoVerdict({ ...without, level: null })).toContain('has no variants and no level.')
  })
})
