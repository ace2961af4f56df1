import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunDocument, Sample } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import { expect, test } from 'vitest'
import { benchmark, runDocument, sample } from '../../../schema/test/document.ts'
import { readSettlingRuns } from './settling.ts'
import { hasLessBias, hasLessVariance, isSettled, settlingEffects } from './settling-effects.ts'
import { formatSettling, formatSettlingPage } from './settling-table.ts'

const SEED = 7
const WALL = 1_000_000

test('the coin is fair, and the same for the same seed and round', () => {
  const coins = Array.from({ length: 2000 }, (_, round) => isSettled(SEED, round))
  const heads = coins.filter(Boolean).length
  expect(heads).toBeGreaterThan(900)
  expect(heads).toBeLessThan(1100)
  expect(coins).toEqual(Array.from({ length: 2000 }, (_, round) => isSettled(SEED, round)))
  const changes = coins.filter((coin, round) => round > 0 && coin !== coins[round - 1]).length
  expect(Math.abs(changes - 1000)).toBeLessThan(100)
})

test('equal noise in all rounds shows no difference', () => {
  const [effect] = effectsOf(() => 0.05)
  expect(effect.rounds.settled + effect.rounds.unsettled).toBe(60)
  for (const residual of Object.values(effect.residual)) expect(Math.abs(residual - 0.05)).toBeLessThan(0.012)
  expect(effect.ratio.interval[0]).toBeLessThan(1)
  expect(effect.ratio.interval[1]).toBeGreaterThan(1)
  expect(effect.p).toBeGreaterThan(0.05)
  expect(hasLessVariance(effect) || hasLessBias(effect)).toBe(false)
})

test('the effects of rounds and scenarios are no noise', () => {
  const [plain] = effectsOf(() => 0.05)
  const [shifted] = effectsOf(
    () => 0.05,
    (round, column) => (round % 5) + column,
  )
  expect(shifted.residual.settled).toBeCloseTo(plain.residual.settled, 4)
  expect(shifted.ratio.value).toBeCloseTo(plain.ratio.value, 3)
})

test('half the noise in settled rounds is less variance', () => {
  const document = made((settled) => (settled ? 0.04 : 0.08))
  const [effect] = settlingEffects(document) as [ReturnType<typeof settlingEffects>[0]]
  expect(effect.ratio.value).toBeGreaterThan(0.35)
  expect(effect.ratio.value).toBeLessThan(0.65)
  expect(effect.p).toBeLessThan(0.01)
  expect(hasLessVariance(effect)).toBe(true)
  expect(formatSettling(document)).toContain('- npm-ci small: settling shows less variance and no difference in bias.')
  expect(formatSettling(made((settled) => (settled ? 0.08 : 0.04)))).toContain('settling shows more variance')
})

test('one round far off is no evidence, though the F interval excludes 1', () => {
  const round = Array.from({ length: 60 }, (_, round) => round).find((round) => !isSettled(SEED, round))
  const [effect] = effectsOf(
    () => 0.02,
    (at, column) => (at === round && column === 2 ? 1 : 0),
  )
  expect(effect.ratio.interval[1]).toBeLessThan(1)
  expect(hasLessVariance(effect)).toBe(false)
})

test('a control that is off in unsettled rounds alone is less bias', () => {
  const off = (settled: boolean) => (round: number, column: number) =>
    column === 1 && isSettled(SEED, round) === settled ? 0.15 : 0
  const [better] = effectsOf(() => 0.03, off(false))
  expect(better.controls.map(({ label }) => label)).toEqual([expect.stringMatching(/native.* \(control\) ÷ .*native/)])
  expect(better.controls[0]?.pairs.unsettled.estimate.value).toBeCloseTo(Math.exp(0.15), 1)
  expect(better.controls[0]?.pairs.settled.estimate.value).toBeCloseTo(1, 1)
  expect(hasLessBias(better)).toBe(true)
  expect(hasLessBias(effectsOf(() => 0.03, off(true))[0])).toBe(false)
  expect(formatSettling(made(() => 0.03, off(true)))).toContain('and more bias.')
})

