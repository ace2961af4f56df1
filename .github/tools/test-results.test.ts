import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readResults, summarizeResults } from './test-results.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))

const PASSED = { status: 'passed', fullName: 'adds', failureMessages: [] }
const FAILED = { status: 'failed', fullName: 'divides', failureMessages: ['Error: by zero\n    at a.ts:1'] }

test.each([
  ['a passed file is no failure', true, 'passed', '', [PASSED], []],
  ['a failed test is a failure', false, 'failed', '', [PASSED, FAILED], ['a.test.ts > divides: Error: by zero']],
  [
    'a file whose hook fails is a failure',
    false,
    'failed',
    'Error: no engine\n    at',
    [PASSED],
    ['a.test.ts: Error: no engine'],
  ],
  ['a report that failed without a failed test is a failure', false, 'passed', '', [PASSED], ['vitest, see above']],
])('%s', (_, success, status, message, assertionResults, failures) => {
  const file = join(directory, 'results.json')
  const testResults = [{ name: '/project/a.test.ts', status, message, assertionResults }]
  const numbers = { numPassedTests: 1, numPendingTests: 2, numTodoTests: 3 }
  writeFileSync(file, JSON.stringify({ success, ...numbers, testResults }))
  expect(readResults(file, '/project', 'no results')).toEqual({ passed: 1, skipped: 5, failures })
})

test('vitest without a report is a failure', () => {
  const counts = readResults(join(directory, 'missing.json'), '/project', 'no results')
  expect(counts).toEqual({ passed: 0, skipped: 0, failures: ['no results'] })
})

test('the exit code is 0 only without a failure', () => {
  expect(summarizeResults({ passed: 2, skipped: 0, failures: [] })).toEqual({ line: '2 passed, 0 failed', exitCode: 0 })
  expect(summarizeResults({ passed: 2, skipped: 1, failures: ['a'] })).toEqual({
    line: '2 passed, 1 failed, 1 skipped',
    exitCode: 1,
  })
})
