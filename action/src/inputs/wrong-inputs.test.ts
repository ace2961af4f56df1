import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import { describe, expect, test } from 'vitest'
import { workloadFile } from '../../test/workload-file.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { assertEngines } from '../steps/find-or-set-up-engine.ts'
import { assertRequest } from './assert-request.ts'
import type { InputDeclarations } from './input-declaration.ts'
import { MEASURE_INPUTS, REQUEST_INPUTS, STEP_INPUTS } from './measure-inputs.ts'
import { readInputs, readReportInputs } from './read-inputs.ts'
import { REPORT_INPUTS } from './report-inputs.ts'

const project = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
mkdirSync(join(project, '.plimsoll'))
writeFileSync(join(project, '.plimsoll/own.yml'), workloadFile('own', { params: '{ size: [1, 2] }' }))
writeFileSync(join(project, '.plimsoll/host.yml'), workloadFile('host', { scenarios: '[native]' }))

type InputTexts = Record<string, string>
const reader = (inputs: InputTexts) => (name: string) => inputs[name] ?? ''

/** All checks that a measuring step makes before it starts anything, on a runner that has Docker. */
function measuring(given: InputTexts): MeasureRequest {
  const request = readInputs(reader(given), project).request
  assertRequest(request, true)
  assertEngines(request, ['docker'])
  return request
}

const reporting = (given: InputTexts) => readReportInputs(reader({ documents: 'x', ...given }))

/** For inputs: invalid values, and the beginning of the error message. */
type Table = Record<string, { wrong: string[]; sentence: string }>

const AMOUNT = (from: number, to: number) => `takes a whole number from ${from} to ${to}`
const WRONG_NUMBERS = ['0', '-1', '1.5', '1e2', 'many', '99999999999']
const KEY = {
  wrong: ['My Key', 'a/b', 'x'.repeat(65), '-->'],
  sentence: 'takes lower-case letters, digits and hyphens, at most 64',
}
const REGISTRY = {
  wrong: ['http://plimsoll.example', 'results', '/srv/results', 'github:example', 'https://a:b@plimsoll.example'],
  sentence: 'takes https://… or github:OWNER/REPO.',
}
const YES = { wrong: ['1', 'yes'], sentence: 'takes one of true, false' }
const TOKEN = {
  wrong: ['two words', 'a\nb', 'a\u0000b'],
  sentence: 'takes a token: one word without spaces.',
}

const COMMAND = { wrong: ['--all', 'a\u0007b'], sentence: 'takes a command' }

