import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { readJobs } from './artifacts.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A folder, as download-artifact leaves it. */
function folder(files: Record<string, string>): string {
  const directory = mkdtempSync(join(scratch, 'artifacts-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  return directory
}

const document = JSON.stringify(checkDocument([{ scenario: 'layer' }]))
const statuses = (directory: string) => readJobs([directory]).map(({ name, status }) => ({ name, status }))

test('documents and the sentences of those that could not measure are found in folders', () => {
  const unsupported = JSON.stringify({ name: 'macos15', sentence: 'no engine' })
  const jobs = readJobs([folder({ 'a/run.json': document, 'b/unsupported.json': unsupported, 'b/notes.txt': 'x' })])
  expect(jobs).toMatchObject([
    { status: 'measured' },
    { name: 'macos15', status: 'unsupported', sentence: 'no engine' },
  ])
})

test.each([
  ['no JSON', 'run.json', 'nonsense'],
  ['no run document', 'run.json', '{"schemaVersion": 1}'],
  ['deep as a well', 'run.json', '['.repeat(100_000)],
  ['a sentence that is none', 'unsupported.json', '{"name": 1}'],
  ['a sentence as long as a book', 'unsupported.json', JSON.stringify({ name: 'a', sentence: 'x'.repeat(20_000) })],
])('%s is a job without a document', (_, name, text) => {
  expect(statuses(folder({ [`job/${name}`]: text }))).toEqual([{ name: 'job', status: 'missing' }])
})

test('what is 100 MB is not read', () => {
  const directory = folder({ 'job/run.json': '' })
  truncateSync(join(directory, 'job/run.json'), 1e8)
  expect(statuses(directory)).toEqual([{ name: 'job', status: 'missing' }])
})

test('a link is not followed', () => {
  const directory = folder({ 'job/run.json': document })
  symlinkSync('/etc', join(directory, 'job/etc'))
  symlinkSync(join(directory, 'job/run.json'), join(directory, 'job/again.json'))
  expect(statuses(directory)).toHaveLength(1)
})

test('nothing at all is said', () => {
  expect(() => readJobs([folder({})])).toThrow('names nothing that holds a run document')
  expect(() => readJobs([join(scratch, 'nowhere')])).toThrow('which is not there')
})
