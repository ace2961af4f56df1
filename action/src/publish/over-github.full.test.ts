import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { git, makeBareRepository, readBranchFiles } from '../../test/github/bare-repository.ts'
import { type FakeGitHub, startFakeGitHub } from '../../test/github/fake-api.ts'
import type { GitRepository } from '../../test/github/state.ts'
import { makeOctokit } from '../github/octokit.ts'
import { type RunFile, submitOverGitHub } from './over-github.ts'

// The number of publishers at once. `npm run test:full` uses 20. Each try of a publisher takes about ten processes of
// git.
const PUBLISHERS = Number(process.env.PLIMSOLL_PUBLISHERS ?? 3)
const NAME = 'octocat/results'
const ID = 'a'.repeat(26)
const DOCUMENT: RunFile = { id: ID, bytes: Buffer.from('{"é": 1}\n'), bundle: null }
const SIGNED = { ...DOCUMENT, bundle: Buffer.from('{"bundle": 1}') }
const FILE = `documents/${ID}.json`
const BUNDLE = `documents/${ID}.sigstore.json`

let directory: string
let github: FakeGitHub
let registry: GitRepository
let waits: number[]

beforeEach(async () => {
  waits = []
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-registry-'))
  github = await startFakeGitHub(NAME)
  await have({ pushers: ['octocat'] })
})
afterEach(async () => {
  await github.close()
  rmSync(directory, { recursive: true, force: true })
  expect(github.violations).toEqual([])
})

/** Makes a repository with these properties the registry. */
async function have(more: Partial<GitRepository> & { empty?: boolean }): Promise<void> {
  registry = await makeBareRepository(directory, NAME, more)
  github.state.gits = [registry]
}

const person = (login: string) =>
  github.newToken({ kind: 'personal', account: { login, id: login.length, type: 'User' } })

/** @param pace multiplier of all waits: 1 is real time */
function publish(token = person('octocat'), document = DOCUMENT, pace = 0) {
  const sleep = (milliseconds: number) => {
    waits.push(milliseconds)
    return setTimeout(milliseconds * pace)
  }
  const octokit = makeOctokit({ token, apiUrl: github.url, sleep })
  const [owner = '', repo = ''] = NAME.split('/')
  return submitOverGitHub(document, { octokit, owner, repo, sleep })
}

const branches = async ({ directory }: GitRepository) =>
  (await git(directory, ['for-each-ref', '--format=%(refname:short)'])).split('\n')
const commits = async ({ directory, defaultBranch }: GitRepository) =>
  Number(await git(directory, ['rev-list', '--count', defaultBranch]))
const asked = (what: string) => github.requests.filter((request) => request.includes(what)).length

test('a document that was committed without its bundle gets it later, and keeps its first one', async () => {
  await publish()
  expect(await publish(undefined, SIGNED)).toMatchObject({ where: 'committed' })
  expect(await publish(undefined, { ...SIGNED, bundle: Buffer.from('{"bundle": 2}') })).toMatchObject({
    where: 'there already',
  })
  expect(await readBranchFiles(registry, 'main')).toMatchObject({ [FILE]: '{"é": 1}\n', [BUNDLE]: '{"bundle": 1}' })
})

test("a document too large for GitHub's JSON response is also committed only once", async () => {
  const large = { ...DOCUMENT, bytes: Buffer.from(`"${'x'.repeat(2_000_000)}"`) }
  await publish(undefined, large)
  expect(await publish(undefined, large)).toMatchObject({ where: 'there already' })
})

test('the default branch may have any name', async () => {
  await have({ pushers: ['octocat'], defaultBranch: 'runs/2026-#1' })
  expect(await publish()).toMatchObject({ url: `https://github.com/${NAME}/blob/runs/2026-%231/${FILE}` })
  expect(Object.keys(await readBranchFiles(registry, registry.defaultBranch))).toContain(FILE)
})

test.each([
  ['https://example.github.io/results/', 'https://example.github.io/results'],
  ['http://example.github.io/results', null],
  ['javascript:alert(1)', null],
])('where the repository names %j as its site, that is %j', async (homepage, site) => {
  await have({ pushers: ['octocat'], homepage })
  expect((await publish()).site).toBe(site)
})

test(`of ${PUBLISHERS} who publish at once none loses anything`, async () => {
  const documents = Array.from({ length: PUBLISHERS }, (_, index) => ({
    id: String(index).padStart(26, 'a'),
    bytes: Buffer.from(`{"document": ${index}}`),
    bundle: null,
  }))
  github.gather('git/update-ref', PUBLISHERS)
  github.rateLimit.remaining = 1_000_000
  const placed = await Promise.all(documents.map((document) => publish(undefined, document, 1 / 5)))

  expect(placed.map(({ where }) => where)).toEqual(documents.map(() => 'committed'))
  const expected = documents.map(({ id, bytes }) => [`documents/${id}.json`, String(bytes)])
  expect(await readBranchFiles(registry, 'main')).toEqual({
    'README.md': '# Results\n',
    ...Object.fromEntries(expected),
  })
  expect(await commits(registry)).toBe(PUBLISHERS + 1)
  expect(asked('git/refs/heads%2Fmain 422')).toBeGreaterThanOrEqual(PUBLISHERS - 1)
  expect(asked('git/refs/heads%2Fmain 200')).toBe(PUBLISHERS)
})

test('if two publish the same document at once, one of them commits it', async () => {
  github.gather('git/update-ref', 2)
  const placed = await Promise.all([publish(), publish()])
  expect(placed.map(({ where }) => where).sort()).toEqual(['committed', 'there already'])
  expect(await commits(registry)).toBe(2)
})

