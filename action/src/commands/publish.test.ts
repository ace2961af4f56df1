import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canonicalize, readRun } from '@plimsoll/schema'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runInDirectory } from '../../test/command-in-process.ts'
import { makeBareRepository, readBranchFiles } from '../../test/github/bare-repository.ts'
import { type FakeGitHub, startFakeGitHub } from '../../test/github/fake-api.ts'
import type { GitRepository } from '../../test/github/state.ts'

const RUN = fileURLToPath(new URL('../../../examples/run.json', import.meta.url))
const { id, document } = readRun(readFileSync(RUN))
const SITE = 'https://results.example'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-publish-'))
let github: FakeGitHub
let registry: GitRepository

beforeAll(async () => {
  github = await startFakeGitHub('octocat/results')
})
afterAll(async () => {
  await github.close()
  rmSync(directory, { recursive: true })
  expect(github.violations).toEqual([])
})

beforeEach(makeRegistry)

async function makeRegistry(): Promise<void> {
  github.requests.length = 0
  registry = await makeBareRepository(directory, 'octocat/results', { pushers: ['octocat'], homepage: `${SITE}/` })
  github.state.gits = [registry]
}
afterEach(() => {
  vi.unstubAllEnvs()
})

const tokenOf = (login: string) => github.newToken({ kind: 'personal', account: { login, id: 1, type: 'User' } })

function publish(environment: Record<string, string>, to = 'github:octocat/results', file = RUN) {
  const unset = { GH_TOKEN: '', GITHUB_TOKEN: '', ACTIONS_ID_TOKEN_REQUEST_URL: '', GITHUB_API_URL: github.url }
  for (const [name, value] of Object.entries({ ...unset, ...environment })) vi.stubEnv(name, value)
  return runInDirectory(directory, ['publish', file, '--registry', to])
}

test('without a token, publish shows the disclosure and how to get a token, without a question', async () => {
  const { exitCode, stdout, stderr } = await publish({})
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  const lines = stderr.split('\n')
  expect(lines[0]).toMatch(new RegExp(`^Run ${id}: \\d+ kB, all of it public, licence CC0-1\\.0$`))
  expect(lines.at(-1)).toMatch(/^Publishing to github:octocat\/results needs a GitHub token.*gh auth login/)
  expect(lines.at(-1)).toContain(
    'GH_TOKEN=$(gh auth token) npx plimsoll publish FILE --registry github:octocat/results',
  )
  expect(github.requests).toEqual([])
})

test('over https on a laptop, the error says that there is no token and where to publish instead', async () => {
  const { exitCode, stderr } = await publish({}, 'https://registry.example')
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(
    /accepts only runs that are signed, in GitHub Actions jobs.*from a laptop with --registry github:/,
  )
})

test('without permission to push it says that a fork was made and a pull request opened, and prints its address', async () => {
  const { exitCode, stdout, stderr } = await publish({ GH_TOKEN: tokenOf('blogger') })
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^https:\/\/github\.com\/\S+\/pull\/\d+$/)
  expect(stderr.split('\n').at(-1)).toBe(
    `The token may not push to the registry, so a pull request was opened. Once merged, the run is shown as self-reported, at ${SITE}/runs/${id}.`,
  )
})

test('with permission to push, it commits the document and prints the permalink, also the second time', async () => {
  const first = await publish({ GH_TOKEN: tokenOf('octocat') })
  expect(first).toMatchObject({ exitCode: 0, stdout: `${SITE}/runs/${id}` })
  expect(first.stderr).toMatch(/\nCommitted\. The run appears when the site is next built\.$/)
  expect((await readBranchFiles(registry, 'main'))[`documents/${id}.json`]).toBe(canonicalize(document))
  const second = await publish({ GITHUB_TOKEN: tokenOf('octocat') })
  expect(second).toMatchObject({ exitCode: 0, stdout: first.stdout })
  expect(second.stderr).toMatch(/\nAlready published\.$/)
})

test('the bundle beside a document is published with it, also from a laptop', async () => {
  const file = join(directory, 'run.json')
  copyFileSync(RUN, file)
  writeFileSync(join(directory, 'run.sigstore.json'), '{"bundle":1}')
  const ended = await publish({ GH_TOKEN: tokenOf('octocat') }, undefined, file)
  expect(ended).toMatchObject({ exitCode: 0, stdout: `${SITE}/runs/${id}` })
  expect(ended.stderr).toContain('a certificate of the job')
  expect((await readBranchFiles(registry, 'main'))[`documents/${id}.sigstore.json`]).toBe('{"bundle":1}')
  await makeRegistry()
  const proposed = await publish({ GH_TOKEN: tokenOf('blogger') }, undefined, file)
  expect(proposed.stderr).toContain('Once merged, the run is shown as signed by repository')
})

test('an unknown token gives an error of one line, without the token', async () => {
  const { exitCode, stdout, stderr } = await publish({ GH_TOKEN: 'ghp_unknown' })
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
  expect(stderr.split('\n').at(-1)).toMatch(/^GitHub answered “Bad credentials.*\. Use a valid token/)
  expect(stderr).not.toContain('ghp_unknown')
})
