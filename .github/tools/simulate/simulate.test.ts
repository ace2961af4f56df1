import { mean, randomGenerator, standardDeviation } from '@plimsoll/schema/statistics'
import { describe, expect, it } from 'vitest'
import { METHODS, type Method, methodInput, reportChanges } from './methods.ts'
import { noiseSeries } from './noise.ts'
import { listStretches } from './recordings.ts'
import { reportLines } from './report-lines.ts'
import { BENCHMARKS, SCENARIOS } from './scenarios.ts'
import { alarmsAsRecorded, NAMES, runChecks } from './simulate-checks.ts'
import { CPU_NAMES, CPU_NOISES, cpuReportLines, runCpuTimes } from './simulate-cpu-times.ts'
import { type Count, type Tally, welchAtEqualLevel } from './tally.ts'
import { baseThenHead, changed, interleave } from './variants.ts'

const scenario = (name: string) => SCENARIOS.findIndex((of) => of.name === name)

const share = (tally: Tally, name: string) => {
  const { hits, of } = tally.counts[name] as Count
  return hits / of
}

describe('the noise', () => {
  const series = (model: Parameters<typeof noiseSeries>[0], count = 20_000) =>
    noiseSeries(model, 0.1, count, randomGenerator(31))
  const variation = (logarithms: number[]) => {
    const times = logarithms.map(Math.exp)
    return (standardDeviation(times) as number) / mean(times)
  }

  it('that is iid has the requested coefficient of variation, and so has drift as a whole', () => {
    expect(variation(series('iid'))).toBeCloseTo(0.1, 2)
    expect(variation(series('drift'))).toBeCloseTo(0.1, 2)
  })

  it('of drift is half in the slow part: neighbours differ by the other half', () => {
    const values = series('drift', 20_000)
    const steps = values.slice(1).map((value, index) => value - (values[index] as number))
    expect((standardDeviation(steps) as number) / Math.SQRT2).toBeCloseTo(0.1 * Math.SQRT1_2, 2)
  })

  it('of spikes has one long time in twenty, and the bimodal one three in ten', () => {
    const far = series('spikes').filter((value) => value > Math.log(1.5)).length
    expect(far / 20_000).toBeGreaterThan(0.045)
    expect(far / 20_000).toBeLessThan(0.055)
    expect(mean(series('bimodal'))).toBeCloseTo(0.3 * Math.log(1.2), 2)
  })
})

describe('the variants', () => {
  it('of a round are two neighbours, which is which by the toss of a coin', () => {
    const series = Array.from({ length: 2000 }, (_, index) => index)
    const { base, head } = interleave(series, randomGenerator(32))
    expect(base.map((value, round) => value + (head[round] as number))).toEqual(base.map((_, round) => 4 * round + 1))
    const baseFirst = base.filter((value, round) => value < (head[round] as number)).length
    expect(Math.abs(baseFirst - 500)).toBeLessThan(80)
  })

  it('of the other design are the first and the second half', () => {
    expect(baseThenHead([1, 2, 3, 4])).toEqual({ base: [1, 2], head: [3, 4] })
    expect(changed({ base: [0], head: [0] }, 0.1)).toEqual({ base: [0], head: [Math.log1p(0.1)] })
  })
})

describe('the recordings', () => {
  it('give stretches of 50 and of 28 rounds of six workloads, from every round they can start at', () => {
    expect([listStretches('quiet').length, listStretches('noisy').length]).toEqual([38, 6])
    for (const [name, rounds] of [
      ['quiet', 50],
      ['noisy', 28],
    ] as const) {
      for (const benchmarks of listStretches(name)) {
        expect(benchmarks.map(({ variants }) => [variants.base.length, variants.head.length])).toEqual(
          benchmarks.map(() => [rounds, rounds]),
        )
        expect(benchmarks.map(({ series }) => series.length)).toEqual(new Array(6).fill(2 * rounds))
      }
    }
  })

  it('keep b before a where b ran first', () => {
    const [first] = listStretches('quiet')[0] ?? []
    const { variants, series } = first as NonNullable<typeof first>
    const order = variants.base.map((a, round) => (series[2 * round] === a ? 'a' : 'b'))
    expect(new Set(order)).toEqual(new Set(['a', 'b']))
    expect(Math.exp(variants.base[0] as number)).toBeCloseTo(1268.107, 3)
    expect(Math.exp(variants.head[0] as number)).toBeCloseTo(1392.85, 3)
  })

  it('raise no alarm as they are, at 1%', () => {
    expect(alarmsAsRecorded('quiet', 0.01)).toEqual({ hits: 0, of: 38 })
    expect(alarmsAsRecorded('noisy', 0.01)).toEqual({ hits: 0, of: 6 })
  })
})

