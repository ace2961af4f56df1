import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { workloadFile } from '../../test/workload-file.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { comparableWorkloads, comparingRequest, removedReason } from './comparing-request.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))

function project(name: string, workloads: string[]): string {
  mkdirSync(join(directory, name, '.plimsoll'), { recursive: true })
  for (const workload of workloads)
    writeFileSync(join(directory, name, `.plimsoll/${workload}.yml`), workloadFile(workload, { scenarios: '[native]' }))
  return join(directory, name)
}

const folders = { base: project('base', ['count', 'gone']), head: project('head', ['count', 'new']) }

test.each([
  [[], { requested: ['count', 'new'], both: ['count'], onlyHead: ['new'], onlyBase: ['gone'], others: [] }],
  [
    ['npm-ci', 'count'],
    { requested: ['npm-ci', 'count'], both: ['count'], onlyHead: [], onlyBase: [], others: ['npm-ci'] },
  ],
  [
    ['new', 'count', 'metadata'],
    { requested: ['new', 'count', 'metadata'], both: ['count'], onlyHead: ['new'], onlyBase: [], others: ['metadata'] },
  ],
  [['gone', 'count'], { requested: ['count'], both: ['count'], onlyHead: [], onlyBase: ['gone'], others: [] }],
])('of %j, the workloads of both versions are compared, and the others are named', (named, parts) => {
  expect(comparableWorkloads(folders, named)).toEqual(parts)
})

test('a head without any requested workload of base is not measured, unless base has none', () => {
  const none = project('none', [])
  expect(removedReason({ ...folders, head: none }, [])).toBe(
    'These workloads are not in head, so they are not compared: count, gone. Head has no other workloads of the project, so nothing was measured.',
  )
  expect(removedReason(folders, ['gone', 'npm-ci'])).toBe(
    'These workloads are not in head, so they are not compared: gone. The inputs name no other workloads of the project, so nothing was measured.',
  )
  expect(removedReason({ ...folders, head: none }, ['npm-ci'])).toBeNull()
  expect(removedReason({ base: none, head: none }, [])).toBeNull()
  expect(removedReason(folders, [])).toBeNull()
})

test('of named workloads, notes name those that only one version has', () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const request = { workloads: ['gone', 'count', 'new'], variants: null } as unknown as MeasureRequest
  const { notes, workloads } = comparingRequest(request, folders)
  stdout.mockRestore()
  expect(workloads).toEqual(['count'])
  expect(notes).toEqual([
    { code: 'one-variant', text: 'These workloads are not in base, so they are not compared: new.' },
    { code: 'one-variant', text: 'These workloads are not in head, so they are not compared: gone.' },
  ])
})

test('a workload file that cannot be read in head is not taken as removed', () => {
  const broken = project('broken', ['count'])
  writeFileSync(join(broken, '.plimsoll/gone.yml'), 'workload: [')
  for (const named of [[], ['gone', 'count']])
    expect(comparableWorkloads({ ...folders, head: broken }, named)).toMatchObject({ onlyBase: [] })
})

test.each([
  [null, ['new-workloads', 'one-variant']],
  [{ base: {}, head: { image: 'node:24' } }, ['one-variant']],
])(
  'a head with other workloads than base is measured with variants %j, and a note names those of base',
  (variants, codes) => {
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const request = { workloads: [], variants } as unknown as MeasureRequest
    const { notes } = comparingRequest(request, { ...folders, head: project('renamed', ['counts']) })
    stdout.mockRestore()
    expect(notes?.map(({ code }) => code)).toEqual(codes)
    expect(notes?.at(-1)?.text).toBe('These workloads are not in head, so they are not compared: count, gone.')
  },
)
