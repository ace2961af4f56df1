import { expect, test } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import type { ContainerEngine } from '../engine.ts'
import { listWorkloads, makeSelection } from '../read-catalog/catalog.ts'
import type { Slot } from '../sample/slot.ts'
import { failed, type SampleResult, type Sampler } from '../sample/take-sample.ts'
import type { JournalEntry, SampleEntry } from './journal-entry.ts'
import { measureRounds } from './measure-rounds.ts'
import { measurementsSoFar } from './measurements.ts'
import { makePlan, type Plan } from './plan.ts'
import type { RunEvent } from './run-options.ts'

const { plan } = startForTest()

/**
 * Runs the plan. Every sample has the same given result.
 * @returns the journal entries, the messages, and the remaining slots
 */
async function run(
  taken: SampleResult,
  {
    newSlot,
    discard = false,
    onSampled = () => {},
  }: { newSlot?: () => Slot; discard?: boolean; onSampled?: () => void } = {},
): Promise<{ entries: JournalEntry[]; said: string[]; left: Slot[] }> {
  const entries: JournalEntry[] = []
  const journal = { file: '', append: (entry: JournalEntry) => entries.push(entry), close: () => {} }
  const said: string[] = []
  const take: Sampler = async (_, keep) => {
    if (newSlot) keep(newSlot())
    return taken
  }
  const prepared = plan.benchmarks.map((benchmark) => ({ setting: { benchmark, workload: { discard }, take } }))
  const options = {
    plan,
    signal: new AbortController().signal,
    on: (event: RunEvent) => {
      if (event.type === 'say') said.push(event.line)
      if (event.type === 'sampled') onSampled()
    },
  }
  const resources = { run: 'aaaaaaaaaa', slotsDirectory: '/nowhere', slots: [] as Slot[] }
  await measureRounds(options as never, prepared as never, resources, journal, measurementsSoFar(plan, null))
  return { entries, said, left: resources.slots }
}

const values = Object.fromEntries(plan.benchmarks.flatMap(({ metrics }) => metrics.map(({ name }) => [name, 1])))
const good: SampleResult = { ...failed(''), failure: null, values }

test('a valid sample is recorded unchanged', async () => {
  const { entries } = await run(good)
  expect(entries).toHaveLength(plan.order.flat().length)
  for (const entry of entries) expect(entry).toMatchObject({ sample: { values, failure: null } })
})

test.each<[string, SampleResult]>([
  ['a value that is not there', { ...good, values: { ...values, create: undefined as never } }],
  ['a value that is no amount', { ...good, values: { ...values, create: -1 } }],
  ['no primary value', { ...good, values: {} }],
  ['CPU time that is no amount', { ...good, cpu: { user: Number.NaN, system: 0 } }],
])('a sample with %s is a failed sample, and the run ends after a round of failures alone', async (_, taken) => {
  const { entries } = await run(taken)
  expect(entries).toHaveLength(plan.order[0]?.length as number)
  for (const entry of entries) {
    const failure = expect.stringContaining('the sample is not valid in a run document')
    expect(entry).toMatchObject({ sample: { values: {}, failure } })
  }
})

/**
 * A slot that its engine fails to remove.
 * @param asked counts the attempts to remove the slot
 */
function stuckSlot(asked: { times: number }): Slot {
  const engine = {
    remove: async () => {
      asked.times++
      throw new Error('device or resource busy')
    },
  } as unknown as ContainerEngine
  return {
    run: 'aaaaaaaaaa',
    engine,
    containers: [],
    volumes: [],
    networks: [],
    hostDirectory: null,
    machineDirectory: null,
  }
}

test.each([
  ['with little space', { taken: { ...good, available: 5e9 }, discard: false, removals: plan.order.flat().length }],
  ['on a full disk', { taken: failed('mkdir ENOSPC'), discard: false, removals: plan.order.flat().length }],
  ['of work whose files are of no use', { taken: good, discard: true, removals: plan.order.length }],
])(
  'a slot %s that cannot be removed is reported and kept for the end, and the run continues',
  async (_, { taken, discard, removals }) => {
    const asked = { times: 0 }
    const { entries, said, left } = await run(taken, { newSlot: () => stuckSlot(asked), discard })
    const samples = plan.order.flat().length
    expect(entries).toHaveLength(samples)
    expect(left).toHaveLength(samples)
    expect(said).toEqual(Array(removals).fill(expect.stringContaining('could not be removed')))
    expect(asked.times).toBe(samples)
  },
)

test('slots of work whose files are of no use are removed at the end of their round, not between its samples', async () => {
  const happened: string[] = []
  const newSlot = (): Slot => ({
    ...stuckSlot({ times: 0 }),
    engine: { remove: async () => happened.push('removed') } as unknown as ContainerEngine,
  })
  const { entries, left } = await run(good, { newSlot, discard: true, onSampled: () => happened.push('sampled') })
  expect(entries).toHaveLength(4)
  expect(happened).toEqual(['sampled', 'sampled', 'removed', 'removed', 'sampled', 'sampled', 'removed', 'removed'])
  expect(left).toEqual([])
})

test('with a rule, the run ends when each workload has its rounds, and the total shrinks when they are set', async () => {
  const workloads = listWorkloads()
  const suite = makeSelection(workloads.filter(({ workload }) => workload === 'metadata'))
  const choice = { suite, workloads, onlyWorkloads: [], onlyScenarios: ['native', 'layer'], engines: ['docker'] }
  const plan = makePlan({ ...choice, rounds: null, seed: 1 })
  const whole = await measureWith(plan, [])
  // Native, its control and layer: a warm-up, and the 14 rounds that equal values need.
  expect(whole.ended).toBeNull()
  expect(whole.entries).toHaveLength(45)
  expect(whole.totals).toEqual([...Array(21).fill(48), ...Array(24).fill(45)])
  expect(whole.rounds).toEqual([[14]])

  for (const kept of [5, 21, 27]) {
    const resumed = await measureWith(plan, whole.entries.slice(0, kept))
    expect(resumed.entries).toHaveLength(45 - kept)
    expect(resumed.rounds).toEqual([[14]])
    expect(resumed.totals.at(-1)).toBe(45)
  }
})

/** Measures the rest of a plan, of which the journal has these entries. All values are the same. */
async function measureWith(plan: Plan, journaled: JournalEntry[]) {
  const entries: JournalEntry[] = []
  const totals: number[] = []
  const rounds: number[][] = []
  const values = Object.fromEntries((plan.benchmarks[0]?.metrics ?? []).map(({ name }) => [name, 5]))
  const take: Sampler = async () => ({ ...failed(''), failure: null, values })
  const prepared = plan.benchmarks.map((benchmark) => ({ setting: { benchmark, workload: { discard: false }, take } }))
  const options = {
    plan,
    signal: new AbortController().signal,
    on: (event: RunEvent) => {
      if (event.type === 'sample') totals.push(event.total)
      if (event.type === 'rounds') rounds.push(event.set.map((work) => work.rounds))
    },
  }
  const start = { ...startForTest(), plan }
  const measured = measurementsSoFar(plan, { file: '', start, entries: journaled as SampleEntry[], length: 0 })
  const resources = { run: 'aaaaaaaaaa', slotsDirectory: '/nowhere', slots: [] as Slot[] }
  const journal = { file: '', append: (entry: JournalEntry) => entries.push(entry), close: () => {} }
  const ended = await measureRounds(options as never, prepared as never, resources, journal, measured)
  return { ended, entries, totals, rounds }
}
