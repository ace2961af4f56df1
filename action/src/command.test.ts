import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runInDirectory } from '../test/command-in-process.ts'
import { makeProgram } from './command.ts'
import { FORMATS, RUN_FORMATS } from './report/formats.ts'

const EXAMPLE = fileURLToPath(new URL('../../examples/run.json', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
writeFileSync(join(scratch, 'interrupted.journal'), '')

const plimsoll = (...args: string[]) => runInDirectory(scratch, args)

// Each subcommand has its own help: see .github/tools/reference/reference.test.ts.
test('help lists all commands, each in one line, and fits on one screen', async () => {
  const { exitCode, stdout } = await plimsoll('--help')
  expect(exitCode).toBe(0)
  const { commands } = makeProgram(() => {})
  for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command.name()}  +\\S.*\\S$`, 'm'))
  const lines = stdout.split('\n')
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
})

test.each([
  [['rnu'], "unknown command 'rnu'\n(Did you mean run?)\nAdd --help to see the usage."],
  [['report'], "missing required argument 'file'\nAdd --help to see the usage."],
  [['run', '--enigne', 'none'], "unknown option '--enigne'\n(Did you mean --engine?)"],
  [['run', '--rounds', '0'], 'It takes a whole number from 1 to 1000.'],
  [['run', '--suite', 'nope'], "Unknown suite 'nope' (available: "],
  [['run', '--suite', 'quik'], "Unknown suite 'quik' (did you mean quick? available: "],
  [['run', '--workload', 'NPM-CII'], "Unknown workload 'NPM-CII' (did you mean npm-ci? available: "],
  [['run', '--scenario', 'bnd'], "Unknown scenario 'bnd' (did you mean bind? available: "],
  [
    ['run', '--workload', 'npm-ci', '--param', 'size=smal'],
    "Invalid value 'smal' for parameter 'size' (did you mean small? available: ",
  ],
  [['run', '--workload', 'npm-ci', '--param', 'size'], 'It takes name=value.'],
  [['run', '--workload', 'npm-ci', '--param', 'sise=cra'], "Unknown parameter 'sise' (available: size)."],
  [['run', '--workload', 'npm-ci', '--param', 'constructor=1'], "Unknown parameter 'constructor' (available: size)."],
  [['run', '--param', 'size=cra'], 'Values of parameters need the names of workloads.'],
  [['run', '--suite', 'quick', '--param', 'size=cra'], "'--param <name=value...>' cannot be used with option '--suite"],
  [['run', '--resume', EXAMPLE, '--param', 'a=b'], "'--param <name=value...>' cannot be used with option '--resume"],
  ...[
    ['--suite', 'quick'],
    ['--workload', 'metadata'],
    ['--scenario', 'native'],
    ['--engine', 'none'],
    ['--rounds', '3'],
    ['--seed', '1'],
    ['--budget', '1m'],
    ['--journal', 'other.journal'],
    ['--synced', '.'],
  ].map((flag): [string[], string] => [
    ['run', '--resume', 'a.journal', ...flag],
    `cannot be used with option '${flag[0]} <`,
  ]),
  [['run', '--synced', 'nope', '--engine', 'none'], "argument 'nope' is invalid. It takes an existing folder."],
  [['--quiet', '--debug', 'help', 'rnu'], "unknown command 'rnu'\n(Did you mean run?)\nAdd --help to see the usage."],
  [['run', '--engine', 'docker', 'none'], '`all` and `none` cannot be combined with other engines.'],
  [
    ['run', '--variant', 'base=engine=docker', '--variant', 'head=image=a'],
    'Only base names an engine. Give head one too',
  ],
  [
    ['run', '--variant', 'base=engine=docker', '--variant', 'head=engine=podman', '--engine', 'docker'],
    'Base and head already name their engines. Remove the engines of the run (--engine, ',
  ],
  [['run', '--base', '.', '--rounds', '13'], 'Invalid number of rounds for a check: 13. Choose 14 to 50 rounds.'],
  [['report', 'nope.json'], 'File not found: nope.json. Check the path.'],
  ...['report', 'compare', 'validate', 'publish'].map((command): [string[], string] => [
    [command, '-', '-', ...(command === 'publish' ? ['--registry', 'other'] : [])],
    '- is given twice, but standard input can be read only once. Name a file for the other.',
  ]),
  ...[['report', EXAMPLE], ['run']].map((args): [string[], string] => [
    [...args, '--format', 'pdf'],
    `Allowed choices are ${RUN_FORMATS.join(', ')}.`,
  ]),
  ...[['compare', EXAMPLE, EXAMPLE], ['replicate', EXAMPLE], ['doctor'], ['list']].map((args): [string[], string] => [
    [...args, '--format', 'pdf'],
    `Allowed choices are ${FORMATS.join(', ')}.`,
  ]),
  [['report', EXAMPLE, EXAMPLE, '--format', 'bencher'], 'The format bencher takes one run. Report each run by itself.'],
  [['run', '--out', '.'], '. already exists'],
  [['run', '--out', 'no/such/folder/run.json'], 'Cannot write to the folder '],
  [['run', '--journal', EXAMPLE], 'already exists. Choose another name with --journal'],
  [['run', '--out', `${scratch}/interrupted`], 'Continue that run with `plimsoll run --resume '],
  [
    ['run', '--engine', 'none', '--out', `${scratch}/one.json`, '--journal', `${scratch}/./one.json`],
    'The document and the journal cannot be the same file',
  ],
  [['run', 'extra'], 'too many arguments'],
  [['run', '--request', 'nope.json'], 'nope.json is not a request (ENOENT'],
  [['run', '--request', EXAMPLE], 'is not a request (it names no project and no engines)'],
  [['run', '--request', 'nope.json', '--no-rest'], "'--request <file>' cannot be used with option '--no-rest'"],
  [['doctor', '--request', 'nope.json', '--ssh', 'vm'], "'--request <file>' cannot be used with option '--ssh"],
])('%j is bad usage: exit 2, one sentence, no stack trace', async (args, message) => {
  const { exitCode, stderr } = await plimsoll(...args)
  expect(exitCode).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/\n\s+at /)
})

