import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { continueJournal, isCutJournal, type JournalEntry, openJournal, readJournal } from './journal.ts'
import { startForTest } from './journal-example.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  file = join(directory, 'journal.jsonl')
})
afterEach(() => rmSync(directory, { recursive: true }))

const start = startForTest()
const resume: JournalEntry = { event: 'resume', run: 'abc', at: '2026-01-01T00:00:00.000Z', before: start.before }

function write(...entries: JournalEntry[]): void {
  const journal = openJournal(file)
  for (const entry of entries) journal.append(entry)
  journal.close()
}

test('every entry is a line of its own and is there before the journal is closed', () => {
  const deep = join(directory, 'deep/journal.jsonl')
  const journal = openJournal(deep)
  journal.append({ event: 'end', status: 'partial' })
  expect(readFileSync(deep, 'utf8')).toBe('{"event":"end","status":"partial"}\n')
  journal.close()
})

test('a journal that is there already is never written into', () => {
  openJournal(file).close()
  expect(() => openJournal(file)).toThrow('EEXIST')
})

test('a last line that was cut off is no entry, and is taken away before the journal goes on', () => {
  write(start, resume)
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, `${whole}{"event":"sample","ce`)
  const cut = readJournal(file)
  expect(cut.entries).toEqual([resume])
  const journal = continueJournal(cut)
  journal.append(resume)
  journal.close()
  expect(readFileSync(file, 'utf8')).toBe(`${whole}${JSON.stringify(resume)}\n`)
})

test('only the journal of a run that was cut off is read', () => {
  write(start, { event: 'end', status: 'complete' })
  expect(() => readJournal(file)).toThrow('has ended and its document was written: there is nothing to resume.')
  expect(isCutJournal(file)).toBe(false)
  for (const text of [
    '',
    'not JSON\n',
    'null\n',
    '{"event":"plan"}\n',
    `${JSON.stringify(resume)}\n`,
    '{"event":"pl',
  ]) {
    writeFileSync(file, text)
    expect(() => readJournal(file), text).toThrow('is not the journal of a run: it does not begin with a plan.')
  }
  expect(() => readJournal(join(directory, 'none'))).toThrow('cannot be read (ENOENT)')
})

test('a plan that was changed by hand is not the plan the run began with', () => {
  write({ ...start, plan: { ...start.plan, seed: start.plan.seed + 1 } })
  expect(() => readJournal(file)).toThrow('is not the journal of a run')
})

test('a line in the middle that is not an entry, or of a cell the plan does not have, is named', () => {
  for (const line of ['{"event":"sam', '{"event":"sample","cell":99}', 'null']) {
    writeFileSync(file, `${JSON.stringify(start)}\n${JSON.stringify(resume)}\n${line}\n`)
    expect(() => readJournal(file), line).toThrow(`Line 3 of ${file} is not what plimsoll writes`)
  }
})
