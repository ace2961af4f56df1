import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { type ContainerEngine, catalogImage, plimsollHome } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { type FakeGitHub, startFakeGitHub } from './github/fake-api.ts'
import { fromCatalog } from './measure.ts'
import { checkOut, makeOrigin, type Origin, push } from './runner/repository.ts'
import { type Job, runStep } from './runner/runner.ts'

const engines = (await enginesForTest()).filter(({ noContainers }) => noContainers === null)
const engine = engines[0] as ContainerEngine
mkdirSync(plimsollHome(), { recursive: true })
const directory = mkdtempSync(join(plimsollHome(), 'test-action-'))
let github: FakeGitHub
let origin: Origin

/** As many turns of a loop that starts a program as `turns` says. */
const SPIN = `workload: spin
title: Spin
question: How long does a shell loop take?
image: { dockerfile: Dockerfile }
place: [{ from: ./turns, to: . }]
run: [sh, -c, 'i=0; while [ $i -lt "$(cat turns)" ]; do i=$((i+1)); done']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [native, layer]
`

/** What looks for what it must not find. */
const SPY = `workload: spy
title: Spy
question: What does a workload see?
image: { dockerfile: Dockerfile }
place: [{ from: ./needles, to: . }]
run: [sh, -c, 'if (env; cat /proc/[0-9]*/environ 2> /dev/null) | tr "\\\\0" "\\\\n" | grep -aFf needles; then exit 1; fi']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [native, layer]
`

