import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSubmission, readRun } from '@plimsoll/schema'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startSigstore } from '../../../schema/test/sigstore.ts'
import { makeBareRepository, readBranchFiles } from '../../test/github/bare-repository.ts'
import { type FakeGitHub, startFakeGitHub } from '../../test/github/fake-api.ts'
import type { GitRepository } from '../../test/github/state.ts'
import { pairs } from '../../test/runner/runner.ts'
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
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', '')
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
  const expected = { runs: [{ ...measured, permalink }], registry: SITE, isSigned: false, problem: null }
  expect(await publish(github.newToken())).toEqual(expected)
  expect(log).toContain(`Published: https://github.com/octocat/results/blob/main/documents/${run.id}.json`)
  expect(await publish(github.newToken())).toEqual(expected)
  expect(log).toContain('Already published: ')
  const file = (await readBranchFiles(repository, 'main'))[`documents/${run.id}.json`] ?? ''
  expect(readRun(Buffer.from(file)).id).toBe(run.id)
})

test('a job with id-token: write signs the run, commits the bundle, and keeps both files for an artifact', async () => {
  const sigstore = await startSigstore()
  onTestFinished(() => sigstore.close())
  const config = join(directory, 'signing-config.json')
  const output = join(directory, 'output')
  writeFileSync(config, JSON.stringify(sigstore.signingConfig))
  writeFileSync(output, '')
  const environment = { ...sigstore.environment, RUNNER_TEMP: directory, GITHUB_OUTPUT: output }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const publishing = { registry, allowPrivate: false, token: github.newToken(), signingConfig: config }

  Object.assign(sigstore.claims, { repository_visibility: 'private' })
  const refused = await publishRuns([measured], publishing)
  expect(refused).toMatchObject({ runs: [measured], problem: { exitCode: 2 } })
  expect(refused.problem?.message).toMatch(/^The repository is private, so nothing was signed: .*allow-private: true/)
  expect(Object.keys(await readBranchFiles(repository, 'main'))).toEqual(['README.md'])

  Object.assign(sigstore.claims, { repository_visibility: 'public' })
  expect(await publishRuns([measured], publishing)).toMatchObject({ problem: null })
  const files = await readBranchFiles(repository, 'main')
  const signed = join(directory, 'plimsoll-signed')
  for (const name of [`${run.id}.json`, `${run.id}.sigstore.json`])
    expect(readFileSync(join(signed, name), 'utf8')).toBe(files[`documents/${name}`])
  expect(pairs(output)).toEqual({ signed })
  const { dsseEnvelope } = JSON.parse(files[`documents/${run.id}.sigstore.json`] ?? '')
  expect(parseSubmission(Buffer.from(dsseEnvelope.payload, 'base64'))).toEqual({
    ...{ action: 'submit', hash: run.hash, registry: 'github:octocat/results', allowPrivate: false },
  })
  // The SHA-256 of the file is the hash, so that other programs can check the signature.
  expect(
    createHash('sha256')
      .update(files[`documents/${run.id}.json`] ?? '')
      .digest('hex'),
  ).toBe(run.hash.slice(7))
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
  expect(await publish(token)).toEqual({ runs: [measured], registry: null, isSigned: false, problem: null })
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