test('what a round leaves to the next is a lag-1 correlation of the rounds that do not settle', () => {
  // A disturbance of a benchmark decays by half from round to round, unless a round settles: that begins anew.
  const generator = randomGenerator(3)
  const carried: number[] = [0, 0, 0, 0]
  const disturbance = Array.from({ length: 400 }, (_, round) =>
    carried.map((before, column) => {
      carried[column] = (isSettled(SEED, round) ? 0 : 0.7 * before) + 0.1 * normal(generator)
      return carried[column]
    }),
  )
  const [{ lag }] = effectsOf(
    () => 0,
    (round, column) => disturbance[round]?.[column] as number,
    400,
  )
  expect(lag.unsettled).toBeGreaterThan(0.4)
  expect(Math.abs(lag.settled as number)).toBeLessThan(0.2)
})

test('warm-ups and failures are left out, and medians are of each half', () => {
  const document = made(() => 0.05)
  const native = document.benchmarks[0]
  const first = native?.samples[0] as Sample
  for (const { samples } of document.benchmarks)
    samples.unshift({ ...first, round: 1000, warmup: true, values: { duration: 1 } })
  native?.samples.splice(1, 1, { ...first, values: {}, failure: 'it failed' })
  const [effect] = settlingEffects(document) as [ReturnType<typeof settlingEffects>[0]]
  expect(effect.rounds.settled + effect.rounds.unsettled).toBe(59)
  const { settled, unsettled } = (effect.benchmarks[0] as (typeof effect.benchmarks)[0]).figures
  expect([settled.minorFaults, unsettled.minorFaults]).toEqual([100, 200])
  expect(settled.onCpu).toBeCloseTo(0.8, 1)
  expect(settled.time / WALL).toBeCloseTo(1, 1)
})

test('too few rounds are refused', () => {
  expect(() =>
    settlingEffects(
      made(
        () => 0.05,
        () => 0,
        8,
      ),
    ),
  ).toThrow(RangeError)
})

test('the committed page follows from the committed documents', () => {
  const folder = fileURLToPath(new URL('../../../examples/settling/', import.meta.url))
  const runs = readSettlingRuns(folder)
  expect(runs.length).toBeGreaterThanOrEqual(2)
  expect(readFileSync(`${folder}table.md`, 'utf8')).toBe(formatSettlingPage(runs))
})

function effectsOf(...args: Parameters<typeof made>) {
  return settlingEffects(made(...args)) as [ReturnType<typeof settlingEffects>[0]]
}

/**
 * A run with four benchmarks: native, its control, volume and bind.
 * @param noise the standard deviation of log values in settled and in unsettled rounds
 * @param shift added to the log values
 */
function made(
  noise: (settled: boolean) => number,
  shift: (round: number, column: number) => number = () => 0,
  rounds = 60,
): RunDocument {
  const generator = randomGenerator(1)
  const document = runDocument()
  document.design.seed = SEED
  document.benchmarks = ['native', 'native', 'volume', 'bind'].map((scenario, column) => ({
    ...benchmark(
      scenario,
      scenario === 'native' ? null : 'docker',
      Array.from({ length: rounds }, (_, round) => {
        const settled = isSettled(SEED, round)
        const log = noise(settled) * normal(generator) + shift(round, column)
        const duration = Math.round(WALL * Math.exp(log))
        return {
          ...sample(round, column, { duration }),
          cpu: { user: Math.round(duration * 0.5), system: Math.round(duration * 0.3) },
          usage: {
            minorFaults: settled ? 100 : 200,
            majorFaults: 0,
            voluntarySwitches: 0,
            involuntarySwitches: 0,
            blockInput: 0,
          },
        }
      }),
    ),
    ...(column === 1 && { control: true as const }),
  }))
  return document
}

/** A standard normal number, by the method of Box and Muller. */
function normal(generator: { next: () => number }): number {
  const [a, b] = [generator.next(), generator.next()].map((word) => (word + 0.5) / 2 ** 32) as [number, number]
  return Math.sqrt(-2 * Math.log(a)) * Math.cos(2 * Math.PI * b)
}
