import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { MeasureRequest } from '../measure-request/request.generated.ts'
import { comparableWorkloads, comparingRequest, removedReason } from './comparing-request.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
afterAll(() => rmSync(directory, { recursive: true }))

function project(name: string, workloads: string[]): string {
  mkdirSync(join(directory, name, '.plimsoll'), { recursive: true })
  for (const workload of workloads)
    writeFileSync(
      join(directory, name, `.plimsoll/${workload}.yml`),
      `workload: ${workload}
title: Count
question: How long?
image: { name: debian:13 }
run: ['true']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [native]
`,
    )
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
])('of %j, the workloads of both versions are compared, and the others are named', (named, parts) => {
  expect(comparableWorkloads(folders, named)).toEqual(parts)
})

test('a head without any workload of base is not measured, unless base has none or the inputs name workloads', () => {
  const none = project('none', [])
  expect(removedReason({ ...folders, head: none }, [])).toBe(
    'These workloads are not in head, so they are not compared: count, gone. Head has no other workloads, so nothing was measured.',
  )
  expect(removedReason({ ...folders, head: none }, ['npm-ci'])).toBeNull()
  expect(removedReason({ base: none, head: none }, [])).toBeNull()
  expect(removedReason(folders, [])).toBeNull()
})

test('a head with other workloads than base is measured, and a note names those of base', () => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const request = { workloads: [], variants: null } as unknown as MeasureRequest
  const { notes } = comparingRequest(request, { ...folders, head: project('renamed', ['counts']) })
  stdout.mockRestore()
  expect(notes?.map(({ code }) => code)).toEqual(['new-workloads', 'one-variant'])
  expect(notes?.[1]?.text).toBe('These workloads are not in head, so they are not compared: count, gone.')
})
