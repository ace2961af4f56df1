import { mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runInDirectory } from '../../test/command-in-process.ts'

const EXAMPLE = fileURLToPath(new URL('../../../examples/run.json', import.meta.url))
const OWN = fileURLToPath(new URL('../../../examples/own-workload/.plimsoll/count-words.yml', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const validate = (args: string[]) => runInDirectory(scratch, ['validate', ...args])

test('a valid workload file is listed with the name of its workload', async () => {
  expect(await validate([OWN])).toMatchObject({ exitCode: 0, stdout: `${OWN}: valid · workload count-words` })
})

test('an invalid workload file gives all errors at once, each with its line, also those of rules beside those of the schema', async () => {
  mkdirSync(join(scratch, '.plimsoll'))
  const file = '.plimsoll/mine.yml'
  const text = readFileSync(OWN, 'utf8').replace('workload: count-words', 'workload: other\ncolour: red')
  const lines = text.replace(/^scenarios: .*$/m, 'scenarios: [layr]').split('\n')
  writeFileSync(join(scratch, file), lines.join('\n'))
  const line = (text: string) => 1 + lines.findIndex((line) => line.startsWith(text))
  const { exitCode, stdout, stderr } = await validate([file, EXAMPLE])
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining('valid · ') })
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^\.plimsoll\/mine\.yml:1: the workload is named other/),
    '.plimsoll/mine.yml:2: the file has an unknown field colour',
    expect.stringMatching(
      `^\\.plimsoll/mine\\.yml:${line('scenarios:')}: unknown scenario layr \\(did you mean layer\\? available: `,
    ),
  ])
})

test('several errors of YAML have a line each', async () => {
  writeFileSync(join(scratch, 'two.yml'), 'a: 1\na: 2\nb: !x 3\nb: 4\n')
  const { stderr } = await validate(['two.yml'])
  expect(stderr.match(/^two\.yml:\d+: invalid YAML/gm)).toEqual([
    'two.yml:2: invalid YAML',
    'two.yml:3: invalid YAML',
    'two.yml:4: invalid YAML',
  ])
})

test('a document with 3 GB is invalid because of its size', async () => {
  writeFileSync(join(scratch, 'large.json'), '')
  truncateSync(join(scratch, 'large.json'), 3e9)
  expect(await validate(['large.json'])).toMatchObject({
    exitCode: 1,
    stderr: 'large.json: (document): larger than 5 MB',
  })
})
