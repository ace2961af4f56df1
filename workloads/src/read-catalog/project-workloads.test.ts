import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { beforeEach, expect, test } from 'vitest'
import { makeProject, makeScratch, VALID } from '../../test/project-workload.ts'
import { definitionDigest, workloadDigest } from './catalog.ts'
import { findWorkloads, listProjectWorkloads, readProjectWorkload } from './project-workloads.ts'

const scratch = makeScratch()

let project: string
let file: string

beforeEach(() => {
  project = makeProject(scratch)
  file = join(project, '.plimsoll/mine.yml')
})

test('a project has the workloads of its .plimsoll beside the catalog', () => {
  const { workloads } = findWorkloads(project)
  expect(workloads.find(({ workload }) => workload === 'mine')).toMatchObject({ project, times: 3, timeout: 900 })
  expect(workloads.find(({ workload }) => workload === 'npm-ci')).toMatchObject({ project: null })
  expect(listProjectWorkloads(scratch)).toEqual({ workloads: [], problems: [] })
})

test('a file can be named, wherever it lies', () => {
  const other = join(project, 'other.yml')
  writeFileSync(other, VALID.replace('mine', 'other'))
  const { workloads, names } = findWorkloads(project, ['npm-ci', 'other.yml', '.plimsoll/mine.yml'])
  expect(names).toEqual(['npm-ci', 'other', 'mine'])
  expect(workloads.filter(({ workload }) => workload === 'mine')).toHaveLength(1)
  writeFileSync(join(project, 'mine.yml'), VALID.replace('Mine', 'Another'))
  expect(() => findWorkloads(project, ['mine.yml'])).toThrow(
    'mine.yml defines the workload mine, but another workload has the same name',
  )
})

test('a file that cannot be used does not hide the others', () => {
  writeFileSync(join(project, '.plimsoll/broken.yml'), 'workload: broken\n')
  writeFileSync(join(project, '.plimsoll/late.yaml'), VALID)
  const { workloads, problems } = listProjectWorkloads(project)
  expect(workloads.map(({ workload }) => workload)).toEqual(['mine'])
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^\.plimsoll\/broken\.yml:1: the file is missing the field title\. Line 1: /),
    'Unsupported file name .plimsoll/late.yaml: rename it to end in .yml.',
  ])
})

test('a chosen workload fails with the error of its own file, and an unknown one with that of no file', () => {
  const files = { aaa: 'workload: x\n', late: 'workload: late\n', other: VALID.replace('mine', 'elsewhere') }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, `.plimsoll/${name}.yml`), text)
  const choosing = (name: string) => () => findWorkloads(project, [name])
  expect(choosing('late')).toThrow(/^\.plimsoll\/late\.yml:1: the file is missing the field title/)
  expect(choosing('elsewhere')).toThrow('the workload is named elsewhere, but its file is named other.yml')
  expect(choosing('typo')().names).toEqual(['typo'])
})

test.each([
  ['UTF-16', 'utf16le'],
  ['Latin-1', 'latin1'],
] as const)('a file in %s is refused with the name of the encoding', (name, encoding) => {
  writeFileSync(file, Buffer.from(VALID.replace('Mine', 'Späße'), encoding))
  expect(() => readProjectWorkload(file)).toThrow(
    `.plimsoll/mine.yml is not UTF-8, but seems to be ${name}. Save it as UTF-8 in your editor.`,
  )
})

test('a file whose name ends in .YML is reported, not ignored', () => {
  writeFileSync(join(project, '.plimsoll/loud.YML'), VALID)
  expect(listProjectWorkloads(project).problems.map(({ message }) => message)).toEqual([
    'Unsupported file name .plimsoll/loud.YML: rename it to end in .yml.',
  ])
})

test('a file with several errors has one message with all of them, unknown fields before missing ones', () => {
  const refused = (text: string) => {
    writeFileSync(join(project, '.plimsoll/typo.yml'), text.replace('mine', 'typo'))
    const { problems } = listProjectWorkloads(project)
    rmSync(join(project, '.plimsoll/typo.yml'))
    return problems.map(({ message }) => message).find((message) => message.includes('typo.yml'))
  }
  const lineOf = (field: string) => 1 + VALID.split('\n').findIndex((line) => line.startsWith(field))
  expect(refused(VALID.replace('metrics:', 'metric:').replace('title:', 'titel:'))).toBe(
    `.plimsoll/typo.yml:${lineOf('title:')}: the file has an unknown field titel (did you mean title?). ` +
      `Line ${lineOf('metrics:')}: the file has an unknown field metric (did you mean metrics?).`,
  )
  expect(refused(`${VALID}titles: 1\n`)).toMatch(/: the file has an unknown field titles\.$/)
  const many = Array.from({ length: 8 }, (_, index) => `extra${index}: 1\n`).join('')
  expect(refused(`${VALID}${many}`)).toMatch(
    /^\S+:\d+: (Line \d+: |the file has an unknown field extra\d\. ){9}3 more\.$/,
  )
})

test('the digest depends on the file and its inputs from the project only', () => {
  const digest = () => workloadDigest(readProjectWorkload(file), { size: 1 })
  const first = digest()
  writeFileSync(join(project, 'unused'), 'x')
  expect(digest()).toBe(first)
  const digests = ['fixtures/a', 'one.txt', 'Dockerfile', 'app/main', 'app/new'].map((name) => {
    writeFileSync(join(project, name), 'changed')
    return digest()
  })
  writeFileSync(join(project, 'app/.dockerignore'), 'log\n')
  digests.push(digest())
  writeFileSync(file, VALID.replace('touch', 'echo'))
  digests.push(digest())
  expect(new Set([first, ...digests]).size).toBe(digests.length + 1)
  writeFileSync(join(project, 'app/log'), 'ignored')
  expect(digest()).toBe(digests.at(-1))
})

test('the digest of what a workload is depends on its file and its fixtures, not on texts for readers or on the measured code', () => {
  const [code, data] = [join(project, 'fixtures/code.js'), join(project, 'fixtures/data.txt')]
  for (const name of [code, data]) writeFileSync(name, '1')
  const text = VALID.replace('times: 3', 'times: 3\nfixtures: [./fixtures/data.txt]')
  const digests = (written: string) => {
    writeFileSync(file, written)
    const workload = readProjectWorkload(file)
    return { is: definitionDigest(workload), measures: workloadDigest(workload, {}) }
  }
  const first = digests(text)
  expect(digests(text.replace('Mine', 'Other title')).is).toBe(first.is)
  expect(digests(text.replace('times: 3', 'times: 4')).is).not.toBe(first.is)
  writeFileSync(code, '2')
  const other = digests(text)
  expect([other.is === first.is, other.measures === first.measures]).toEqual([true, false])
  writeFileSync(data, '2')
  expect(digests(text).is).not.toBe(first.is)
  expect(
    findWorkloads(project)
      .workloads.map(definitionDigest)
      .filter((digest) => digest !== null),
  ).toHaveLength(1)
})

test('the digest of the same project elsewhere is the same', () => {
  const other = mkdtempSync(join(scratch, 'other-'))
  execaSync('cp', ['-r', `${project}/.`, other])
  expect(workloadDigest(readProjectWorkload(join(other, '.plimsoll/mine.yml')), { size: 1 })).toBe(
    workloadDigest(readProjectWorkload(file), { size: 1 }),
  )
})
