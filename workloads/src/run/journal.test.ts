import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { continueJournal, isInterruptedJournal, openJournal, readJournal } from './journal.ts'
import type { JournalEntry, SampleEntry, StartEntry } from './journal-entry.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  file = join(directory, 'journal.jsonl')
})
afterEach(() => rmSync(directory, { recursive: true }))

const start = startForTest()
const { storage, environments, before } = start
const resume: JournalEntry = {
  ...{ event: 'resume', run: 'abc', at: '2026-01-01T00:00:00.000Z' },
  ...{ before, storage, environments },
}

function write(...entries: JournalEntry[]): void {
  const journal = openJournal(file)
  for (const entry of entries) journal.append(entry)
  journal.close()
}

test('every entry is one line, on disk before the journal is closed', () => {
  const deep = join(directory, 'deep/journal.jsonl')
  const journal = openJournal(deep)
  journal.append({ event: 'end', status: 'partial' })
  expect(readFileSync(deep, 'utf8')).toBe('{"event":"end","status":"partial"}\n')
  journal.close()
})

test('an existing journal is never overwritten', () => {
  openJournal(file).close()
  expect(() => openJournal(file)).toThrow(`${file} already exists`)
  expect(readdirSync(directory)).toEqual(['journal.jsonl'])
})

test('an incomplete last line is ignored, and removed before the journal continues', () => {
  write(start, resume)
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, `${whole}{"event":"sample","ce`)
  const interrupted = readJournal(file)
  expect(interrupted.entries).toEqual([resume])
  const journal = continueJournal(interrupted)
  journal.append(resume)
  journal.close()
  expect(readFileSync(file, 'utf8')).toBe(`${whole}${JSON.stringify(resume)}\n`)
})

test('only the journal of an interrupted run is read', () => {
  write(start, { event: 'end', status: 'complete' })
  expect(() => readJournal(file)).toThrow('has ended, and its document was written. There is nothing to resume.')
  expect(isInterruptedJournal(file)).toBe(false)
  for (const text of ['', 'not JSON\n', 'null\n', `${JSON.stringify(resume)}\n`, '{"event":"pl']) {
    writeFileSync(file, text)
    expect(() => readJournal(file), text).toThrow('is not the journal of a run: it does not begin with a plan.')
  }
  expect(() => readJournal(join(directory, 'none'))).toThrow('(ENOENT)')
})

test('a plan that does not match its digest is rejected', () => {
  write({ ...start, plan: { ...start.plan, seed: start.plan.seed - 1 } })
  expect(() => readJournal(file)).toThrow(`Line 1 of ${file} is not a valid journal entry`)
})

test('an invalid line, or a line about an unknown benchmark, is an error with its number', () => {
  for (const line of ['{"event":"sam', '{"event":"sample","benchmark":99}', 'null']) {
    writeFileSync(file, `${JSON.stringify(start)}\n${JSON.stringify(resume)}\n${line}\n`)
    expect(() => readJournal(file), line).toThrow(`Line 3 of ${file} is not a valid journal entry`)
  }
})

const { rounds, warmups, metrics } = start.plan.benchmarks[0] as StartEntry['plan']['benchmarks'][0]
const primary = metrics.find(({ primary }) => primary)?.name as string
const sampleOf = (round: number): SampleEntry => ({
  event: 'sample',
  benchmark: 0,
  sample: {
    round,
    order: start.plan.order[round]?.indexOf(0) ?? 0,
    slot: `s000${round}`,
    offset: round * 1e9,
    warmup: round < warmups,
    cpu: null,
    values: { [primary]: 1e6 },
    failure: null,
  },
  took: 1e8,
  target: { filesystem: 'ext4', mounted: false },
  unsupported: null,
  available: 1e12,
  calibration: [60_000],
  calibratedOn: 'benchmark',
})
const sample = sampleOf(0)
const withSample = (more: object) => ({ ...sample, sample: { ...sample.sample, ...more } })

