import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identify } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { readJobs } from './artifacts.ts'
import { type ExpectedHashes, hashOfReason } from './expected-hashes.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

/** A folder with these files, as the action download-artifact leaves it. */
function folder(files: Record<string, string>): string {
  const directory = mkdtempSync(join(scratch, 'artifacts-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  return directory
}

const document = JSON.stringify(checkDocument([{ scenario: 'layer' }]))
const BELIEVED: ExpectedHashes = { hashes: undefined, jobs: undefined }
const statuses = (directory: string, expected = BELIEVED) =>
  readJobs([directory], expected).jobs.map(({ name, status }) => ({ name, status }))

test('documents, and the reasons of jobs that could not measure, are found in folders', () => {
  const unsupported = JSON.stringify({ name: 'macos15', sentence: 'no engine' })
  const { jobs } = readJobs(
    [folder({ 'a/run.json': document, 'b/unsupported.json': unsupported, 'b/notes.txt': 'x' })],
    BELIEVED,
  )
  expect(jobs).toMatchObject([
    { status: 'measured' },
    { name: 'macos15', status: 'unsupported', sentence: 'no engine' },
  ])
})

test.each([
  ['no JSON', 'run.json', 'nonsense'],
  ['no run document', 'run.json', '{"schemaVersion": 1}'],
  ['deep as a well', 'run.json', '['.repeat(100_000)],
  ['an invalid reason', 'unsupported.json', '{"name": 1}'],
])('%s is a job without a document', (_, name, text) => {
  expect(statuses(folder({ [`job/${name}`]: text }))).toEqual([{ name: 'job', status: 'missing' }])
})

test('a file that is too large for a document is none, even if blanks make it so', () => {
  const files = { 'job/run.json': document + ' '.repeat(6e6) }
  expect(statuses(folder(files))).toEqual([{ name: 'job', status: 'missing' }])
  expect(statuses(folder({ 'job/run.json': `${document} ` }))).toMatchObject([{ status: 'measured' }])
})

test('copies of a document count once', () => {
  expect(statuses(folder({ 'a/run.json': document, 'b/run.json': document }))).toHaveLength(1)
})

test('a link is not followed', () => {
  const directory = folder({ 'job/run.json': document })
  symlinkSync('/etc', join(directory, 'job/etc'))
  symlinkSync(join(directory, 'job/run.json'), join(directory, 'job/again.json'))
  expect(statuses(directory)).toHaveLength(1)
})

test('missing documents are reported', () => {
  const problemOf = (...paths: string[]) => readJobs(paths, BELIEVED).problem?.message
  expect(problemOf(folder({}))).toContain('names no run document')
  const some = folder({ 'run.json': document })
  expect(problemOf(join(scratch, 'nowhere'), some)).toContain('which does not exist')
  expect(readJobs([join(scratch, 'nowhere'), some], BELIEVED).jobs).toHaveLength(1)
  expect(readJobs([some], BELIEVED).problem).toBeNull()
})

describe('with hashes from the measuring jobs', () => {
  const other = JSON.stringify(checkDocument([{ scenario: 'bind', factor: 1.3 }]))
  const expected = (jobs: number, ...documents: string[]): ExpectedHashes => ({
    hashes: new Set(documents.map((text) => identify(JSON.parse(text)).hash)),
    jobs,
  })

  test('a document with an expected hash is accepted', () => {
    const files = { 'plimsoll.a.0/run.json': document, 'plimsoll.a.1/run.json': other }
    const { jobs, problem } = readJobs([folder(files)], expected(2, document, other))
    expect(jobs.map(({ status }) => status)).toEqual(['measured', 'measured'])
    expect(problem).toBeNull()
  })

  test.each([
    ['another in its place', other],
    ['its own with one figure changed', document.replace(/"duration":(\d)/, '"duration":9$1')],
  ])('%s is rejected, and the error names the file', (_, replaced) => {
    const { jobs, problem } = readJobs([folder({ 'plimsoll.a.0/run.json': replaced })], expected(1, document))
    const sentence =
      'plimsoll.a.0/run.json was changed after it was measured, or was not measured by these jobs. It is neither shown nor published. Look for another job of this workflow run that uploads it.'
    expect(jobs).toEqual([{ name: 'plimsoll.a.0', summary: null, status: 'changed', sentence }])
    expect(problem).toMatchObject({ message: sentence, exitCode: 2 })
  })

  test('without any expected hash every document is rejected', () => {
    expect(statuses(folder({ 'a/run.json': document }), expected(1))).toEqual([{ name: 'a', status: 'changed' }])
  })

  test('documents beyond the maximum number of hashes are rejected, with a remedy', () => {
    const { jobs } = readJobs([folder({ 'plimsoll.a.20/run.json': document })], expected(21))
    expect(jobs).toMatchObject([{ status: 'changed' }])
    expect(JSON.stringify(jobs)).toContain('Call measure.yml several times')
  })

  test('a reason is accepted if its hash is expected, and rejected otherwise', () => {
    const reason = { name: 'macos15', sentence: 'no engine' }
    const files = { 'plimsoll.a.0/run.json': document, 'plimsoll.a.1/unsupported.json': JSON.stringify(reason) }
    const { hashes, jobs } = expected(2, document)
    const output = new Set([...(hashes ?? []), hashOfReason({ status: 'unsupported', ...reason })])
    expect(readJobs([folder(files)], { hashes: output, jobs })).toMatchObject({
      jobs: [{ status: 'measured' }, { status: 'unsupported' }],
      problem: null,
    })
    const renamed = { 'plimsoll.a.0/run.json': document, 'plimsoll.a.1/unchanged.json': JSON.stringify(reason) }
    expect(readJobs([folder(renamed)], { hashes: output, jobs }).jobs).toMatchObject([
      { status: 'measured' },
      { status: 'changed' },
    ])
    const forged = readJobs([folder(files)], expected(2, document))
    expect(forged.jobs).toMatchObject([{ status: 'measured' }, { status: 'changed' }])
    expect(forged.problem).not.toBeNull()
  })

  test.each([
    ['what is no document', { 'plimsoll.a.0/run.json': '{}' }],
    ['a sentence', { 'plimsoll.a.0/unsupported.json': JSON.stringify({ name: 'a', sentence: 'no engine' }) }],
    ['a copy of what another job made', { 'plimsoll.a.0/run.json': other }],
  ])('a document replaced by %s is reported as missing', (_, files) => {
    const there = { ...files, 'plimsoll.a.1/run.json': other }
    const { jobs, problem } = readJobs([folder(there)], expected(2, document, other))
    expect(jobs.map(({ status }) => status).sort()).toEqual(['changed', 'measured'])
    expect(problem).not.toBeNull()
  })

  test('an untrusted file name becomes one short line', () => {
    const { problem } = readJobs([folder({ [`${'x'.repeat(200)}\n::error::a/run.json`]: document })], expected(1))
    expect(problem?.message).toMatch(/^x+…\S* ?::error::a\/run\.json was changed/)
    expect(problem?.message.length).toBeLessThan(300)
  })
})