describe.skipIf(engines.length === 0)('the action, as the runner starts it', () => {
  beforeAll(async () => {
    const image = await catalogImage(fromCatalog('metadata'), { files: 500 }, engine, () => {})
    const files = {
      '.plimsoll/spin.yml': SPIN,
      '.plimsoll/spy.yml': SPY,
      Dockerfile: `FROM ${image}\n`,
      '.dockerignore': '*\n',
      needles: 'secret-of-the-runtime\nghs_\nACTIONS_ID_TOKEN_REQUEST_TOKEN=e\n',
    }
    origin = makeOrigin(directory, { ...files, turns: '200\n' }, { turns: '250\n' })
    github = await startFakeGitHub()
    github.state.pullRequests.push({
      number: 1,
      state: 'open',
      head: { sha: origin.commits.head, ref: 'feature', repository: github.state.repository },
      base: { sha: origin.commits.base, ref: 'main' },
    })
  })
  afterAll(async () => {
    await github?.close()
    const { stdout } = await execa(engine.id, ['images', '--format', '{{.Repository}}:{{.Tag}}'])
    for (const name of stdout.split('\n').filter((name) => /own-sp(in|y):/.test(name))) await engine.untagImage(name)
    rmSync(directory, { recursive: true, force: true })
  })

  const repository = () => ({
    id: github.state.repository.id,
    full_name: github.state.repository.fullName,
    private: false,
  })
  const payload = (head = repository()) => ({
    repository: repository(),
    number: 1,
    pull_request: {
      number: 1,
      base: { sha: origin.commits.base, ref: 'main', repo: repository() },
      head: { sha: origin.commits.head, ref: 'feature', repo: head },
    },
  })
  const job = (more: Partial<Job> = {}): Job => ({
    directory: mkdtempSync(join(directory, 'job-')),
    workspace: checkOut(origin, directory),
    event: { name: 'pull_request', payload: payload() },
    repository: github.state.repository.fullName,
    apiUrl: github.url,
    ...more,
  })
  const quick = { engines: 'none', scenarios: 'native', workloads: 'spin', rounds: '14' }
  const main = (inputs: Record<string, string>, of: Job) =>
    runStep('action.yml', 'main', { token: github.newToken(), ...inputs }, of)

  test('a head that does 25% more work ends in one comment that says slower, and leaves nothing', async () => {
    const of = job()
    const ended = await main({ engines: engine.id, scenarios: 'layer', workloads: 'spin', 'fail-on': 'slower' }, of)
    expect(ended).toMatchObject({
      exitCode: 1,
      outputs: { verdict: 'slower', status: 'measured', counts: '{"slower":1}' },
    })
    expect(ended.log).toContain('::error::The result is slower, which fail-on asked to fail on.')
    expect(ended.log).toMatch(/::warning::spin.* is slower: /)
    expect(github.state.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^<!-- plimsoll:comment default -->\n### 1 slower · 0 faster · 0 not slower · 0 inconclusive/,
      ),
    ])
    expect(ended.summary).toContain('1 slower')
    const { document } = readRun(readFileSync(ended.outputs.document as string))
    expect(document.source).toMatchObject({ repository: 'octocat/hello-world', pullRequest: 1 })
    expect(document.design.arms?.base.commit).toBe(origin.commits.base)
    expect(document.design.arms?.head.commit).toBe(origin.commits.merge)

    const post = await runStep('action.yml', 'post', {}, of, ended.state)
    expect(post).toMatchObject({ exitCode: 0 })
    const left = readdirSync(ended.state.directory as string)
    expect(left).toEqual(['run.json'])
    expect(existsSync(join(of.workspace, '.git/worktrees'))).toBe(false)
  }, 300_000)

  test('the next push updates that comment, and another key has its own', async () => {
    const [{ id } = { id: 0 }] = github.state.comments
    origin = push(origin, { turns: '200\n' })
    const pullRequest = github.state.pullRequests[0]
    if (pullRequest) pullRequest.head.sha = origin.commits.head
    expect(await main(quick, job({ event: { name: 'pull_request', payload: payload() } }))).toMatchObject({
      exitCode: 0,
    })
    expect(github.state.comments).toHaveLength(1)
    expect(github.state.comments[0]).toMatchObject({ id, body: expect.stringContaining('0 slower') })
    expect(await main({ ...quick, 'comment-key': 'native' }, job())).toMatchObject({ exitCode: 0 })
    expect(github.state.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- plimsoll:comment default -->',
      '<!-- plimsoll:comment native -->',
    ])
  })

  test('two jobs at once lose neither comment', async () => {
    const keys = ['left', 'right']
    await Promise.all(keys.map((key) => main({ ...quick, 'comment-key': key }, job())))
    for (const key of keys)
      expect(
        github.state.comments.filter(({ body }) => body.startsWith(`<!-- plimsoll:comment ${key} -->`)),
      ).toHaveLength(1)
  })

  test('a workload finds no token, in its own environment or in that of any process it can see', async () => {
    const plain = { workloads: 'spy', compare: 'none', comment: 'false', rounds: '1' }
    const ended = await main({ ...plain, engines: engine.id }, job())
    expect(ended).toMatchObject({ exitCode: 0, outputs: { status: 'measured', verdict: '' } })
  })

  test("a fork's pull request is measured without a comment, and not at all on a machine of one's own", async () => {
    const before = github.state.comments.length
    const fork = { id: 999, full_name: 'stranger/hello-world', private: false }
    const event = { name: 'pull_request', payload: payload(fork) }
    const reading = github.newToken({ permission: 'read' })
    const ended = await main({ ...quick, token: reading, 'comment-key': 'fork' }, job({ event }))
    expect(ended).toMatchObject({ exitCode: 0, log: expect.stringContaining('can write no comment') })
    expect(github.state.comments).toHaveLength(before)
    const environment = { RUNNER_ENVIRONMENT: 'self-hosted' }
    expect(await main(quick, job({ event, environment }))).toMatchObject({
      exitCode: 1,
      log: expect.stringContaining('::error::This is the pull request of a fork'),
    })
  })

  test('a wrong input and a runner without an engine are each said in one sentence', async () => {
    expect(await main({ ...quick, threshold: 'lots' }, job())).toMatchObject({
      exitCode: 1,
      log: expect.stringContaining('::error::The input threshold takes a share'),
    })
    const bare = join(directory, 'bare')
    mkdirSync(bare, { recursive: true })
    const environment = { PATH: `${bare}`, DOCKER_HOST: '' }
    const skipped = await main({ workloads: 'spin' }, job({ environment }))
    expect(skipped).toMatchObject({
      exitCode: 0,
      outputs: { status: 'unsupported' },
      log: expect.stringContaining('::notice::'),
    })
    const failed = await main({ workloads: 'spin', 'on-unsupported': 'fail' }, job({ environment }))
    expect(failed).toMatchObject({ exitCode: 1, log: expect.stringContaining('No container engine can be used') })
  })

  test('the report of a fork’s run goes to the pull request that GitHub names', async () => {
    const measured = await main({ ...quick, comment: 'false' }, job())
    const head = github.state.repository
    const run = {
      id: 5,
      event: 'pull_request',
      conclusion: 'success',
      head_sha: origin.commits.head,
      head_branch: 'feature',
    }
    const event = {
      name: 'workflow_run',
      payload: {
        repository: repository(),
        workflow_run: { ...run, head_repository: { id: head.id, full_name: head.fullName } },
      },
    }
    const inputs = { documents: measured.outputs.document as string, 'comment-key': 'report', token: github.newToken() }
    const reported = await runStep('report/action.yml', 'main', inputs, job({ event }))
    expect(reported).toMatchObject({ exitCode: 0, outputs: { comment: expect.stringContaining('http') } })
    expect(github.state.comments.at(-1)?.body).toMatch(/^<!-- plimsoll:comment report -->/)
  })

  test('nothing was asked of GitHub that its description does not allow', () => {
    expect(github.violations).toEqual([])
  })
})