test('a new journal is claimed until it is closed', () => {
  const journal = openJournal(file)
  rmSync(file)
  expect(() => openJournal(file)).toThrow(`The run with the journal ${file} is still active (process ${process.pid})`)
  journal.close()
  openJournal(file).close()
  expect(readdirSync(directory)).toEqual(['journal.jsonl'])
})

test('a sample may have counts of its use of the system, and an invalid count is not an entry', () => {
  const usage = { minorFaults: 1, majorFaults: 0, voluntarySwitches: 2, involuntarySwitches: 3, blockInput: 8 }
  write(start, withSample({ usage }) as SampleEntry)
  expect(readJournal(file).entries).toMatchObject([{ sample: { usage } }])
  rmSync(file)
  write(start, withSample({ usage: { ...usage, blockInput: -1 } }) as SampleEntry)
  expect(() => readJournal(file)).toThrow('Line 2 of')
})

test('of two samples of one benchmark and round the first counts', () => {
  const second = withSample({ values: { [primary]: 2e6 } }) as SampleEntry
  write(start, sample, resume, second, sampleOf(1))
  expect(readJournal(file).entries).toEqual([sample, resume, sampleOf(1)])
})

const { sample: _, ...sampleless } = sample
const lines: [string, unknown][] = [
  ['a sample without its sample', sampleless],
  ['a benchmark that is a word', { ...sample, benchmark: 'length' }],
  ['a benchmark that is a number as text', { ...sample, benchmark: '0' }],
  ['a value that is text', withSample({ values: { [primary]: '1' } })],
  ['a value that is negative', withSample({ values: { [primary]: -1 } })],
  ['a value of no metric of the benchmark', withSample({ values: { [primary]: 1, nothing: 1 } })],
  ['no value and no failure', withSample({ values: {} })],
  ['a round that the plan does not have', withSample({ round: 999 })],
  ['the round after the last of the benchmark', withSample({ round: rounds + warmups, warmup: false })],
  ['another place in the round than planned', withSample({ order: sample.sample.order + 1 })],
  ['a warm-up that is none', withSample({ warmup: !sample.sample.warmup })],
  ['an offset beyond what a document can say', withSample({ offset: Number.MAX_SAFE_INTEGER })],
  ['a resume that says nothing', { event: 'resume' }],
  ['a resume on no day', { ...resume, at: '2026-13-01T00:00:00.000Z' }],
  ['a resume in another age', { ...resume, at: '9999-01-01T00:00:00.000Z' }],
  ['a second plan', start],
  ['an unknown event', { event: 'toString' }],
]

test.each(lines)('%s is named by its line', (_, line) => {
  writeFileSync(file, `${[start, sampleOf(1), line].map((entry) => JSON.stringify(entry)).join('\n')}\n`)
  expect(() => readJournal(file)).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: `Line 3 of ${file} is not a valid journal entry. Start a new run.`,
    }),
  )
  expect(isInterruptedJournal(file)).toBe(false)
})

test.each([
  ...['plan', 'host', 'images', 'engines', 'harness', 'before', 'declared', 'startedAt'].map((name) => ({
    ...start,
    [name]: undefined,
  })),
  { ...start, startedAt: 'yesterday' },
  { ...start, startedAt: '2026-06-31T00:00:00.000Z' },
  { ...start, host: { ...start.host, memory: 'much' } },
  { ...start, images: [{ ...start.images[0], engine: 'nowhere' }] },
  { ...start, engines: [start.engines[0], start.engines[0]] },
  { event: 'plan', harness: {} },
])('a first line that is not whole is named: %#', (line) => {
  writeFileSync(file, `${JSON.stringify(line)}\n`)
  expect(() => readJournal(file)).toThrow(`Line 1 of ${file} is not a valid journal entry. Start a new run.`)
})

test('what is no file is not read', () => {
  expect(() => readJournal('/dev/zero')).toThrow("/dev/zero is not a file. Give the path of a run's journal.")
  expect(isInterruptedJournal('/dev/zero')).toBe(false)
})
