import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'

const PLIMSOLL = fileURLToPath(new URL('../../bin/plimsoll.js', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test('a workload whose command does not exist ends in one line with the number of its benchmarks and the reason', async () => {
  mkdirSync(join(scratch, '.plimsoll'))
  const file = '.plimsoll/sort-lines.yml'
  writeFileSync(
    join(scratch, file),
    `workload: sort-lines
title: Sort lines
question: How long does it take to sort lines?
image: { name: unused }
run: [srot, lines.txt]
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [native]
`,
  )
  const args = [
    'run',
    '--workload',
    file,
    '--engine',
    'none',
    '--no-rest',
    '--rounds',
    '1',
    '--dir',
    join(scratch, 'home'),
  ]
  const { exitCode, stdout } = await execa(process.execPath, [PLIMSOLL, ...args], { reject: false, cwd: scratch })
  expect(exitCode).toBe(1)
  expect(stdout.trim().split('\n').at(-1)).toBe(
    '⚠ Plimsoll: 1 of 1 benchmark failed: sort-lines: run srot: No such file or directory',
  )
})
