import { expect, test } from 'vitest'
import type { ContainerEngine } from '../engine.ts'
import type { Slot } from '../sample/slot.ts'
import { failed, type SampleResult, type Sampler } from '../sample/take-sample.ts'
import type { JournalEntry } from './journal.ts'
import { isEntry } from './journal-schema.ts'
import { startForTest } from './journal-testing.ts'
import { measureRounds } from './measure-rounds.ts'
import { measurementsSoFar } from './measurements.ts'
import type { RunEvent } from './run-options.ts'

const { plan } = startForTest()

/**
 * Runs the plan. Every sample has the same given result.
 * @returns the journal entries, the messages, and the remaining slots
 */
async function run(
  taken: SampleResult,
  { slots = [], discard = false }: { slots?: Slot[]; discard?: boolean } = {},
): Promise<{ entries: JournalEntry[]; said: string[]; left: Slot[] }> {
  const entries: JournalEntry[] = []
  const journal = { file: '', append: (entry: JournalEntry) => entries.push(entry), close: () => {} }
  const said: string[] = []
  const take: Sampler = async (_, keep) => {
    for (const slot of slots) keep(slot)
    return taken
  }
  const prepared = plan.benchmarks.map((benchmark) => ({ setting: { benchmark, workload: { discard }, take } }))
  const options = {
    plan,
    signal: new AbortController().signal,
    on: (event: RunEvent) => event.type === 'say' && said.push(event.line),
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
])('a sample with %s is a failed sample, and the run continues', async (_, taken) => {
  const { entries } = await run(taken)
  expect(entries).toHaveLength(plan.order.flat().length)
  for (const entry of entries) {
    expect(isEntry(entry)).toBe(true)
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
  ['with little space', { taken: { ...good, available: 5e9 }, discard: false }],
  ['of work whose files are of no use', { taken: good, discard: true }],
])(
  'a slot %s that cannot be removed is reported and kept for the end, and the run continues',
  async (_, { taken, discard }) => {
    const asked = { times: 0 }
    const { entries, said, left } = await run(taken, { slots: [stuckSlot(asked)], discard })
    const samples = plan.order.flat().length
    expect(entries).toHaveLength(samples)
    expect(left).toHaveLength(samples)
    expect(said).toEqual(Array(samples).fill(expect.stringContaining('could not be removed')))
    expect(asked.times).toBe(samples)
  },
)