const MEASURE: Table = {
  run: COMMAND,
  image: { wrong: ['UPPER', 'a b'], sentence: 'takes the name of an image, such as node:24' },
  dockerfile: {
    wrong: ['/etc/hostname', '-f'],
    sentence: 'takes a path in the repository',
  },
  setup: COMMAND,
  prepare: COMMAND,
  workloads: { wrong: ['own --all'], sentence: 'takes names' },
  params: { wrong: ['small', '=1'], sentence: 'takes values such as size=small' },
  scenarios: { wrong: ['bind --all'], sentence: 'takes names' },
  engines: {
    wrong: ['dokcer', 'docker podman', 'podman'],
    sentence: 'takes all, none, or available engines (docker)',
  },
  compare: {
    wrong: ['-main', 'a b', 'a:b'],
    sentence: 'takes base, none, or a branch, a tag or a commit',
  },
  'base-variant': {
    wrong: ['docker', 'dir=/', 'image=', 'engine=a,engine=b'],
    sentence: 'takes engine=NAME, image=NAME, or both',
  },
  'head-variant': { wrong: ['docker', 'dir=/'], sentence: 'takes engine=NAME, image=NAME, or both' },
  threshold: { wrong: ['lots', '0', '5 %', '1001%', '-1'], sentence: 'takes a share such as 5% or 0.05' },
  alpha: { wrong: ['lots', '0', '51%'], sentence: 'takes a share such as 5% or 0.05' },
  rounds: { wrong: WRONG_NUMBERS, sentence: AMOUNT(1, 1000) },
  seed: { wrong: ['-1', '1.5', '4294967296'], sentence: AMOUNT(0, 4_294_967_295) },
  budget: { wrong: ['ten minutes', '0m', '10'], sentence: 'takes a time such as 90s, 10m or 1h30m' },
  'fail-on': {
    wrong: ['faster', 'slower faster'],
    sentence: 'takes one of slower, inconclusive, unreliable',
  },
  comment: { wrong: ['yes', 'True', '0'], sentence: 'takes one of true, changes, false' },
  check: YES,
  'comment-key': KEY,
  'start-engine': { wrong: ['podman', 'Lima'], sentence: 'takes one of lima, colima' },
  'vm-type': { wrong: ['kvm', 'VZ'], sentence: 'takes one of vz, qemu' },
  'mount-type': { wrong: ['nfs', 'sshfs'], sentence: 'takes one of 9p, virtiofs, reverse-sshfs' },
  cpus: { wrong: [...WRONG_NUMBERS, '257'], sentence: AMOUNT(1, 256) },
  memory: { wrong: [...WRONG_NUMBERS, '8GiB', '1025'], sentence: AMOUNT(1, 1024) },
  'on-unsupported': { wrong: ['ignore'], sentence: 'takes one of skip, fail, emulate' },
  'allow-fork-on-self-hosted': YES,
  dir: {
    wrong: ['relative', '~/there', '/etc/hostname', '/etc/hostname/x', '/proc/x', '/dev/null/x', '/a\nb'],
    sentence: 'takes the absolute path of a folder',
  },
  registry: REGISTRY,
  'signing-config': {
    wrong: ['package.json', '/none.json', '/', 'a\nb'],
    sentence: 'takes the absolute path of a file',
  },
  'allow-private': YES,
  token: TOKEN,
}

/** The inputs that only the report action has. */
const REPORT: Table = {
  documents: { wrong: ['', ' , '], sentence: 'takes run documents, or folders that contain them' },
  jobs: { wrong: [...WRONG_NUMBERS, '257'], sentence: AMOUNT(1, 256) },
  hashes: {
    wrong: [
      ...['sha256', '""', '1', 'null', '[]', '{', '{"hash-0":1}', '{"hash-0":"sha256:0a"}'],
      ...[`sha256:${'0a'.repeat(32)}`, `{"hash-0":"sha256:${'0A'.repeat(32)}"}`, `["sha256:${'0a'.repeat(32)}"]`],
    ],
    sentence: 'takes the outputs of the measuring jobs as JSON: toJSON(needs.measure.outputs)',
  },
}

