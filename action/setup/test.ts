// `npm test`: everything CI checks, in one command. Ends with what failed, what of each room the tests ran, and the plain
// line `N passed, N failed`.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { ensureActionlint } from './actionlint.ts'
import { coverageFlags, readCoverage } from './coverage.ts'
import { ensureEngine } from './engine.ts'
import { canInstallPackages, installPackages } from './packages.ts'
import { ensurePython } from './python.ts'
import { ensureSqld } from './sqld.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Slow ones that look neither at times nor at the engine here, and whose work is in other processes: nothing to count. */
const BESIDE = ['action/test/vm.test.ts', 'action/test/packed.test.ts', 'workloads/agent/build.test.ts']

let passed = 0
let skipped = 0
let runs = 0
const failures: string[] = []
const coverage: string[] = []

try {
  await ensurePython()
  await ensureActionlint()
  await ensureSqld()
  await ensureEngine({ install: true, docker: true }) // the agent's own tests speak docker
  await ensurePackage('/usr/bin/chromium', 'chromium')
  await ensurePackage('/usr/bin/strace', 'strace')
  await check('biome', ['check', '.'])
  await check('knip', ['--no-config-hints'])
  await check('npm', ['run', '--silent', 'typecheck'])
  await tests(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  failures.push('npm test itself: see above')
}
if (failures.length > 0) console.log(`Failed\n${failures.join('\n')}`)
if (coverage.length > 0) console.log(`Coverage\n${coverage.join('\n')}`)
console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Tests that need it are skipped where it cannot be had. */
async function ensurePackage(file: string, name: string): Promise<void> {
  if (existsSync(file) || !canInstallPackages()) return
  await installPackages(name)
}

/** One command line of the development tools, counted as one test. */
async function check(command: string, args: string[]): Promise<void> {
  const result = await execa(command, args, {
    cwd: root,
    reject: false,
    stdio: ['ignore', 2, 2],
  })
  console.error(`${result.failed ? '✗' : '✓'} ${command} ${args.join(' ')}`)
  if (result.failed) failures.push(`${command} ${args.join(' ')}`)
  else passed++
}

/**
 * All tests, or those that are named. Most look at times or at the engine, and run one file at a time; those of the
 * registry look at neither, and have others beside them: that of the virtual machine waits for a processor that is emulated.
 */
async function tests(named: string[]): Promise<void> {
  if (named.length > 0) return vitest(named)
  await Promise.all([vitest(BESIDE, 'pipe'), rooms(['site'])])
  await rooms(
    ['schema', 'workloads', 'action'],
    BESIDE.flatMap((file) => ['--exclude', file]),
  )
}

/** All tests of some rooms, and how much of those they ran. */
async function rooms(names: string[], args: string[] = []): Promise<void> {
  await vitest([...names.map((name) => `${name}/`), ...args, ...coverageFlags(names)])
  coverage.unshift(...readCoverage(names))
}

/** @param output `pipe`: shown when it has ended */
async function vitest(args: string[], output: 'pipe' | 2 = 2): Promise<void> {
  const results = join(root, `.cache/test-results-${++runs}.json`)
  rmSync(results, { force: true })
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
  const ended = await execa(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...flags, ...args],
    {
      ...{ cwd: root, reject: false, all: true },
      stdio: ['ignore', output, output],
    },
  )
  if (ended.all) console.error(ended.all)
  if (!existsSync(results)) {
    failures.push(`vitest ended with ${ended.exitCode ?? ended.signal} before it said what it did: ${args.join(' ')}`)
    return
  }
  const report = JSON.parse(readFileSync(results, 'utf8')) as Report
  const red = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages.join('\n'))}`)
    // A file that cannot be read, or whose hook fails, has no test that did.
    return tests.length > 0 || status !== 'failed' ? tests : [`${file}: ${firstLine(message)}`]
  })
  // An error outside of every test, say.
  if (!report.success && red.length === 0) red.push(`vitest, see above: ${args.join(' ')}`)
  failures.push(...red)
  passed += report.numPassedTests
  skipped += report.numPendingTests + report.numTodoTests
}

/** Of vitest's report in JSON, what is read here. */
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
