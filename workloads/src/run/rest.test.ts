import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { noteRemoval } from '../cleanup/last-removal.ts'
import { plimsollHome } from '../cleanup/plimsoll-home.ts'
import { NO_REST, type Plan } from './plan.ts'
import { restBeforeSamples } from './rest.ts'

beforeEach(() => {
  vi.stubEnv('HOME', mkdtempSync(join(tmpdir(), 'plimsoll-test-')))
  vi.stubEnv('GITHUB_ACTIONS', '')
  mkdirSync(plimsollHome())
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  noteRemoval()
})
afterEach(() => void vi.useRealTimers())
const { plan } = startForTest()
const withRounds = (rounds: number, more: Partial<Plan> = {}): Plan => ({
  ...plan,
  benchmarks: plan.benchmarks.map((benchmark) => ({ ...benchmark, rounds })),
  ...more,
})
const noJournal = { filesystem: 'ext4', journal: false }

/** Rests, and returns the seconds with what happened meanwhile. */
async function rest(more: Partial<Parameters<typeof restBeforeSamples>[0]> = {}, onPause = () => {}) {
  const happened: string[] = []
  const { signal } = new AbortController()
  const options = { plan: withRounds(6), storage: [noJournal], budget: null, signal, ...more }
  const sync = async () => void happened.push('sync')
  const pause = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    onPause()
  }
  const onRest = (left: number, of: number) => void happened.push(`${left} of ${of} s`)
  const rested = await restBeforeSamples({ ...options, sync, pause, say: (line) => happened.push(line), onRest })
  return { rested, happened }
}

test('on ext4 without a journal, a run rests until 65 s after the last removal, and says how long it takes', async () => {
  vi.advanceTimersByTime(10_000)
  const began = Date.now()
  const { rested, happened } = await rest()
  expect(rested).toBe(55)
  expect(Date.now() - began).toBe(55_000)
  expect(happened).toEqual([
    'Resting for 55 s, because files were removed 10 s ago and the file system has no journal (--no-rest skips this)',
    'sync',
    '55 of 55 s',
    '35 of 55 s',
    '15 of 55 s',
  ])
})

test('in a workflow, the message of a rest names no flag', async () => {
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  expect((await rest()).happened[0]).toMatch(/the file system has no journal$/)
})

test.each<[string, Parameters<typeof rest>[0]]>([
  ['with a journal', { storage: [{ filesystem: 'ext4', journal: true }] }],
  ['where it is not known whether there is a journal', { storage: [{ filesystem: 'ext4', journal: null }] }],
  ['on a tmpfs', { storage: [{ filesystem: 'tmpfs', journal: false }] }],
  ['with two rounds', { plan: withRounds(2) }],
  ['of work that fails', { works: async () => false }],
  ['with --no-rest', { plan: withRounds(6, { deviations: [NO_REST] }) }],
  ['in a check', { plan: withRounds(14, { check: { looks: [14] } as Plan['check'] }) }],
])('there is no rest %s', async (_, options) => {
  expect(await rest(options)).toEqual({ rested: 0, happened: [] })
})

test('there is no rest without a removal in the last 65 s', async () => {
  vi.advanceTimersByTime(65_000)
  expect(await rest()).toEqual({ rested: 0, happened: [] })
  rmSync(join(plimsollHome(), 'last-removal'))
  expect(await rest()).toEqual({ rested: 0, happened: [] })
})

test('one place without a journal is enough', async () => {
  expect((await rest({ storage: [{ filesystem: 'xfs', journal: true }, noJournal] })).rested).toBe(65)
})

test('a rest that would use up more than half of the budget is left out, which is said', async () => {
  expect((await rest({ budget: { text: '130s', seconds: 130 } })).rested).toBe(65)
  noteRemoval()
  const { rested, happened } = await rest({ budget: { text: '129s', seconds: 129 } })
  expect(rested).toBe(0)
  expect(happened).toEqual([expect.stringContaining('! No rest: the budget is too short')])
})

test('a removal by another run begins the rest anew, which is said, but not for ever', async () => {
  let removals = 0
  const once = await rest({}, () => {
    if (removals++ === 0) noteRemoval()
  })
  const message = 'Another run of Plimsoll removed files meanwhile, so the rest begins again (195 s at most)'
  expect(once.rested).toBe(20 + 65)
  expect(once.happened.filter((line) => line === message)).toHaveLength(1)
  noteRemoval()
  expect((await rest({}, noteRemoval)).rested).toBeLessThan(220)
})

test('an abort ends the rest', async () => {
  const signal = AbortSignal.abort(new Error('stopped'))
  await expect(rest({ signal })).rejects.toThrow('stopped')
})
