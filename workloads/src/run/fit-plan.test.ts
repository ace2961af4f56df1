import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listSuites, listWorkloads } from '../read-catalog/catalog.ts'
import type { Preparation } from '../sample/prepare.ts'
import type { Slot } from '../sample/slot.ts'
import { bothSizes, fitPlan } from './fit-plan.ts'
import { makePlan } from './plan.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['hrtime'] }))
afterEach(() => vi.useRealTimers())

const workloads = listWorkloads()
const [plan, smaller] = ['quick', 'quick-small'].map((name) =>
  makePlan({
    suite: listSuites().find(({ suite }) => suite === name) as never,
    ...{ workloads, engines: ['docker'], sharingKernel: ['docker'], onlyWorkloads: [], onlyScenarios: [] },
    ...{ rounds: null, seed: 1 },
  }),
) as [ReturnType<typeof makePlan>, ReturnType<typeof makePlan>]

/** Fits the plan where the n-th sample takes so many seconds. The container starts are unsupported. */
async function fit(seconds: (sample: number) => number, signal = new AbortController().signal) {
  let samples = 0
  const take = async () => {
    vi.advanceTimersByTime(seconds(samples++) * 1000)
    return { values: {}, failure: null, cpu: null, target: null, unsupported: null, available: null, calibration: [] }
  }
  const benchmarks = bothSizes(plan, smaller).benchmarks.map((benchmark) => {
    if (benchmark.workload === 'container-start') return { unsupported: 'no events' }
    const imageName = `${benchmark.workload} ${Object.values(benchmark.params)}`
    const executionTarget = benchmark.engine ? { on: 'container', imageName } : { on: 'host' }
    return { setting: { benchmark, workload: { discard: false }, executionTarget, take } }
  })
  const images = ['npm-ci small', 'npm-ci tiny', 'metadata 2000', 'base'].map((name) => ({ name, engine: 'docker' }))
  const prepared = { benchmarks, images, engines: [], agents: new Map() } as unknown as Preparation
  const options = { plan, smaller, signal, on: () => {} } as never
  const resources = { run: 'aaaaaaaaaa', slotsDirectory: '/nowhere', slots: [] as Slot[] }
  const fitted = await fitPlan(options, prepared, resources)
  const names = fitted.prepared.images.map(({ name }) => name)
  return { ...fitted, samples, names, counts: [fitted.prepared.benchmarks.length, fitted.plan.benchmarks.length] }
}

test('a machine where ten rounds fit measures the suite, after a round of npm ci on trial', async () => {
  const { plan, samples, names, counts, notes, seconds } = await fit(() => 1)
  expect({ suite: plan.suite.name, samples, counts, notes, seconds }).toEqual({
    ...{ suite: 'quick', samples: 6, counts: [12, 12], notes: [], seconds: 6 },
  })
  expect(names).toEqual(['npm-ci small', 'metadata 2000', 'base'])
})

test('a slow machine measures the suite with less work, and the document says why', async () => {
  const { plan, names, counts, notes, seconds } = await fit(() => 4)
  expect(plan.suite.name).toBe('quick-small')
  expect(counts).toEqual([9, 9])
  expect(names).toEqual(['npm-ci tiny', 'base'])
  expect(notes.map(({ text }) => text)).toEqual([
    'This run measures quick-small, a part of quick with less work: 10 rounds of quick would take more than 165 s here. Do not compare its figures with those of quick: less work can hide a cost that quick finds.',
  ])
  expect(seconds).toBe(24) // Two trials of three samples, which end as soon as the round cannot fit.
})

test('only the first containers are slow, because their image is read from the disk: the suite is measured', async () => {
  const { plan, samples } = await fit((sample) => (sample < 2 ? 6 : 1))
  expect(plan.suite.name).toBe('quick')
  expect(samples).toBe(8)
})

test('an interrupt ends the trial', async () => {
  const abort = new AbortController()
  const interrupting = (sample: number) => {
    if (sample === 2) abort.abort(new Error('interrupted'))
    return 1
  }
  await expect(fit(interrupting, abort.signal)).rejects.toThrow('interrupted')
})
