import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runInDirectory } from '../../test/command-in-process.ts'

const example = fileURLToPath(new URL('../../../examples/own-workload/', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'plimsoll-list-'))

const list = (cwd: string, ...args: string[]) => runInDirectory(cwd, ['list', ...args])

test('a project finds its own workloads beside the catalog, marked as its own', async () => {
  const { stdout } = await list(example)
  expect(stdout).toMatch(/^This project's workloads\nWorkload +Question\ncount-words +How long/m)
  const { workloads } = JSON.parse((await list(example, '--format', 'json')).stdout)
  const own = (name: string) => workloads.find(({ workload }: { workload: string }) => workload === name)
  expect(own('count-words')).toMatchObject({ own: true, scenarios: ['layer', 'volume', 'bind', 'tmpfs'] })
  expect(own('npm-ci')).toMatchObject({ own: false })
  expect(JSON.stringify(workloads)).not.toContain(example.slice(0, -1))
})

test('a file that cannot be used is reported with its line, the list goes on, and the exit code is 2', async () => {
  mkdirSync(join(project, '.plimsoll'))
  writeFileSync(join(project, '.plimsoll/mine.yml'), 'workload: mine\ntitle: 3\n')
  const { stdout, stderr, exitCode } = await list(project)
  expect(stdout).toContain('npm-ci')
  expect(stdout).toContain('Available engines')
  expect(stderr).toMatch(
    /^\.plimsoll\/mine\.yml:2: \/title must be string\. Line 1: the file is missing the field question\. /,
  )
  expect(stderr.split('\n')).toHaveLength(1)
  expect(exitCode).toBe(2)
})