describe('each method', () => {
  const series = noiseSeries('iid', 0.03, 100, randomGenerator(33))
  const variants = interleave(series, randomGenerator(34))
  const reports = (change: number, method: Method) =>
    reportChanges([methodInput(changed(variants, change), changed(baseThenHead(series), change))], method, 0.01)[0]

  it('reports a large change in its direction, and none where nothing changed', () => {
    for (const method of ['verdict', 'interleaved Welch', 'base-then-head Welch'] as const) {
      expect([reports(0.3, method), reports(-0.3, method), reports(0, method)]).toEqual([1, -1, 0])
    }
    expect([reports(0.3, '110% gate'), reports(-0.3, '110% gate'), reports(0.3, '200% gate')]).toEqual([1, 0, 0])
    expect(reports(1.3, '200% gate')).toBe(1)
  })

  it('has the threshold of the verdict: a sure change of 2% is reported by none', () => {
    const quiet = { base: variants.base.map((value) => value / 100), head: variants.head.map((value) => value / 100) }
    const input = methodInput(changed(quiet, 0.02), changed(quiet, 0.02))
    expect(input['interleaved Welch'].p).toBeLessThan(1e-10)
    for (const method of METHODS) expect(reportChanges([input], method, 0.05)).toEqual([0])
  })
})

describe('what is counted', () => {
  it('depends on the seed', () => {
    const index = scenario('recorded, noisy')
    expect(runChecks(index, 1, 6)).toEqual(runChecks(index, 1, 6))
    expect(runChecks(index, 2, 6)).not.toEqual(runChecks(index, 1, 6))
  })

  it('is every check once, and every benchmark of it once as the one that changed', () => {
    const { counts, welchFalse, welchFound } = runChecks(scenario('iid, CV 3%'), 1, 3)
    expect(counts[NAMES.falseAlarm('verdict', 0.01)]?.of).toBe(3)
    expect(counts[NAMES.found('verdict', 0.01)]).toEqual({ hits: 3 * BENCHMARKS, of: 3 * BENCHMARKS })
    expect([welchFalse.length, welchFound.length]).toEqual([3, 3 * BENCHMARKS])
  })

  it('shows the flaw and its cure: variants that keep their slots show a difference, and variants with fresh slots show none', () => {
    const falseAlarm = NAMES.falseAlarm('verdict', 0.01)
    expect(share(runChecks(scenario('fixed slots, CV 3%'), 1, 20), falseAlarm)).toBeGreaterThan(0.5)
    expect(share(runChecks(scenario('fresh slots, CV 3%'), 1, 20), falseAlarm)).toBeLessThanOrEqual(0.02)
  })

  it('of wall and CPU times is every check once; on a busy machine, CPU times find what wall times cannot', () => {
    const busy = runCpuTimes(CPU_NOISES.length - 2, 1, 2)
    expect(busy.counts[CPU_NAMES.falseAlarm(0.01)]?.of).toBe(2)
    expect(busy.counts[CPU_NAMES.found]?.of).toBe(2 * BENCHMARKS)
    expect(share(busy, CPU_NAMES.found)).toBeLessThan(0.2)
    expect(share(busy, CPU_NAMES.foundByCpu)).toBeGreaterThan(0.6)
  })

  it("gives Welch's test the level at which it is wrong exactly as often", () => {
    const tally = { counts: {}, welchFalse: [0.2, 0.02, 0.01, 0.5], welchFound: [0.005, 0.015, 0.1, 0.3] }
    expect(welchAtEqualLevel(tally, { hits: 0, of: 4 })).toEqual({ hits: 1, of: 4 })
    expect(welchAtEqualLevel(tally, { hits: 2, of: 4 })).toEqual({ hits: 3, of: 4 })
    expect(welchAtEqualLevel(tally, { hits: 4, of: 4 })).toEqual({ hits: 4, of: 4 })
  })
})

it('a line is missed where it is not reached, and only there', () => {
  const counts = new Proxy({}, { get: (_, name: string) => ({ hits: name.startsWith('false') ? 1 : 9, of: 10 }) })
  const tallies = new Proxy({}, { get: () => ({ counts, welchFalse: [0.5], welchFound: [0.9] }) })
  const lines = reportLines(tallies)
  const met = (start: string) => lines.filter(({ what }) => what.startsWith(start)).map((line) => line.met)
  expect(new Set(met('false alarm in a check, iid'))).toEqual(new Set([false]))
  expect(met('nothing changed, decided')).toEqual([true, true])
  expect(met('+10% found, spikes')).toEqual([true, true])
  expect(met('+10% found, drift, CV 10%')).toEqual([false, true])
  expect(met('false alarm in a check, recorded')).toEqual([true, true, true, true])
})

it('wall times miss their line if the level of CPU times costs them a round', () => {
  const counts = (found: number) =>
    new Proxy({}, { get: (_, name) => ({ hits: name === CPU_NAMES.found ? found : 5, of: 10 }) })
  const met = (found: number) =>
    cpuReportLines(new Proxy({}, { get: () => ({ counts: counts(found) }) }))
      .filter(({ limit }) => limit?.kind === 'at least')
      .map((line) => line.met)
  expect([met(5), met(4)]).toEqual([[true], [false]])
})
