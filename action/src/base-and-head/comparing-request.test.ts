import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkOut, git, makeOrigin } from '../../test/runner/repository.ts'
import { workloadFile } from '../../test/workload-file.ts'
import type { WorkflowEvent } from '../github/event.ts'
import { readInputs } from '../inputs/read-inputs.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { resolveRequest } from '../measure-request/request.ts'
import { checkOutVersions } from './check-out-versions.ts'
import { comparingRequest } from './comparing-request.ts'
import { decideComparison } from './comparison.ts'

const OWN = (name: string) => ({ [`.plimsoll/${name}.yml`]: workloadFile(name, { scenarios: '[native]' }) })
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
const origin = makeOrigin(scratch, { ...OWN('a'), ...OWN('b') }, OWN('new'))
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  return () => vi.restoreAllMocks()
})

const PUSH = { name: 'other', fork: false } as unknown as WorkflowEvent
const side = (sha: string) => ({ sha })
const PULL_REQUEST = {
  ...{ name: 'pull_request', fork: false, repository: { fullName: 'a/b' } },
  ...{ base: side(origin.commits.base), head: side(origin.commits.head) },
} as unknown as WorkflowEvent

const checkout = checkOut(origin, scratch)
/** The directories of the versions that a test has checked out, which no test changes. */
const checkedOut = new Map<string, string>()

/** The request of a step, and the directory of its versions. */
async function requested(
  inputs: Record<string, string>,
  event: WorkflowEvent,
  project = checkout,
): Promise<{ request: MeasureRequest; directory: string; project: string }> {
  const read = readInputs((name) => inputs[name] ?? '', project)
  const { versions } = await decideComparison(read, event)
  if (versions === null) return { request: resolveRequest(read.request).request, directory: '', project }
  const key = JSON.stringify(versions)
  const directory = checkedOut.get(key) ?? mkdtempSync(join(scratch, 'step-'))
  if (!checkedOut.has(key)) await checkOutVersions(project, versions, read.token, directory)
  checkedOut.set(key, directory)
  const folders = { base: join(directory, 'base'), head: join(directory, 'head') }
  return { request: comparingRequest(read.request, folders), directory, project }
}

const variant = (directory: string, more = {}) => ({ directory, engine: null, image: null, ...more })

test('without inputs and without a pull request, all of the project is measured once', async () => {
  const { request, project } = await requested({}, PUSH)
  expect(request).toMatchObject({ project, workloads: ['a', 'b', 'new'], engines: ['all'], variants: null })
})

test('a suite is measured once, also in a pull request', async () => {
  const { request, project } = await requested({ suite: 'quick' }, PULL_REQUEST)
  expect(request).toMatchObject({ project, suite: 'quick', workloads: [], variants: null })
})

test('a pull request is a check of its two versions; without names, of all workloads that both have', async () => {
  const { request, directory } = await requested({}, PULL_REQUEST)
  const [base, head] = [join(directory, 'base'), join(directory, 'head')]
  expect(request).toMatchObject({
    ...{ project: head, workloads: [], variants: { base: variant(base), head: variant(head) } },
  })
})

test('a merge group is a check of the two commits that its event names', async () => {
  const { base, merge } = origin.commits
  const event = {
    ...PULL_REQUEST,
    name: 'merge_group',
    base: side(base),
    head: side(merge),
  } as unknown as WorkflowEvent
  const { request, directory } = await requested({}, event)
  const folders = { base: join(directory, 'base'), head: join(directory, 'head') }
  expect(request.variants).toEqual({ base: variant(folders.base), head: variant(folders.head) })
  expect([folders.base, folders.head].map((folder) => git(folder, 'rev-parse', 'HEAD'))).toEqual([base, merge])
})

test('with a commit that the input compare names, the checked-out version is compared on any event', async () => {
  const { base, merge } = origin.commits
  const { request, directory } = await requested({ compare: base }, PUSH)
  const folders = [join(directory, 'base'), join(directory, 'head')] as const
  expect(request.variants).toEqual({ base: variant(folders[0]), head: variant(folders[1]) })
  expect(folders.map((folder) => git(folder, 'rev-parse', 'HEAD'))).toEqual([base, merge])
  await expect(requested({ compare: 'v9' }, PUSH)).rejects.toThrow(
    "The input 'compare' names v9, which is no branch, tag or commit of the checkout.",
  )
})

test('of named workloads, those that both versions have are compared', async () => {
  const { request } = await requested({ workloads: 'a new npm-ci' }, PULL_REQUEST)
  expect(request.workloads).toEqual(['a'])
  const { request: ofHead, directory } = await requested({ workloads: 'new' }, PULL_REQUEST)
  expect(ofHead).toMatchObject({ project: join(directory, 'head'), workloads: ['new'], variants: null })
})

test('the request of a pull request with nothing to compare has a note that says what will be compared', async () => {
  const { request } = await requested({ workloads: 'new' }, PULL_REQUEST)
  expect(request.notes).toEqual([
    {
      code: 'new-workloads',
      text: 'Merge this pull request; from the next one on, Plimsoll compares. New in this one: new (How long?). This run measured the head only.',
    },
  ])
  const withImage = await requested({ workloads: 'new', 'head-variant': 'image=node:24' }, PULL_REQUEST)
  expect(withImage.request).toMatchObject({ variants: { head: { image: 'node:24' } } })
  expect(withImage.request.notes).toEqual([])
  expect((await requested({}, PULL_REQUEST)).request.notes).toBeUndefined()
})

test('a pull request of a project without workloads measures the default suite, and a note says why', async () => {
  const empty = makeOrigin(scratch, { 'README.md': 'a' }, { 'README.md': 'b' })
  const event = { ...PULL_REQUEST, base: side(empty.commits.base), head: side(empty.commits.head) } as WorkflowEvent
  const { request } = await requested({}, event, checkOut(empty, scratch))
  expect(request).toMatchObject({ workloads: [], variants: null, notes: [{ code: 'no-workloads' }] })
})

test('variants with engines or images are a check, also without a pull request', async () => {
  const engines = await requested({ 'base-variant': 'engine=docker', 'head-variant': 'engine=podman' }, PULL_REQUEST)
  expect(engines.request.variants).toEqual({
    base: variant(engines.project, { engine: 'docker' }),
    head: variant(engines.project, { engine: 'podman' }),
  })
  const image = await requested({ workloads: 'a', 'head-variant': 'image=node:24' }, PUSH)
  expect(image.request.variants).toEqual({
    base: variant(image.project),
    head: variant(image.project, { image: 'node:24' }),
  })
})

test('the request has the settings of the inputs, and no secret', async () => {
  const settings = { params: 'size=1\nsize=2', scenarios: 'bind', engines: 'docker podman', threshold: '10%' }
  const more = { alpha: '5%', rounds: '28', seed: '7', budget: '20m', dir: '/mnt', token: 'ghs_secret' }
  const { request } = await requested({ workloads: 'a', ...settings, ...more }, PULL_REQUEST)
  const sizes = ['1', '2'].map((value) => ({ name: 'size', value }))
  expect(request).toMatchObject({
    ...{ params: sizes, scenarios: ['bind'], engines: ['docker', 'podman'], threshold: 0.1, alpha: 0.05 },
    ...{ rounds: 28, seed: 7, budget: { text: '20m', seconds: 1200 }, dir: '/mnt' },
  })
  expect(JSON.stringify(request)).not.toContain('secret')
})
