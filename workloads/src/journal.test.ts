import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('every entry is a line of its own and is there before the journal is closed', () => {
  const file = join(directory, 'deep/journal.jsonl')
  const journal = openJournal(file)
  journal.append({ event: 'end', status: 'partial' })
  expect(readFileSync(file, 'utf8')).toBe('{"event":"end","status":"partial"}\n')
  journal.close()
})

test('a journal that is there already is never written into', () => {
  const file = join(directory, 'journal.jsonl')
  openJournal(file).close()
  expect(() => openJournal(file)).toThrow('EEXIST')
})
