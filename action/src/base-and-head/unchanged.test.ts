import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { workloadFile } from '../../test/workload-file.ts'
import { readInputs } from '../inputs/read-inputs.ts'
import { unchangedReason } from './unchanged.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const workload = (name: string, fields: Record<string, string> = {}) => ({
  [`.plimsoll/${name}.yml`]: workloadFile(name, { copy: '[{ from: ./data, to: . }]', ...fields }),
})
const image = '{ dockerfile: Dockerfile, context: image }'
const FILES = { ...workload('named'), data: 'a', 'README.md': 'a' }
const BUILT = {
  ...{ ...workload('built', { image }), data: 'a' },
  ...{ Dockerfile: 'FROM debian:13\nCOPY tool /\n', 'image/tool': 'a' },
}

function folder(files: Record<string, string>): string {
  const directory = mkdtempSync(join(scratch, 'version-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  return directory
}

/** Why nothing is measured, for these files of base and head. */
function reasonFor(base: Record<string, string>, head: Record<string, string>, inputs: Record<string, string> = {}) {
  const folders = { base: folder(base), head: folder(head) }
  const { request } = readInputs((name) => inputs[name] ?? '', folders.head)
  return unchangedReason(request, folders)
}

test('the reason names what was compared and what was not, by what the workloads use', () => {
  expect(reasonFor(FILES, { ...FILES, 'README.md': 'b' })).toBe(
    'Base and head have the same workload files and copied files (named), so there was nothing to measure. The contents of images were not compared.',
  )
  expect(reasonFor(BUILT, { ...BUILT, 'docs/a.md': 'b' })).toBe(
    'Base and head have the same workload files, copied files, Dockerfiles and build contexts (built), so there was nothing to measure. Base images and downloads of a Dockerfile were not compared.',
  )
})

test.each([
  ['a copied file', { data: 'b' }],
  ['the Dockerfile', { Dockerfile: 'FROM debian:12\nCOPY tool /\n' }],
  ['the build context', { 'image/tool': 'b' }],
  ['the home of the command', workload('built', { image, home: 'slot' })],
  ['the workload file', workload('built', { image, timeout: '5' })],
])('a change of %s is measured', (_, change) => {
  expect(reasonFor(BUILT, { ...BUILT, ...change })).toBeNull()
})

test('of named workloads, only those count', () => {
  const both = { ...BUILT, ...workload('named') }
  const changed = { ...both, 'image/tool': 'b' }
  expect(reasonFor(both, changed, { workloads: 'named' })).toContain('(named)')
  expect(reasonFor(both, changed, { workloads: 'named built' })).toBeNull()
})

test('a workload that only one version has is named as not compared; without a common workload, head is measured', () => {
  const reason = reasonFor(FILES, { ...FILES, ...workload('added') })
  expect(reason).toMatch(/ These workloads are not in base, so they are not compared: added\.$/)
  expect(reasonFor({ data: 'a' }, FILES)).toBeNull()
})

test('two images are measured, and one image for both is not', () => {
  const images = (base: string, head: string) => ({ 'base-variant': `image=${base}`, 'head-variant': `image=${head}` })
  expect(reasonFor(FILES, FILES, images('node:22', 'node:24'))).toBeNull()
  expect(reasonFor(FILES, FILES, images('node:22', 'node:22'))).toContain('The contents of images were not compared.')
})

test('a param that the versions do not have is refused with the name of the input', () => {
  const inputs = { workloads: 'named', params: 'size=1' }
  expect(() => reasonFor(FILES, FILES, inputs)).toThrow(/^Unknown parameter /)
})

test('the default home, when it is written down, changes nothing', () => {
  const written = workload('built', { image, home: 'image' })
  expect(reasonFor(BUILT, { ...BUILT, ...written })).not.toBeNull()
})
