import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContainerEngine } from '@plimsoll/workloads'
import { expect, onTestFinished, test } from 'vitest'
import { workloadFile } from '../../test/workload-file.ts'
import { listNotes, planRequest, planRun, readVariantOrigins } from './plan-request.ts'
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

test('a run below a project with workloads says where to measure them', () => {
  const project = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, '.plimsoll'))
  mkdirSync(join(project, 'docs'))
  writeFileSync(join(project, '.plimsoll/one.yml'), workloadFile('one'))
  expect(resolveRequest({ ...none, project: join(project, 'docs'), workloads: [] }).omitted).toEqual([
    `! The workloads of ${project} are not measured, because this folder is below it. Run plimsoll there.`,
  ])
})

const none = { params: [], scenarios: [], engines: ['all'], variants: null, declared: { nfs: null, synced: null } }
const engine = (id: string, more = {}) =>
  ({ id, product: id, sharesHostKernel: true, noContainers: null, ...more }) as ContainerEngine
const planned = async (request: object, engines = [engine('docker')]) => {
  const { plan, notes, smaller } = await planRun(
    resolveRequest({ ...none, project: '/', workloads: [], ...request }),
    engines,
    () => {},
  )
  return { scenarios: [...new Set(plan.benchmarks.map(({ scenario }) => scenario))], notes, smaller }
}

test('scenarios of a workload of the catalog that do not apply here are left out, and a note says why', async () => {
  const { scenarios, notes } = await planned({ workloads: ['metadata'] })
  expect(scenarios).not.toEqual(expect.arrayContaining(['vm']))
  expect(scenarios).toEqual(expect.arrayContaining(['native', 'layer', 'volume', 'bind']))
  expect(notes).toEqual([
    {
      code: 'not-applicable',
      text: 'Not applicable here: vm, vm-share (no available engine has a virtual machine that Plimsoll can reach: use Docker in Lima or Colima, or name a machine with --ssh); nfs (no NFS export was given: name its directory with --nfs); synced (no synchronised folder was given: name the folder with --synced).',
    },
  ])
})

test('a scenario that applies to another engine is named with its engine', async () => {
  const { scenarios, notes } = await planned({ workloads: ['metadata'] }, [
    engine('docker'),
    engine('lima', { machine: {}, sharesHostKernel: false }),
  ])
  expect(scenarios).toContain('vm')
  expect(notes[0]?.text).toMatch(/^Not applicable here: vm on docker, vm-share on docker \(/)
})

test.each([
  ['that were requested by name', { workloads: ['metadata'], scenarios: ['native', 'vm'] }, 'vm'],
  ['of a suite', { suite: 'vm-2014' }, 'vm'],
])('scenarios %s stay, also where they do not apply', async (_, request, scenario) => {
  const { scenarios, notes } = await planned(request)
  expect(scenarios).toContain(scenario)
  expect(notes).toEqual([])
})

test('quick has a plan with less work, unless the rounds are set', async () => {
  expect((await planned({})).smaller?.suite.name).toBe('quick-small')
  expect((await planned({ rounds: 6 })).smaller).toBeNull()
  expect((await planned({ suite: 'standard' })).smaller).toBeNull()
})
