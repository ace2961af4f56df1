import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listNotes, planRequest, readVariantOrigins } from './plan-request.ts'
import { resolveRequest } from './request.ts'

const variant = (directory: string, more = {}) => ({ directory, engine: null, image: null, ...more })

test('a variant has a commit only without changes, and its image is named without the registry', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'file'), '')
  const git = (...args: string[]) => execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8' }).trim()
  const of = async () =>
    await readVariantOrigins({ base: variant(directory), head: variant(directory, { image: 'x.test/y/z:1' }) })
  expect(await of()).toEqual({
    base: { commit: null, engine: null, image: null },
    head: { commit: null, engine: null, image: 'z:1' },
  })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'a')
  expect((await of()).base.commit).toBe(git('rev-parse', 'HEAD'))
  writeFileSync(join(directory, 'changed'), '')
  expect((await of()).base.commit).toBeNull()
})

test('the notes of a request become notes of the run document', () => {
  const notes = [{ code: 'new-workloads', text: 'New in this pull request: a.' }]
  const empty = { params: [], scenarios: [], engines: ['none'], variants: null, declared: { nfs: null, synced: null } }
  const request = { ...empty, project: '/', workloads: ['npm-ci'] }
  expect(listNotes(resolveRequest({ ...request, notes }))).toEqual(notes)
  expect(listNotes(resolveRequest(request))).toEqual([])
})

test('a requested scenario that no chosen workload has is a line of the log and a note of the run document', async () => {
  const empty = { params: [], engines: ['none'], variants: null, declared: { nfs: null, synced: null } }
  const request = {
    ...empty,
    project: '/',
    suite: 'quick',
    workloads: ['npm-ci'],
    seed: 1,
    scenarios: ['native', 'ramdisk'],
  }
  const text = 'The chosen workloads are not measured in these scenarios, which they lack: ramdisk.'
  const resolved = resolveRequest(request)
  expect(listNotes(resolved)).toEqual([{ code: 'missing-scenarios', text }])
  const said: string[] = []
  await planRequest(resolved, [], (line) => said.push(line))
  expect(said).toEqual([text])
})
