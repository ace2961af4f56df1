import type { Metric, VariantOrigin } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { listWorkloads, makeSelection } from '../read-catalog/catalog.ts'
import { assertCanReport, checkPlan } from './check-plan.ts'
import { evaluateCheck } from './check-progress.ts'
import { addSample, type Measurements, measurementsSoFar } from './measurements.ts'
import { makePlan, type Plan, type PlanChoice, planDigest } from './plan.ts'

const variant: VariantOrigin = { commit: null, engine: null, image: null }
const workloads = listWorkloads().filter(({ workload }) => workload === 'metadata' || workload === 'stat-tree')
const suite = makeSelection(workloads)
const choice: PlanChoice = {
  suite: {
    ...suite,
    benchmarks: suite.benchmarks.map((entry) => ({ ...entry, scenarios: ['native', 'layer', 'bind'] })),
  },
  workloads: { base: workloads, head: workloads },
  engines: ['docker'],
  onlyWorkloads: [],
  onlyScenarios: [],
  rounds: null,
  seed: 7,
  check: { variants: { base: variant, head: variant } },
}
const plan = makePlan(choice)
const names = (of: Plan) =>
  of.benchmarks.map(({ workload, scenario, engine, variant }) => [workload, scenario, engine, variant].join(' '))

test('a check has every benchmark twice, and one of those that write to a shared directory three times', () => {
  expect(names(plan)).toEqual([
    'metadata native  base',
    'metadata native  head',
    'metadata layer docker base',
    'metadata layer docker head',
    'metadata bind docker base',
    'metadata bind docker head',
    'metadata bind docker second-base',
    'stat-tree native  base',
    'stat-tree native  head',
    'stat-tree layer docker base',
    'stat-tree layer docker head',
    'stat-tree bind docker base',
    'stat-tree bind docker head',
  ])
  expect(plan.check).toEqual({
    looks: [10, 14, 20, 28, 38, 50],
    threshold: 0.05,
    level: 0.01,
    variants: choice.check?.variants,
  })
  expect(plan).toMatchObject({ division: 'modified', deviations: ['a check of two variants, at most 50 rounds'] })
  expect(plan.digest).toBe(planDigest(plan))
})

test('the null pair is in a benchmark that can be measured here, where there is one', () => {
  const secondIn = (...scenarios: string[]) => {
    const check = {
      variants: { base: variant, head: variant },
      canRun: ({ scenario }: { scenario: string }) => scenarios.includes(scenario),
    }
    return names(makePlan({ ...choice, check })).filter((name) => name.endsWith('second-base'))
  }
  expect(secondIn('native', 'layer')).toEqual(['metadata layer docker second-base'])
  expect(secondIn('native')).toEqual(['metadata native  second-base'])
  expect(secondIn()).toEqual(['metadata native  second-base'])
})

test('each variant in an engine of its own has its benchmarks there, and none on the host, which they share', () => {
  const engines = { base: { ...variant, engine: 'docker' }, head: { ...variant, engine: 'podman' } }
  const two = makePlan({ ...choice, onlyWorkloads: ['metadata'], check: { variants: engines } })
  expect(names(two)).toEqual([
    'metadata layer docker base',
    'metadata layer podman head',
    'metadata bind docker base',
    'metadata bind podman head',
    'metadata bind docker second-base',
  ])
})

test('in every round the variants of a benchmark follow each other, in an order of chance, the benchmarks shuffled', () => {
  const units = [
    [0, 1],
    [2, 3],
    [4, 5, 6],
    [7, 8],
    [9, 10],
    [11, 12],
  ]
  let headFirst = 0
  const first = new Set<number>()
  for (const round of plan.order) {
    expect([...round].sort((a, b) => a - b)).toEqual(plan.benchmarks.map((_, index) => index))
    for (const unit of units) {
      const places = unit.map((benchmark) => round.indexOf(benchmark))
      expect(Math.max(...places) - Math.min(...places)).toBe(unit.length - 1)
    }
    // All benchmarks of `metadata` come before all of `stat-tree`, or after them.
    expect(round.slice(0, 7).every((index) => index < 7) || round.slice(6).every((index) => index < 7)).toBe(true)
    headFirst += Number(round.indexOf(1) < round.indexOf(0))
    first.add(round[0] as number)
  }
  expect(plan.order).toHaveLength(51)
  expect(headFirst).toBeGreaterThan(12)
  expect(headFirst).toBeLessThan(39)
  expect(first.size).toBeGreaterThan(6)
})

test('fewer rounds mean fewer looks; a check that could report nothing is rejected', () => {
  const short = makePlan({ ...choice, rounds: 20 })
  expect(short.check?.looks).toEqual([10, 14, 20])
  expect(short.order).toHaveLength(21)
  expect(makePlan({ ...choice, rounds: 27 }).check?.looks).toEqual([10, 14, 20])
  expect(() => makePlan({ ...choice, check: { variants: { base: variant, head: variant }, level: 1e-15 } })).toThrow(
    /or raise alpha\.$/,
  )
  expect(() =>
    makePlan({ ...choice, rounds: 14, check: { variants: { base: variant, head: variant }, level: 7e-5 } }),
  ).toThrow('α 0.007%, no change')
})