test('pauses are random and at most 10 s; after 40 tries there is an error', async () => {
  github.fail({ operation: 'git/update-ref', status: 422, message: 'Update is not a fast forward', times: 40 })
  await expect(publish()).rejects.toMatchObject({
    exitCode: 3,
    message: `Too many commits to github:${NAME} at the same time. Publish again later.`,
  })
  expect(waits).toHaveLength(40)
  for (const [index, wait] of waits.entries()) expect(wait).toBeLessThan(Math.min(10_000, 500 * 2 ** index))
  expect(new Set(waits).size).toBe(40)
})

test('a response lost after the commit does not lead to a second commit', async () => {
  github.fail({ operation: 'git/update-ref', status: 502, afterwards: true })
  expect(await publish()).toMatchObject({ where: 'committed' })
  expect(await commits(registry)).toBe(2)
})

describe('without permission to push', () => {
  test('a pull request from a fork is opened, with the document and its bundle alone', async () => {
    await have({ homepage: 'https://results.example' })
    expect(await publish(person('blogger'), SIGNED)).toEqual({
      where: 'proposed',
      because: 'no right',
      url: expect.stringMatching(/^https:\/\/github\.com\/.*\/pull\/\d+$/),
      site: 'https://results.example',
    })
    const [pull] = github.state.pullRequests
    expect(pull).toMatchObject({ base: { ref: 'main' }, head: { ref: `run-${ID}` } })
    const fork = pull?.head.repository as GitRepository
    expect(fork.fullName).toBe('blogger/results')
    const changed = await git(fork.directory, ['diff', '--name-only', pull?.base.sha ?? '', `run-${ID}`])
    expect(changed.split('\n')).toEqual([FILE, BUNDLE])
    expect(await branches(registry)).toEqual(['main'])
    expect(await commits(registry)).toBe(1)
  })

  test('the same document again is the same pull request, and a second is another of the same fork', async () => {
    await have({})
    const { url } = await publish(person('blogger'))
    expect((await publish(person('blogger'))).url).toBe(url)
    await publish(person('blogger'), { ...DOCUMENT, id: 'b'.repeat(26) })
    expect(github.state.pullRequests.map(({ head }) => head.ref)).toEqual([`run-${ID}`, `run-${'b'.repeat(26)}`])
    expect(github.state.gits).toHaveLength(2)
  })

  test('an existing fork is based on the current state of its parent', async () => {
    await have({ pushers: ['octocat'] })
    await publish(person('blogger'))
    await publish(person('octocat'), { ...DOCUMENT, id: 'b'.repeat(26) })
    await publish(person('blogger'), { ...DOCUMENT, id: 'c'.repeat(26) })
    const pull = github.state.pullRequests[1]
    const fork = pull?.head.repository as GitRepository
    expect(await git(fork.directory, ['rev-parse', `run-${'c'.repeat(26)}^`])).toBe(pull?.base.sha)
  })

  test('a fork that GitHub is still making is waited for', async () => {
    await have({ unready: 3 })
    registry.unready = 3
    expect(await publish(person('blogger'))).toMatchObject({ where: 'proposed' })
    expect(waits.filter((wait) => wait === 1000)).toHaveLength(3)
  })

  test('a fork that never becomes ready gives an error', async () => {
    await have({ unready: 1000 })
    await expect(publish(person('blogger'))).rejects.toThrow(
      'The fork github:blogger/results is not ready yet. Publish again in a few minutes.',
    )
  })

  test('a merged document is already published, and no fork is created', async () => {
    await publish()
    expect(await publish(person('blogger'))).toMatchObject({ where: 'there already' })
    expect(github.state.gits).toHaveLength(1)
  })

  test('a workflow’s token cannot fork, and the error names tokens that can', async () => {
    const token = github.newToken({ permission: 'read' })
    await expect(publish(token)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(
        /^The token may neither push to github:octocat\/results nor fork it \(GitHub says “Resource not accessible by integration”\)\. [^\n]*contents: write\.$/,
      ),
    })
    expect(github.state.pullRequests).toEqual([])
  })
})

test.each([
  'Changes must be made through a pull request.',
  'Required status check "build" is expected.',
  'Repository rule violations found\n\nCannot update this protected ref.',
])('a branch that is protected (%j) gets a pull request from a new branch', async (protection) => {
  await have({ pushers: ['octocat'], protection })
  expect(await publish()).toMatchObject({ where: 'proposed', because: 'protected' })
  expect(await branches(registry)).toEqual(['main', `run-${ID}`])
  expect(github.state.pullRequests).toMatchObject([{ head: { ref: `run-${ID}` }, base: { ref: 'main' } }])
  expect(github.state.gits).toHaveLength(1)
})

describe('errors are one sentence', () => {
  test.each<[string, () => void | Promise<void>, RegExp]>([
    [
      'a repository that is not there',
      () => github.fail({ operation: 'repos/get', status: 404, message: 'Not Found' }),
      /“Not Found.*” to GET \/repos\/octocat\/results/,
    ],
    [
      'a repository without a commit',
      () => have({ pushers: ['octocat'], empty: true }),
      /^github:octocat\/results has no commit yet\. Make a first commit in it, such as a README, and publish again\.$/,
    ],
  ])('%s', async (_, happen, sentence) => {
    await happen()
    const problem = await publish(person('octocat')).catch((error: Error) => error)
    expect(problem).toMatchObject({ message: expect.stringMatching(sentence), exitCode: expect.any(Number) })
    expect(String((problem as Error).message)).not.toMatch(/\n|ghp_/)
    expect(asked('PATCH')).toBe(0)
  })
})
