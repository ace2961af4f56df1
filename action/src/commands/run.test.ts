import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_REST } from '@plimsoll/workloads'
import { expect, test } from 'vitest'
import { runInDirectory } from '../../test/command-in-process.ts'
import { workloadFile } from '../../test/workload-file.ts'
import { runCommand } from './run.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
mkdirSync(join(scratch, '.plimsoll'))

test('a workload whose command does not exist ends in one line with the number of its benchmarks and the reason', async () => {
  const file = '.plimsoll/sort-lines.yml'
  writeFileSync(join(scratch, file), workloadFile('sort-lines', { run: '[srot, lines.txt]', scenarios: '[native]' }))
  const flags = ['--engine', 'none', '--no-rest', '--rounds', '1', '--dir', join(scratch, 'home')]
  const args = ['run', '--workload', file, ...flags]
  const { exitCode, stdout } = await runInDirectory(scratch, args)
  expect(exitCode).toBe(1)
  expect(stdout.trim().split('\n').at(-1)).toBe(
    '⚠ Plimsoll: 1 of 1 benchmark failed: sort-lines: run srot: No such file or directory',
  )
})

test('a run without native or layer beside another scenario says what a ratio needs', async () => {
  const file = join(scratch, '.plimsoll/do-nothing.yml')
  writeFileSync(file, workloadFile('do-nothing', { scenarios: '[native]' }))
  const flags = ['--engine', 'none', '--no-rest', '--rounds', '1', '--dir', join(scratch, 'home')]
  const args = ['run', '--workload', file, ...flags, '--out', join(scratch, 'nothing.json')]
  const { stdout } = await runInDirectory(scratch, args)
  expect(stdout.trim().replaceAll(/\s+/g, ' ')).toMatch(
    /Nothing was compared\. A ratio needs the scenario native or layer, and another scenario of the same workload; --base compares with another version of the project\.$/,
  )
})

test('the flag describes the rest as the document does', () => {
  const flag = runCommand(() => {}).options.find(({ long }) => long === '--no-rest')
  expect(flag?.description).toContain(NO_REST.replace('no rest', 'rest'))
})