/**
 * Simulates the measurements up to a round. The function `value` returns the value of each sample, or null to make the
 * sample fail.
 */
function measured(rounds: number, value: (benchmark: number, round: number) => number | null): Measurements {
  const all = measurementsSoFar(plan, null)
  for (let round = 0; round <= rounds; round++) {
    for (const benchmark of evaluateCheck(plan, all)?.open ?? []) {
      const create = value(benchmark, round)
      const [name] = (plan.benchmarks[benchmark]?.metrics ?? []).filter(({ primary }) => primary)
      addSample(all, plan, {
        event: 'sample',
        benchmark,
        sample: {
          ...{ round, order: 0, slot: 's', offset: 0, warmup: round === 0, cpu: null },
          values: create === null ? {} : { [name?.name as string]: create },
          failure: create === null ? 'it failed' : null,
        },
        ...{ took: 1, target: null, unsupported: null, available: null, calibration: [], calibratedOn: 'benchmark' },
      })
    }
  }
  return all
}

test('each benchmark stops independently, and the null pair continues until all have stopped', () => {
  const noise = (benchmark: number, round: number) => 1_000_000 + ((benchmark * 7919 + round * 104729) % 1000) * 10
  const wild = (benchmark: number, round: number) =>
    1_000_000 * (1 + ((benchmark * 7919 + round * 104729) % 1000) / 100)
  const all = measured(10, (benchmark, round) => (benchmark < 2 ? wild(benchmark, round) : noise(benchmark, round)))
  const progress = evaluateCheck(plan, all)
  expect([...(progress?.open ?? [])].sort((a, b) => a - b)).toEqual([0, 1, 4, 6])
  const later = measured(13, (benchmark, round) => (benchmark < 2 ? wild(benchmark, round) : noise(benchmark, round)))
  expect(later.benchmarks.map(({ samples }) => samples.length)).toEqual([
    14, 14, 11, 11, 14, 11, 14, 11, 11, 11, 11, 11, 11,
  ])
  expect(evaluateCheck(plan, measured(11, noise))?.open.size).toBe(0)
})

test('a benchmark of which a sample failed gets no more samples, in either variant; without its second base there is no null pair', () => {
  const value = (failing: number) => (benchmark: number) => (benchmark === failing ? null : 1_000_000)
  expect([...(evaluateCheck(plan, measured(0, value(1)))?.open ?? [])]).not.toEqual(expect.arrayContaining([0]))
  expect([...(evaluateCheck(plan, measured(0, value(1)))?.open ?? [])]).toEqual(expect.arrayContaining([4, 6, 12]))
  const open = evaluateCheck(plan, measured(0, value(6)))?.open
  expect([open?.has(4), open?.has(6)]).toEqual([true, false])
})

test('a null pair with a difference makes a check unreliable, but only after its last benchmark has stopped', () => {
  const second = plan.benchmarks.findIndex(({ variant }) => variant === 'second-base')
  const noise = (benchmark: number, round: number) => 1_000_000 + ((benchmark * 7919 + round * 104729) % 1000) * 10
  const wild = (benchmark: number, round: number) =>
    noise(benchmark, round) * (1 + ((benchmark * 31 + round * 104729) % 7))
  const biased = (open: boolean) => (benchmark: number, round: number) =>
    open && benchmark < 2 ? wild(benchmark, round) : noise(benchmark, round) * (benchmark === second ? 1.2 : 1)
  const going = evaluateCheck(plan, measured(14, biased(true)))
  expect(going?.open.size).toBeGreaterThan(0)
  expect(going?.check).toMatchObject({ status: 'reliable', nullPair: { biased: true } })
  expect(going?.check.benchmarks.map(({ verdict }) => verdict)).not.toContain(null)
  const ended = evaluateCheck(plan, measured(14, biased(false)))
  expect(ended?.open.size).toBe(0)
  expect(ended?.check.status).toBe('unreliable')
})

test('of 18 benchmarks whose CPU time is tested too, none can be reported at round 14, which takes a tenth of the level', () => {
  const metric: Metric = { name: 'duration', unit: 'ns', better: 'lower', primary: true, clock: 'wall' }
  const report = (count: number, metrics: Metric[]) => () => {
    const units = Array.from({ length: count }, () => plan.benchmarks.slice(0, 2).map((one) => ({ ...one, metrics })))
    assertCanReport(units, checkPlan({ variants: { base: variant, head: variant } }, 14))
  }
  expect(report(18, [metric])).toThrow('With 18 benchmarks and α 1%, no change can be reported before round 15')
  expect(report(17, [metric])).not.toThrow()
  expect(report(18, [{ ...metric, clock: 'cpu' }])).not.toThrow()
})
