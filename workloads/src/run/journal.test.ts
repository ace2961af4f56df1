import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { continueJournal, isInterruptedJournal, openJournal, readJournal } from './journal.ts'
import type { JournalEntry, SampleEntry, StartEntry } from './journal-entry.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  file = join(directory, 'journal.jsonl')
})

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

test('a line that is no entry is an error with its number', () => {
  for (const line of ['{"event":"sam', '{"event":"toString"}', JSON.stringify(start), 'null']) {
    writeFileSync(file, `${JSON.stringify(start)}\n${JSON.stringify(resume)}\n${line}\n`)
    expect(() => readJournal(file), line).toThrow(`Line 3 of ${file} is not a valid journal entry`)
  }
})

const { warmups, metrics } = start.plan.benchmarks[0] as StartEntry['plan']['benchmarks'][0]
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

test('a new journal is claimed until it is closed', () => {
  const journal = openJournal(file)
  rmSync(file)
  expect(() => openJournal(file)).toThrow(`The run with the journal ${file} is still active (process ${process.pid})`)
  journal.close()
  openJournal(file).close()
  expect(readdirSync(directory)).toEqual(['journal.jsonl'])
})

test('of two samples of one benchmark and round the first counts', () => {
  const sample = sampleOf(0)
  const second = { ...sample, sample: { ...sample.sample, values: { [primary]: 2e6 } } }
  write(start, sample, resume, second, sampleOf(1))
  expect(readJournal(file).entries).toEqual([sample, resume, sampleOf(1)])
})

test('what is no file is not read', () => {
  expect(() => readJournal('/dev/zero')).toThrow("/dev/zero is not a file. Give the path of a run's journal.")
  expect(isInterruptedJournal('/dev/zero')).toBe(false)
})
