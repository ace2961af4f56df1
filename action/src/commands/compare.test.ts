import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runInDirectory } from '../../test/command-in-process.ts'

const documents = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const [A, B] = ['first', 'second'].map((at) =>
  documents(`site/documents/docker-for-mac-bench-2025-macos${at === 'first' ? '-first' : ''}.json`),
) as [string, string]
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const compare = (...args: string[]) => runInDirectory(scratch, ['compare', ...args])

test('a comparison of two documents has no verdict and exits with 0', async () => {
  const { stdout, stderr, exitCode } = await compare(A, B)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toMatch(
    /^The ratios of a transcribed run .*\n[\s\S]*\nnot a verdict: .*\n\nA: docker-for-mac-bench 1 · 2025-01-04 · .*\nB: .*\n/,
  )
  expect(stdout).toMatch(/ layer · lima +4\.23 s +3\.70 s +0\.874 /)
})

test('a file that is missing, invalid, the same again or one alone is bad input: exit 2, one sentence', async () => {
  const bad = join(scratch, 'bad.json')
  writeFileSync(bad, '{"schemaVersion": 1, "schemaVersion": 1}')
  const cases: [string[], string][] = [
    [[A, 'nope.json'], 'File not found: nope.json. Check the path.'],
    [
      [bad, B],
      `${bad} is not a valid run document: /schemaVersion: this key is given twice (line 1, column 37). See \`plimsoll validate ${bad}\`.`,
    ],
    [[A, A], `${A} and ${A} are the same document. Give two different runs.`],
    [[A], "error: missing required argument 'b'\nAdd --help to see the usage."],
  ]
  for (const [args, message] of cases) {
    expect(await compare(...args)).toMatchObject({ exitCode: 2, stdout: '', stderr: message })
  }
})
