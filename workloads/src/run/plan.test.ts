import { expect, test } from 'vitest'
import { listSuites, listWorkloads } from '../read-catalog/catalog.ts'
import type { Suite } from '../read-catalog/workload.ts'
import { makePlan, type Plan, type PlanChoice } from './plan.ts'

const choice: PlanChoice = {
  suite: listSuites().find(({ suite }) => suite === 'quick') as Suite,
  workloads: listWorkloads(),
  engines: ['docker', 'podman'],
  sharingKernel: ['docker', 'podman'],
  onlyWorkloads: ['npm-ci'],
  onlyScenarios: [],
  rounds: null,
  seed: 7,
}

const standard = listSuites().find(({ suite }) => suite === 'standard') as Suite

/** The benchmarks of a plan as text. A control has an apostrophe. */
function names({ benchmarks }: Plan): string[] {
  return benchmarks.map(({ scenario, engine, control }) => `${scenario}${control ? "'" : ''} ${engine}`)
}

test('native is measured once and repeated as a control, every other scenario once for each engine', () => {
  expect(names(makePlan(choice))).toEqual([
    'native null',
    "native' null",
    ...['docker', 'podman'].flatMap((engine) =>
      ['layer', 'volume', 'bind-volume', 'bind'].map((scenario) => `${scenario} ${engine}`),
    ),
  ])
})

test('every round has every benchmark once, in an order of its own', () => {
  const { order, benchmarks } = makePlan(choice)
  expect(order).toHaveLength(16)
  for (const round of order) expect([...round].sort((a, b) => a - b)).toEqual(benchmarks.map((_, index) => index))
  expect(new Set(order.map(String)).size).toBe(16)
})

test('a document says which metrics are times of the command whose CPU time the samples have', () => {
  const clocks = (workload: string) =>
    makePlan({ ...choice, suite: standard, onlyWorkloads: [workload] }).benchmarks[0]?.metrics.map(({ clock }) => clock)
  expect(clocks('npm-ci')).toEqual(['wall'])
  expect(clocks('metadata')?.every((clock) => clock === undefined)).toBe(true)
  expect(clocks('container-start')?.every((clock) => clock === undefined)).toBe(true)
})

test('the same seed gives the same plan, another seed another', () => {
  expect(makePlan(choice).digest).toBe(makePlan(choice).digest)
  expect(makePlan({ ...choice, seed: 8 }).digest).not.toBe(makePlan(choice).digest)
})

test('every difference from the frozen suite is a deviation and makes the run modified', () => {
  expect(makePlan({ ...choice, onlyWorkloads: [] })).toMatchObject({ division: 'standard', deviations: [] })
  expect(makePlan({ ...choice, onlyWorkloads: [], rounds: 1, onlyScenarios: ['bind'] })).toMatchObject({
    division: 'modified',
    deviations: ['only the scenarios bind', "1 round in place of the suite's"],
  })
})

test('a run without a rest is a deviation that the digest covers', () => {
  const plan = makePlan({ ...choice, noRest: true })
  expect(plan.deviations).toContain('no rest before the first sample')
  expect(plan.digest).not.toBe(makePlan({ ...choice, noRest: false }).digest)
})

test('options that match no benchmark are rejected', () => {
  expect(() => makePlan({ ...choice, onlyWorkloads: ['other'] })).toThrow(
    'No benchmark of the suite quick matches these options',
  )
})

test('a rule for the rounds is planned only for benchmarks that adapt, and a fixed number of rounds overrides it', () => {
  const adapting = (plan: Plan) => plan.benchmarks.filter(({ adapts }) => adapts).length
  const whole = makePlan({ ...choice, onlyWorkloads: [] })
  expect(whole.roundsRule).toEqual({ after: 6, halfWidth: 0.09, longest: 165 })
  expect(adapting(whole)).toBe(whole.benchmarks.length - 2)
  for (const fixed of [
    { ...choice, rounds: 8 },
    { ...choice, onlyWorkloads: ['container-start'] },
  ]) {
    expect(makePlan(fixed).roundsRule).toBeNull()
    expect(adapting(makePlan(fixed))).toBe(0)
  }
})

/** A plan of a suite with these benchmarks. */
function planOf(benchmarks: Partial<Suite['benchmarks'][number]>[], more: Partial<PlanChoice> = {}): Plan {
  const work = { workload: 'symfony-page', params: {} }
  const entry = { ...work, scenarios: ['native', 'bind'], rounds: 3, warmups: 0 }
  const suite = {
    suite: 'test',
    version: 1,
    purpose: 'a test',
    roundsRule: { after: 6, halfWidth: 0.09, longest: 100 },
    benchmarks: benchmarks.map((own) => ({ ...entry, ...own })),
  }
  return makePlan({ ...choice, suite, engines: ['docker'], onlyWorkloads: [], ...more })
}

/** The rounds in which a benchmark takes part. */
const roundsOf = ({ order }: Plan, index: number) => [...order.keys()].filter((round) => order[round]?.includes(index))

