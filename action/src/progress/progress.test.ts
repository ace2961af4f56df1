import { listSuites, listWorkloads, makePlan, type PlannedBenchmark } from '@plimsoll/workloads'
import { expect, test, vi } from 'vitest'
import { showProgress } from './progress.ts'

const suite = listSuites().find(({ suite }) => suite === 'quick')
const plan = makePlan({
  suite: suite as never,
  workloads: listWorkloads(),
  engines: ['docker'],
  onlyWorkloads: ['npm-ci'],
  onlyScenarios: ['native', 'layer'],
  rounds: 1,
  seed: 1,
})
const prepared = [{ setting: {} as never }, { setting: {} as never }]
const start = {
  type: 'start' as const,
  plan,
  prepared,
  order: [
    [1, 0],
    [0, 1],
  ],
  done: 0,
}

function record(isTTY: boolean) {
  const written: string[] = []
  const progress = showProgress({ isTTY, columns: 100, write: (text: string) => written.push(text) })
  return { progress, written }
}

test('a log gets a line for every sample: benchmark, duration, remaining time', () => {
  const { progress, written } = record(false)
  progress.on(start)
  progress.on({ type: 'sample', benchmark: 1, round: 0, warmup: true, done: 0, total: 4 })
  progress.on({ type: 'sampled', benchmark: 1, nanoseconds: 2_000_000_000, value: null, failure: null })
  progress.end()
  expect(written).toEqual([
    'Measuring 2 benchmarks, 2 shuffled rounds, 4 samples\n',
    '[1/4] round 1 of 2 (warm-up) · npm-ci small · layer · docker · 2.00 s including preparation · about 6 s left\n',
  ])
})

test('controls, which the report does not show, are counted apart from the benchmarks', () => {
  const { progress, written } = record(false)
  const [native, layer] = plan.benchmarks as [PlannedBenchmark, PlannedBenchmark]
  const benchmarks = [native, { ...native, control: true }, layer, { ...layer, variant: 'second-base' as const }]
  progress.on({ ...start, plan: { ...plan, benchmarks }, prepared: [...prepared, ...prepared] })
  progress.end()
  expect(written[0]).toMatch(/^Measuring 2 benchmarks and 2 controls, /)
})

test('a terminal gets one line that is rewritten, fits its width, and is removed at the end', () => {
  const { progress, written } = record(true)
  progress.on(start)
  progress.on({ type: 'sample', benchmark: 0, round: 1, warmup: false, done: 2, total: 4 })
  progress.end()
  expect(written.at(-2)).toBe(
    `\r\u001b[K${'█'.repeat(10)}${'░'.repeat(10)} 50% · [3/4] round 2 of 2 · npm-ci small · native · host`,
  )
  expect(written.at(-1)).toBe('\r\u001b[K')
})

test('after a sample, a terminal shows the share of the time and the time left, from the samples so far', () => {
  const { progress, written } = record(true)
  progress.on(start)
  progress.on({ type: 'sampled', benchmark: 1, nanoseconds: 2_000_000_000, value: null, failure: null })
  progress.on({ type: 'sample', benchmark: 0, round: 0, warmup: true, done: 1, total: 4 })
  expect(written.at(-1)).toMatch(/█{5}░{15} 25% · about 6 s left · \[2\/4\] round 1 of 2 \(warm-up\)/)
  progress.on({ type: 'sampled', benchmark: 0, nanoseconds: 20_000_000_000, value: null, failure: null })
  progress.on({ type: 'sample', benchmark: 0, round: 1, warmup: false, done: 2, total: 4 })
  expect(written.at(-1)).toMatch(/ 50% · about 22 s left · \[3\/4\]/)
})

test('preparation and rest are rewritten every second on a terminal; a log gets their lines', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  try {
    const { progress, written } = record(true)
    progress.on({ type: 'prepare', done: 1, total: 4 })
    progress.on({ type: 'say', line: 'Building the image a in Docker Engine' })
    vi.advanceTimersByTime(1500)
    expect(written.join('')).toBe('\r\u001b[KBuilding the image a in Docker Engine\n')
    vi.advanceTimersByTime(10_500)
    expect(written.at(-1)).toMatch(/█{5}░{15} 25% · 12 s so far · Building the image a in Docker Engine$/)
    progress.on({ type: 'rest', secondsLeft: 40, seconds: 50 })
    vi.advanceTimersByTime(15_000)
    expect(written.at(-1)).toMatch(/█{10}░{10} 50% · about 25 s left · resting$/)
    progress.end()
    const { length } = written
    vi.advanceTimersByTime(10_000)
    expect(written).toHaveLength(length)
    expect(written.at(-1)).toBe('\r\u001b[K')
    const log = record(false)
    log.progress.on({ type: 'prepare', done: 1, total: 4 })
    log.progress.on({ type: 'rest', secondsLeft: 50, seconds: 50 })
    log.progress.on({ type: 'rest', secondsLeft: 30, seconds: 50 })
    vi.advanceTimersByTime(10_000)
    expect(log.written).toEqual(['Resting: 30 s left\n'])
  } finally {
    vi.useRealTimers()
  }
})

test('a log and a terminal show a failure at once', () => {
  for (const isTTY of [true, false]) {
    const { progress, written } = record(isTTY)
    progress.on(start)
    progress.on({ type: 'sample', benchmark: 0, round: 0, warmup: true, done: 0, total: 4 })
    progress.on({ type: 'sampled', benchmark: 0, nanoseconds: 1, value: null, failure: 'exit code 1\nmore' })
    expect(written.join('')).toContain('failed')
  }
})

test('a resumed run shows the samples already measured, and counts only the remaining ones', () => {
  const { progress, written } = record(false)
  progress.on({ ...start, order: [[], [1]], done: 3 })
  progress.on({ type: 'sample', benchmark: 1, round: 1, warmup: false, done: 3, total: 4 })
  progress.on({ type: 'sampled', benchmark: 1, nanoseconds: 2_000_000_000, value: null, failure: null })
  expect(written).toEqual([
    'Measuring 2 benchmarks, 2 shuffled rounds, 4 samples, 3 of them already measured\n',
    '[4/4] round 2 of 2 · npm-ci small · layer · docker · 2.00 s including preparation · about 0 s left\n',
  ])
})

test('when the rule sets the rounds, the remaining time and the last round are those of the rule', () => {
  const { progress, written } = record(false)
  const roundsRule = { after: 6, halfWidth: 0.09, longest: 200 }
  progress.on({ ...start, plan: { ...plan, roundsRule }, order: [[1, 0], [0, 1], [1]] })
  progress.on({ type: 'sampled', benchmark: 1, nanoseconds: 2_000_000_000, value: null, failure: null })
  const set = [{ benchmarks: [0, 1], rounds: 1, needed: null, isLimitedByTime: false }]
  progress.on({ type: 'rounds', set, order: [[0], [1]] })
  progress.on({ type: 'sample', benchmark: 0, round: 0, warmup: true, done: 1, total: 3 })
  progress.on({ type: 'sampled', benchmark: 0, nanoseconds: 2_000_000_000, value: null, failure: null })
  expect([written[0], ...written.slice(2)]).toEqual([
    'Measuring 2 benchmarks, at most 2 shuffled rounds, 5 samples\n',
    'npm-ci small: 1 round\n',
    '[2/3] round 1 of 2 (warm-up) · npm-ci small · native · host · 2.00 s including preparation · about 2 s left\n',
  ])
})
