import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRun, validateRun } from '@plimsoll/schema'
import { expect, onTestFinished, test } from 'vitest'
import { runInDirectory } from '../../test/command-in-process.ts'
import { fromHyperfine } from './from-hyperfine.ts'

/** As `hyperfine --runs 3 --export-json` of version 1.15 wrote it, without a few digits. */
const EXPORTED = {
  results: [
    {
      command: 'sort numbers.txt',
      mean: 0.0524,
      stddev: 0.0012,
      median: 0.0521,
      user: 0.04,
      system: 0.01,
      min: 0.0514,
      max: 0.0537,
      times: [0.0521, 0.0537, 0.05140000049],
      exit_codes: [0, 0, 0],
    },
    {
      command: 'sort -n numbers.txt | tail -1',
      mean: 0.0101,
      stddev: null,
      median: 0.0101,
      user: 0,
      system: 0,
      min: 0.01,
      max: 0.0102,
      times: [0.01, 0.0102],
      memory_usage_byte: [4096, 8192],
      exit_codes: [1, null],
    },
  ],
}

const convert = (value: unknown) => fromHyperfine(Buffer.from(JSON.stringify(value)), 'times.json', '2026-11-26')

test('a document of an export is valid, and has each time in ns, each memory size and each command', () => {
  const document = convert(EXPORTED)
  expect(validateRun(document)).toEqual([])
  expect(document.origin).toEqual({ kind: 'imported', tool: 'hyperfine' })
  expect(document.benchmarks.map(({ workload, samples }) => [workload, samples.map(({ values }) => values)])).toEqual([
    ['sort-numbers-txt', [{ duration: 52_100_000 }, { duration: 53_700_000 }, { duration: 51_400_000 }]],
    [
      'sort-n-numbers-txt-tail-1',
      [
        { duration: 10_000_000, memory: 4096 },
        { duration: 10_200_000, memory: 8192 },
      ],
    ],
  ])
  const texts = document.notes.map(({ text }) => text)
  expect(texts).toContain('sort-numbers-txt is the command “sort numbers.txt”.')
  expect(texts).toContain(
    'sort-n-numbers-txt-tail-1: 2 of 2 executions ended with another exit code than 0, and count because of an option of hyperfine.',
  )
})

test('commands that give the same name, or none, get distinct names', () => {
  const [first] = EXPORTED.results
  const results = ['a b', 'a-b', 'a b!', '🙂', '🙂🙂'].map((command) => ({ ...first, command }))
  const document = convert({ results })
  expect(document.benchmarks.map(({ workload }) => workload)).toEqual(['a-b', 'a-b-2', 'a-b-3', 'command', 'command-2'])
  expect(validateRun(document)).toEqual([])
})

const result = (change: object) => ({ results: [{ ...EXPORTED.results[0], ...change }] })

test.each<[string, unknown, string]>([
  ['a list', [], '(document): must be object'],
  ['a result without times', result({ times: undefined }), "/results/0: must have required property 'times'"],
  ['a negative time', result({ times: [1, -1, 1] }), '/results/0/times/1: must be >= 0'],
  ['a time of many days', result({ times: [1, 1, 1e9] }), '/results/0/times/2: must be <= 1000000'],
  ['too few exit codes', result({ exit_codes: [0] }), '/results/0/exit_codes: has 1 entries, but there are 3 times'],
])('%s is refused with its place', (_, value, message) => {
  expect(() => convert(value)).toThrow(message)
})

test.each([
  ['a text that is no JSON', 'command,mean\n', 'times.json is not what `hyperfine --export-json` writes'],
  ['a key that is there twice', '{"results":[],"results":[]}', '/results'],
  ['a number that no double holds', '{"results":[{"command":"a","times":[1e999]}]}', '/results/0/times/0'],
])('%s is refused', (_, text, message) => {
  expect(() => fromHyperfine(Buffer.from(text), 'times.json', '2026-11-26')).toThrow(message)
})

test('the command writes the document and prints its table', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'times.json')
  writeFileSync(file, JSON.stringify(EXPORTED))
  utimesSync(file, new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T12:00:00Z'))
  const args = ['import', 'times.json', '--out', 'run.json']
  const { exitCode, stdout, stderr } = await runInDirectory(folder, args)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Wrote run.json' })
  expect(readRun(readFileSync(join(folder, 'run.json'))).document.startedAt).toBe('2026-11-20')
  expect(stdout).toContain('52.1 ms')
  expect(stdout).toContain('Unknown machine')
  expect(await runInDirectory(folder, args)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('already exists'),
  })
})
