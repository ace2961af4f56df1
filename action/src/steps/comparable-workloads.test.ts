import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { comparableWorkloads } from './comparing-request.ts'

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
  [[], { requested: ['count', 'new'], both: ['count'], onlyHead: ['new'], others: [] }],
  [['npm-ci', 'count'], { requested: ['npm-ci', 'count'], both: ['count'], onlyHead: [], others: ['npm-ci'] }],
  [
    ['new', 'count', 'metadata'],
    { requested: ['new', 'count', 'metadata'], both: ['count'], onlyHead: ['new'], others: ['metadata'] },
  ],
])('of %j, the workloads of both versions are compared, and the others are named', (named, parts) => {
  expect(comparableWorkloads(folders, named)).toEqual(parts)
})