describe.each([
  ['the measuring action', MEASURE_INPUTS, MEASURE, measuring],
  ['the report action', REPORT_INPUTS, REPORT, reporting],
] as const)('%s', (_, declared, table, look) => {
  test.each(namesOf(declared))('%s rejects a text that no input takes', (name) => {
    const { message } = refusal(() => look({ [name]: '-é\u0007' }))
    expect(message).toMatch(name === 'suite' ? /^Unknown suite '-é/ : new RegExp(`^The input '${name}' takes `))
  })

  const wrong = Object.entries(table).flatMap(([name, { wrong, sentence }]) =>
    wrong.map((text) => [name, text, sentence] as const),
  )
  test.each(wrong)('%s rejects %j', (name, text, sentence) => {
    const problem = refusal(() => look({ [name]: text }))
    expect(problem.message.startsWith(`The input '${name}' ${sentence}`), problem.message).toBe(true)
    expect(problem.message).toMatch(/^[^\n]+\.$/)
    expect(problem.exitCode).toBe(2)
  })
})

test.each<[InputTexts, string]>([
  [{ workloads: 'own', params: 'colour=red' }, "Unknown parameter 'colour' (available: size)."],
  [
    { rounds: '13' },
    'Invalid number of rounds for a check: 13. Choose 14 to 50 rounds. The error rates of verdicts are known only in this range.',
  ],
  [
    { suite: 'quick', params: 'size=1' },
    `The inputs 'params' and 'suite' cannot be used together: a suite has its own params. Remove one.`,
  ],
  [{ image: 'node:24' }, "The input 'image' needs the input 'run'. Add it, or use a workload file."],
  [
    { run: 'true', suite: 'quick' },
    "The inputs 'run' and 'suite' cannot be used together: 'run' describes the only workload.",
  ],
  [
    { run: 'true', image: 'a', dockerfile: '.plimsoll/own.yml' },
    "The inputs 'image' and 'dockerfile' cannot be used together. Remove one.",
  ],
  [
    { 'base-variant': 'image=a', 'head-variant': 'engine=docker' },
    'Only head names an engine. Give base one too, such as engine=docker, or remove the engine from head.',
  ],
  [
    { 'base-variant': 'engine=docker', 'head-variant': 'engine=podman' },
    `The input 'head-variant' takes available engines (docker), not "podman".`,
  ],
  [
    { 'start-engine': 'colima', 'on-unsupported': 'emulate' },
    "With 'start-engine: colima', the input 'on-unsupported' takes skip or fail: only Lima can be emulated.",
  ],
  [
    { 'mount-type': 'virtiofs' },
    `The input 'mount-type' needs a virtual machine. Add 'start-engine: lima' or 'start-engine: colima', or remove 'mount-type'.`,
  ],
  [
    { cpus: '2' },
    `The input 'cpus' needs a virtual machine. Add 'start-engine: lima' or 'start-engine: colima', or remove 'cpus'.`,
  ],
  ...['lima', 'colima'].map((engine): [InputTexts, string] => [
    { 'start-engine': engine, dir: tmpdir() },
    `The inputs 'dir' and 'start-engine' cannot be used together, because the virtual machine shares its own folder. Remove one.`,
  ]),
  ...['podman', 'none'].map((engine): [InputTexts, string] => [
    { 'start-engine': 'lima', engines: engine },
    `With 'start-engine: lima', the input 'engines' takes all or lima, not "${engine}".`,
  ]),
  ...([{ scenarios: 'native' }, { engines: 'none' }, { workloads: 'host' }] as InputTexts[]).map(
    (given): [InputTexts, string] => [
      { ...given, 'base-variant': 'image=a' },
      "Only the host is measured, without an image. Remove image= from the input 'base-variant'.",
    ],
  ),
  [
    { engines: 'none', scenarios: 'bind' },
    `With 'engines: none', the input 'scenarios' takes only native, not "bind".`,
  ],
])('%j is rejected: %s', (given, sentence) => {
  expect(refusal(() => measuring(given)).message).toBe(sentence)
})

test.each<InputTexts>([
  { 'mount-type': '9p', 'on-unsupported': 'emulate' },
  { scenarios: 'native layer', 'base-variant': 'image=a' },
  { engines: 'none', scenarios: 'native bind' },
])('%j can be combined', (given) => {
  measuring(given)
})

test('the checked folder stays unchanged', () => {
  measuring({ dir: join(project, 'some/where') })
  measuring({ dir: project })
  expect(readdirSync(project)).toEqual(['.plimsoll'])
})

test('a wrong token is not shown', () => {
  for (const look of [measuring, reporting])
    expect(refusal(() => look({ token: 'ghs_half other' })).message).not.toContain('ghs_half')
})

test.each(namesOf({ ...REQUEST_INPUTS, ...STEP_INPUTS }))(
  'no flag, letter outside ASCII or control character of %s reaches the request',
  (name) => {
    for (const text of ['--all', 'é', 'a\u0007b'])
      expect(JSON.stringify(requestOf({ [name]: text }))).not.toContain(JSON.stringify(text))
  },
)

function namesOf(declared: InputDeclarations): string[] {
  return Object.values(declared).map(({ name }) => name)
}

/** The request of a measuring step. Null if the step refuses an input. */
function requestOf(given: InputTexts): MeasureRequest | null {
  try {
    return measuring(given)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

function refusal(look: () => unknown): Problem {
  try {
    look()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was taken.')
}
