// `npm test`: tests every promise of the product, on one engine and in a browser. `npm run test:full` (the argument
// `full`) adds slow tests, every engine, and coverage. Both commands end with the failures, the files that took the most
// processor time, and the line `N passed, N failed`.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { canInstallPackages, installPackages } from '../../action/test/apt-packages.ts'
import { ensureEngine } from './ensure-engine.ts'
import { ensureGoTools, TOOLS } from './go-tools.ts'
import { processorTime } from './processor-time.ts'
import { ensurePython, ensureStatistics } from './python.ts'
import { ensureSqld } from './sqld.ts'
import { type Counts, readResults, summarizeResults } from './test-results.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [mode, ...rest] = process.argv.slice(2)
const full = mode === 'full'
const named = full ? rest : process.argv.slice(2)
/** The number of test files to list: those that take the most processor time. */
const MOST = 10
/** The file in which each test file records its processor time. */
const TIMES = join(root, '.cache/processor-times.jsonl')
/** The projects of vitest.config.ts that need no engine. */
const WITHOUT_ENGINE = ['unit', 'isolated', 'site']
const ALL = [...WITHOUT_ENGINE, 'engine', 'full']
/**
 * The environment of `npm run test:full`. It uses every engine, and repeats random tests often enough to find rare
 * failures.
 */
const FULL = {
  PLIMSOLL_TEST: 'full',
  PLIMSOLL_KILLS: '20',
  PLIMSOLL_INTERRUPTIONS: '20',
  PLIMSOLL_FUZZ: '20000',
  PLIMSOLL_PUBLISHERS: '20',
  PATH: `${TOOLS}${delimiter}${process.env.PATH}`,
}

/** Flags that make vitest measure and print coverage, also of files that no test loads. */
const COVERAGE = [
  '--coverage.enabled',
  // The provider v8 is not used: it also counts code of dependencies, and took 50% longer.
  '--coverage.provider=istanbul',
  '--coverage.include={schema,workloads,action,site}/src/**/*.{ts,tsx}',
  '--coverage.exclude=**/*.test.ts',
  '--coverage.exclude=**/*testing.ts',
  '--coverage.reporter=text-summary',
  '--coverage.reportOnFailure',
  '--coverage.reportsDirectory=.cache/coverage',
]

/** The folder of files in memory on Linux, and the type of its file system in `statfs(2)`. */
const MEMORY_FILES = '/dev/shm'
const TMPFS = 0x01021994

const counts: Counts = { passed: 0, skipped: 0, failures: [] }
const began = performance.now()

try {
  await ensureEngine({ install: true, docker: true }) // The agent's own tests use the docker command.
  await ensurePackages('strace', ...(full ? ['chromium', 'podman', 'docker-compose'] : []))
  if (!full) await ensureBrowser()
  await Promise.all([ensurePython(), ensureSqld()])
  if (full) {
    await ensureStatistics()
    await ensureGoTools()
  }
  await test()
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  counts.failures.push('npm test itself: see above')
}
if (existsSync(TIMES)) console.log(`Most processor time\n${mostTime()}`)
if (counts.failures.length > 0) console.log(`Failed\n${counts.failures.join('\n')}`)
console.log(
  `Took ${Math.round((performance.now() - began) / 1000)} s, ${Math.round(processorTime())} s of processor time`,
)
const { line, exitCode } = summarizeResults(counts)
console.log(line)
process.exitCode = exitCode

/**
 * Installs missing Debian packages that provide these programs. If that fails, the tests that need the programs are
 * skipped.
 */
async function ensurePackages(...names: string[]): Promise<void> {
  const missing = names.filter((name) => !existsSync(`/usr/bin/${name}`))
  if (missing.length > 0 && canInstallPackages()) await installPackages(...missing)
}

/** Installs Chromium without windows if this distribution has it as a package, otherwise Chromium itself. */
async function ensureBrowser(): Promise<void> {
  try {
    await ensurePackages('chromium-headless-shell')
  } catch {
    await ensurePackages('chromium')
  }
}

/**
 * Runs the named test files. Without names, runs all checks and tests: the checks, then the tests with an engine, then the
 * others. Side by side on two processors, each would take up to twice as much processor time.
 */
async function test(): Promise<void> {
  rmSync(TIMES, { force: true })
  if (named.length > 0) return vitest(ALL, named)
  await Promise.all([
    check('biome', ['check', '.']),
    check('node', ['.github/tools/check-words.ts']),
    check('knip', ['--no-config-hints']),
    check('npm', ['run', '--silent', 'typecheck']),
  ])
  if (full) return vitest(ALL, COVERAGE)
  await vitest(['engine'])
  await withMemoryFiles((variables) => vitest(WITHOUT_ENGINE, [], variables))
}

/**
 * Runs tests whose temporary files are in memory, if this machine has a file system for that with room for several sites.
 * The tests make and remove thousands of small files, which takes a fifth of their processor time on some disks.
 */
async function withMemoryFiles(run: (variables: NodeJS.ProcessEnv) => Promise<void>): Promise<void> {
  if (!hasMemoryFiles()) return run({})
  const directory = mkdtempSync(join(MEMORY_FILES, 'plimsoll-tests-'))
  chmodSync(directory, 0o755) // As in /tmp, tests that are another user can enter it.
  try {
    await run({ TMPDIR: directory })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function hasMemoryFiles(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY_FILES)
    return type === TMPFS && bavail * bsize > 2 * 2 ** 30
  } catch {
    return false
  }
}

/** Runs a development tool. The tool counts as one test. */
async function check(command: string, args: string[]): Promise<void> {
  const result = await execa(command, args, { cwd: root, reject: false, stdio: ['ignore', 2, 2] })
  console.error(`${result.failed ? '✗' : '✓'} ${command} ${args.join(' ')}`)
  if (result.failed) counts.failures.push(`${command} ${args.join(' ')}`)
  else counts.passed++
}

/**
 * Runs the tests of some projects of vitest.config.ts.
 * @param args further arguments of vitest
 * @param variables environment variables of the tests
 */
async function vitest(projects: string[], args: string[] = [], variables: NodeJS.ProcessEnv = {}): Promise<void> {
  const results = join(root, `.cache/test-results-${projects.join('-')}.json`)
  rmSync(results, { force: true })
  const ended = await execa(
    process.execPath,
    [
      ...[join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects.map((name) => `--project=${name}`), ...args],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
    ],
    {
      ...{ cwd: root, reject: false, stdio: ['ignore', 2, 2] },
      env: { PLIMSOLL_PROCESSOR_TIMES: TIMES, ...variables, ...(full ? FULL : {}) },
    },
  )
  const { passed, skipped, failures } = readResults(
    results,
    root,
    `vitest ended with ${ended.exitCode ?? ended.signal} before it wrote its results: ${projects.join(', ')}`,
  )
  counts.passed += passed
  counts.skipped += skipped
  counts.failures.push(...failures)
}

/** The test files that took the most processor time, one line per file. */
function mostTime(): string {
  const files = readFileSync(TIMES, 'utf8').trim().split('\n')
  return files
    .map((line) => JSON.parse(line) as { name: string; seconds: number })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MOST)
    .map(({ name, seconds }) => `${`${seconds.toFixed(1)} s`.padStart(8)} ${relative(root, name)}`)
    .join('\n')
}
