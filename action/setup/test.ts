// `npm test`: everything CI checks, in one command. Ends with the plain line `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { ensureEngine } from './engine.ts'
import { canInstallPackages, installPackages } from './packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const python = join(root, '.cache/python/bin/python3')
const results = join(root, '.cache/test-results.json')

let passed = 0
let failed = 0
let skipped = 0

try {
  await ensurePython()
  await ensureEngine({ install: true })
  await ensureBrowser()
  await check('biome', ['check', '.'])
  await check('npm', ['run', '--silent', 'typecheck'])
  await tests(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  failed++
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1

/** A virtual environment with the cross compiler and the second validator. */
async function ensurePython(): Promise<void> {
  const requirements = fileURLToPath(new URL('./requirements.txt', import.meta.url))
  const mark = join(root, '.cache/python/requirements.txt')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === readFileSync(requirements, 'utf8')) return
  console.error('Setting up Python packages for the tests…')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const make = () => execa('python3', ['-m', 'venv', '--clear', join(root, '.cache/python')], { reject: false })
  if ((await make()).failed) {
    if (!canInstallPackages()) throw new Problem(3, 'The tests need Python 3 with venv: install it (python3-venv).')
    await installPackages('python3-venv')
    if ((await make()).failed) throw new Problem(3, 'python3 -m venv does not work here.')
  }
  const install = await execa(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements], {
    reject: false,
    stdio: ['ignore', 2, 2],
  })
  if (install.failed) throw new Problem(3, 'pip could not install the packages the tests need.')
  await execa('cp', [requirements, mark])
}

async function ensureBrowser(): Promise<void> {
  if (existsSync('/usr/bin/chromium') || !canInstallPackages()) return
  await installPackages('chromium')
}

/** One command line of the development tools, counted as one test. */
async function check(command: string, args: string[]): Promise<void> {
  const result = await execa(command, args, {
    cwd: root,
    reject: false,
    stdio: ['ignore', 2, 2],
  })
  console.error(`${result.failed ? '✗' : '✓'} ${command} ${args.join(' ')}`)
  if (result.failed) failed++
  else passed++
}

async function tests(args: string[]): Promise<void> {
  await execa(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...args,
    ],
    {
      cwd: root,
      reject: false,
      stdio: ['ignore', 2, 2],
    },
  )
  const report = JSON.parse(readFileSync(results, 'utf8'))
  passed += report.numPassedTests
  failed +=
    report.numFailedTests +
    report.testResults.filter(
      (file: { status: string; assertionResults: unknown[] }) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    ).length
  skipped += report.numPendingTests + report.numTodoTests
  if (report.success === false && report.numFailedTests === 0 && failed === 0) failed++
}
