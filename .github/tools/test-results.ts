import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The outcome of tests. Each failure is a line of text. */
export interface Counts {
  passed: number
  skipped: number
  failures: string[]
}

/**
 * Returns the outcome of tests from vitest's JSON report.
 * @param root the folder that the names of test files in failures are relative to
 * @param absence the failure if vitest wrote no report
 */
export function readResults(file: string, root: string, absence: string): Counts {
  if (!existsSync(file)) return { passed: 0, skipped: 0, failures: [absence] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const { numPassedTests, numPendingTests, numTodoTests } = report
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures: failuresOf(report, root) }
}

/** Returns the last line of the output of `npm test`, and its exit code. */
export function summarizeResults({ passed, skipped, failures }: Counts): { line: string; exitCode: 0 | 1 } {
  const line = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { line, exitCode: failures.length === 0 ? 0 : 1 }
}

function failuresOf(report: Report, root: string): string[] {
  const red = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages.join('\n'))}`)
    // A file that does not load, or whose hook fails, lists no failed test, so report the file.
    return tests.length > 0 || status !== 'failed' ? tests : [`${file}: ${firstLine(message)}`]
  })
  // The report can fail without a failed test, for example by an error outside of every test.
  return !report.success && red.length === 0 ? ['vitest, see above'] : red
}

/** The parts of vitest's JSON report that are read here. */
interface Report {
  success: boolean
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
