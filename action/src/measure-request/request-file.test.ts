import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test } from 'vitest'
import type { MeasureRequest } from './request.generated.ts'
import requestSchema from './request.schema.json' with { type: 'json' }
import { readRequest, removeRequest, writeRequest } from './request-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('the schema of a request is one: it passes the meta-schema', () => {
  expect(new Ajv2020({ allowUnionTypes: true }).validateSchema(requestSchema)).toBe(true)
})

const FULL: Required<MeasureRequest> = {
  project: '/work',
  command: { workload: 'a', run: ['true'] },
  suite: 'quick',
  workloads: ['a'],
  params: [
    { name: 'size', value: '1' },
    { workload: 'a', name: 'size', value: '2' },
  ],
  scenarios: ['bind'],
  engines: ['all'],
  rounds: 14,
  seed: 0,
  author: 'A. Writer',
  budget: { text: '10m', seconds: 600 },
  noRest: true,
  variants: {
    base: { directory: '/base', engine: 'docker', image: null },
    head: { directory: '/head', engine: 'podman', image: 'node:24' },
  },
  alpha: 0.01,
  threshold: 0.05,
  dir: '/mnt',
  out: '/tmp/run.json',
  journal: '/tmp/run.journal',
  ssh: { destination: 'vm', config: null, share: { host: '/a', machine: '/b' } },
  setUp: { context: 'lima-x', requested: { vmType: 'vz', cpus: 4, memory: 8 * 2 ** 30 }, emulated: false },
  declared: { nfs: { directory: '/srv', address: '10.0.0.1', path: '/x', options: '' }, synced: '/s' },
  notes: [{ code: 'new-workloads', text: 'New in this pull request: a.' }],
}
const { project, workloads, params, scenarios, engines, declared } = FULL
const SMALLEST: MeasureRequest = { project, workloads, params, scenarios, engines, variants: null, declared }

test.each([
  ['every field', FULL],
  ['the required fields', SMALLEST],
  ['fields without a value', { ...SMALLEST, suite: undefined, rounds: undefined }],
])('a request with %s is read as it was written', (_, request) => {
  expect(readRequest(writeRequest(directory, request))).toEqual(JSON.parse(JSON.stringify(request)))
})

test('only this user can read a request, also one that replaces another', () => {
  const file = writeRequest(directory, FULL)
  expect(statSync(writeRequest(directory, SMALLEST)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(SMALLEST)
  removeRequest(directory)
  expect(existsSync(file)).toBe(false)
  removeRequest(directory)
})

test.each([
  ['a secret', { ...FULL, token: 'ghs_secret' }, 'request must NOT have additional properties'],
  ['too many rounds', { ...FULL, rounds: 1001 }, 'request/rounds must be <= 1000'],
  ['no engines', { ...FULL, engines: [] }, 'request/engines must NOT have fewer than 1 items'],
  [
    'one variant',
    { ...FULL, variants: { base: FULL.variants?.base } },
    "request/variants must have required property 'head'",
  ],
  ['no project', { ...SMALLEST, project: undefined }, "request must have required property 'project'"],
  ['another kind', [], 'request must be object'],
])('a request with %s is refused', (_, request, message) => {
  const file = join(directory, 'wrong.json')
  writeFileSync(file, JSON.stringify(request))
  expect(() => readRequest(file)).toThrow(`${file} is not a valid request: `)
  expect(() => readRequest(file)).toThrow(message)
})

test('a file that is missing, or no JSON, is refused with a sentence', () => {
  writeFileSync(join(directory, 'text'), 'rounds: 3')
  for (const name of ['text', 'nowhere'])
    expect(() => readRequest(join(directory, name))).toThrow(
      / is not a request \(.+\)\. Only Plimsoll's action writes requests\.$/,
    )
})