test('in a round the benchmarks of one work are adjacent for all engines, in an order drawn anew', () => {
  const plan = makePlan({ ...choice, onlyWorkloads: [] })
  const works = plan.benchmarks.map(({ workload }) => workload)
  for (const round of plan.order) {
    const seen = round.map((index) => works[index])
    const blocks = seen.filter((work, at) => work !== seen[at - 1])
    expect(blocks).toEqual([...new Set(blocks)])
  }
  const starts = plan.order.map(([first]) => works[first as number])
  expect(new Set(starts).size).toBeGreaterThan(1)
})

test('fewer rounds are spread evenly over the run, and warm-ups come directly before them', () => {
  const plan = planOf([
    { rounds: 28, warmups: 2 },
    { workload: 'stat-tree', params: { files: 30000 }, rounds: 2, warmups: 1 },
    { workload: 'npm-ci', params: { size: 'cra' }, rounds: 10 },
  ])
  expect(plan.order).toHaveLength(30)
  const index = (workload: string) => plan.benchmarks.findIndex((benchmark) => benchmark.workload === workload)
  expect(roundsOf(plan, index('symfony-page'))).toEqual(Array.from({ length: 30 }, (_, round) => round))
  expect(roundsOf(plan, index('stat-tree'))).toEqual([1, 9, 23])
  expect(roundsOf(plan, index('npm-ci'))).toEqual([3, 6, 9, 11, 14, 17, 20, 23, 25, 28])
})

test('a benchmark that adapts takes part in all rounds up to its number, beside longer ones', () => {
  const plan = planOf([
    { rounds: 20 },
    { workload: 'npm-ci', params: { size: 'small' }, rounds: 15, warmups: 1, adapt: true },
  ])
  const index = plan.benchmarks.findIndex(({ workload }) => workload === 'npm-ci')
  expect(roundsOf(plan, index)).toEqual(Array.from({ length: 16 }, (_, round) => round))
})

test('work that removes many files comes after other work, and in a check among it', () => {
  const benchmarks: Suite['benchmarks'] = [
    { workload: 'metadata', params: { files: 500 }, scenarios: ['layer'], rounds: 6, warmups: 0 },
    { workload: 'npm-ci', params: { size: 'small' }, scenarios: ['layer'], rounds: 14, warmups: 0 },
  ]
  const { order } = planOf(benchmarks)
  expect(order.slice(0, 14).flat()).not.toContain(0)
  expect(order.slice(14)).toEqual(Array(6).fill([0]))
})

test('cold benchmarks come after all others', () => {
  const start = { workload: 'container-start', scenarios: ['layer'] }
  const plan = planOf([
    { ...start, params: { image: 'small', cache: 'cold' }, rounds: 3, warmups: 1 },
    { ...start, params: { image: 'small', cache: 'warm' }, rounds: 5, warmups: 1 },
    { ...start, params: { image: 'large', cache: 'cold' }, rounds: 2 },
  ])
  expect(roundsOf(plan, 0)).toEqual([6, 7, 8, 9])
  expect(roundsOf(plan, 1)).toEqual([0, 1, 2, 3, 4, 5])
  expect(roundsOf(plan, 2)).toEqual([7, 9])
})

test.each([
  ['native is repeated', ['native', 'volume', 'bind'], true, ["native' null"]],
  ['volume and bind on one kernel need no control', ['volume', 'bind'], true, []],
  ['a volume in a VM is repeated', ['native', 'volume', 'bind'], false, ["native' null", "volume' docker"]],
  ['a volume in a VM is repeated without native', ['layer', 'volume', 'bind'], false, ["volume' docker"]],
  ['a volume without a bind mount is repeated', ['layer', 'volume'], true, ["volume' docker"]],
  ['without a volume, the first scenario is repeated', ['layer', 'bind'], true, ["layer' docker"]],
  ['a VM without a volume has native', ['native', 'bind'], false, ["native' null"]],
])('%s', (_, scenarios, shares, expected) => {
  const plan = planOf([{ scenarios, rounds: 6 }], { sharingKernel: shares ? ['docker'] : [] })
  expect(names(plan).filter((name) => name.includes("'"))).toEqual(expected)
  for (const [index, { control, ...repeated }] of plan.benchmarks.entries())
    if (control) expect({ ...repeated, control: false }).toEqual(plan.benchmarks[index - 1])
})

test('below six rounds, and in a check, nothing is repeated', () => {
  expect(planOf([{ rounds: 5 }]).benchmarks.some(({ control }) => control)).toBe(false)
  const { workloads } = choice
  const variant = { commit: null, engine: null, image: null }
  const check = { variants: { base: variant, head: variant } }
  const both = { base: workloads as never, head: workloads as never }
  const plan = planOf([{ rounds: 6, adapt: true }], { workloads: both, check })
  expect(plan.benchmarks.some(({ control }) => control)).toBe(false)
  expect(plan.roundsRule).toBeNull()
})