test('a missing engine gives exit code 3 and a list of available engines', async () => {
  const { exitCode, stderr } = await plimsoll('run', '--engine', 'orbstack-of-another-machine')
  expect(exitCode).toBe(3)
  expect(stderr).toMatch(
    /Engine 'orbstack-of-another-machine' not found\. Available: .*\. Run `plimsoll doctor` for details\./,
  )
})

test('validate lists valid files, gives the pointer of each error, and exits with 1', async () => {
  const bad = join(scratch, 'bad.json')
  writeFileSync(bad, '{"schemaVersion": 1, "schemaVersion": 1}')
  expect(await plimsoll('validate', EXAMPLE)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/valid · [a-z2-7]{26} · sha256:[0-9a-f]{64}$/),
  })
  const { exitCode, stderr, stdout } = await plimsoll('validate', bad, EXAMPLE)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`${bad}: /schemaVersion: `)
  expect(stdout).toContain('valid · ')
})

test('a report of an invalid run document is bad input', async () => {
  const bad = join(scratch, 'no.json')
  writeFileSync(bad, '[]')
  expect(await plimsoll('report', bad)).toMatchObject({
    exitCode: 2,
    stderr: `${bad} is not a valid run document: must be an object, not a list. See \`plimsoll validate ${bad}\`.`,
  })
  for (const [text, reason] of [
    ['\ufeff{}', 'begins with a byte order mark; save the document without the mark'],
    ['{}\ndone', 'there is text after the end of the document (line 2, column 1)'],
  ] as const) {
    writeFileSync(bad, text)
    expect((await plimsoll('report', bad)).stderr).toContain(`is not a valid run document: ${reason}. See`)
  }
})

test('list as JSON has the catalog, the suites, the scenarios and the engines', async () => {
  const { stdout } = await plimsoll('list', '--format', 'json')
  const listed = JSON.parse(stdout)
  expect(listed.workloads.map(({ workload }: { workload: string }) => workload)).toContain('npm-ci')
  expect(listed.suites.map(({ suite }: { suite: string }) => suite)).toEqual(
    expect.arrayContaining(['mac-2025', 'quick']),
  )
  const scenarios = listed.scenarios.map(({ id }: { id: string }) => id)
  for (const id of ['native', 'layer', 'volume', 'bind-volume', 'bind']) expect(scenarios).toContain(id)
})

test('list prints the same scenarios in every format', async () => {
  const printed = async (format: string) => (await plimsoll('list', '--format', format)).stdout
  const [csv, json] = [await printed('csv'), await printed('json')]
  const [markdown, table] = [await printed('markdown'), await printed('table')]
  const ids = JSON.parse(json).scenarios.map(({ id }: { id: string }) => id)
  expect(ids).toContain('bind-volume')
  const named = (text: string, line: RegExp) => [...text.matchAll(line)].map(([, id = '']) => id.replaceAll('\\', ''))
  expect(named(csv, /^scenario,([^,]*),/gm)).toEqual(ids)
  const [, listed = ''] = markdown.split('### Scenarios\n')
  expect(named(listed.split('\n###')[0] as string, /^\| ([a-z][a-z\\-]*) \|/gm)).toEqual(ids)
  const [, rows = ''] = table.split(/^Scenarios\n.*\n/m)
  expect(named(rows.split('\n\n')[0] as string, /^([a-z-]+) {2}/gm)).toEqual(ids)
})
