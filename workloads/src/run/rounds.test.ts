import { expect, test } from 'vitest'
import { failed, type Taken } from '../sample/sample.ts'
import type { JournalEntry } from './journal.ts'
import { isEntry } from './journal-shape.ts'
import { startForTest } from './journal-testing.ts'
import { measuredSoFar } from './measured.ts'
import { takeRounds } from './rounds.ts'

const { plan } = startForTest()

/** Take every sample of the plan as this says. @returns what came into the journal */
async function journalOf(taken: Taken): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  const journal = { file: '', append: (entry: JournalEntry) => entries.push(entry), close: () => {} }
  const prepared = plan.cells.map((cell) => ({ setting: { cell, workload: {}, take: async () => taken } }))
  const options = { plan, signal: new AbortController().signal, on: () => {} }
  const place = { run: 'aaaaaaaaaa', slots: '/nowhere', places: [] }
  await takeRounds(options as never, prepared as never, place, journal, measuredSoFar(plan, null))
  return entries
}

const values = Object.fromEntries(plan.cells.flatMap(({ metrics }) => metrics.map(({ name }) => [name, 1])))
const good: Taken = { ...failed(''), failure: null, values }

test('a good sample is written down as it is', async () => {
  const entries = await journalOf(good)
  expect(entries).toHaveLength(plan.order.flat().length)
  for (const entry of entries) expect(entry).toMatchObject({ sample: { values, failure: null } })
})

test.each<[string, Taken]>([
  ['a value that is not there', { ...good, values: { ...values, create: undefined as never } }],
  ['a value that is no amount', { ...good, values: { ...values, create: -1 } }],
  ['no primary value', { ...good, values: {} }],
  ['CPU time that is no amount', { ...good, cpu: { user: Number.NaN, system: 0 } }],
])('a sample with %s is a failed one, and the rest goes on', async (_, taken) => {
  const entries = await journalOf(taken)
  expect(entries).toHaveLength(plan.order.flat().length)
  for (const entry of entries) {
    expect(isEntry(entry)).toBe(true)
    const failure = expect.stringContaining('what was seen of the sample cannot be written down')
    expect(entry).toMatchObject({ sample: { values: {}, failure } })
  }
})
