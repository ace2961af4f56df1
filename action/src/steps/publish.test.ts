import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeBareRepository, readBranchFiles } from '../../test/github/bare-repository.ts'
import { type FakeGitHub, startFakeGitHub } from '../../test/github/fake-api.ts'
import type { GitRepository } from '../../test/github/state.ts'
import type { RunOfJob } from '../comment/run-of-job.ts'
import { assertPublishable, publishRuns } from './publish.ts'

const run = readRun(readFileSync(new URL('../../../examples/run.json', import.meta.url)))
const measured: RunOfJob = { name: 'ubuntu', summary: null, status: 'measured', run, permalink: null }
const registry = { kind: 'github', owner: 'octocat', repo: 'results' } as const
const SITE = 'https://results.example'

let directory: string
let github: FakeGitHub
let repository: GitRepository
let log: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-publish-'))
  github = await startFakeGitHub('octocat/results')
  repository = await makeBareRepository(directory, 'octocat/results', { homepage: `${SITE}/` })
  github.state.gits.push(repository)
  vi.stubEnv('GITHUB_API_URL', github.url)
  log = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    log += text
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await github.close()
  rmSync(directory, { recursive: true })
  expect(github.violations).toEqual([])
})

const publish = (token: string, job = measured) => publishRuns([job], { registry, allowPrivate: false, token })

test('the token of a job with contents: write commits the run to a repository, once', async () => {
  const permalink = `${SITE}/runs/${run.id}`
  const expected = { runs: [{ ...measured, permalink }], registry: SITE, problem: null }
  expect(await publish(github.newToken())).toEqual(expected)
  expect(log).toContain(`Published: https://github.com/octocat/results/blob/main/documents/${run.id}.json`)
  expect(await publish(github.newToken())).toEqual(expected)
  expect(log).toContain('Already published: ')
  const file = (await readBranchFiles(repository, 'main'))[`documents/${run.id}.json`] ?? ''
  expect(readRun(Buffer.from(file)).id).toBe(run.id)
})

test('of two publishers at once, the overtaken one commits its run on top of the other', async () => {
  const second = readRun(Buffer.from(JSON.stringify({ ...run.document, notes: [] })))
  github.gather('git/update-ref', 2)
  await Promise.all([publish(github.newToken()), publish(github.newToken(), { ...measured, run: second })])
  expect(github.requests.filter((request) => /^PATCH .* 422$/.test(request))).toHaveLength(1)
  const names = [run.id, second.id].map((id) => `documents/${id}.json`)
  expect(Object.keys(await readBranchFiles(repository, 'main'))).toEqual(expect.arrayContaining(names))
})

test('a proposed run has no page yet, and the log has the address of its pull request', async () => {
  const token = github.newToken({ kind: 'personal', account: { login: 'blogger', id: 7, type: 'User' } })
  expect(await publish(token)).toEqual({ runs: [measured], registry: null, problem: null })
  expect(log).toMatch(/::notice::Opened a pull request with the run: https:\/\/github\.com\/\S+\/pull\/\d+/)
})

test('a token without write permission is a problem, and the result is reported anyway', async () => {
  const published = await publish(github.newToken({ permission: 'read' }))
  expect(published).toMatchObject({ runs: [measured], registry: null })
  expect(published.problem?.message).toMatch(/needs the permission contents: write\.$/)
})

test('a registry that needs a token is rejected in advance in a job without one', () => {
  const http = { kind: 'http', url: 'https://plimsoll.example' } as const
  const right = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://tokens.example', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' }
  expect(() => assertPublishable(http, {})).toThrow('Give the job the permission ')
  expect(() => assertPublishable(http, right)).not.toThrow()
  for (const other of [registry, undefined]) expect(() => assertPublishable(other, {})).not.toThrow()
})
