import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { type ContainerEngine, catalogImage } from '@plimsoll/workloads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest, IS_FULL } from './engine.ts'
import { fromCatalog } from './measure.ts'
import { spinning, spying, turns, untagImages } from './runner/project.ts'
import { FORK, PullRequestFixture } from './runner/pull-request.ts'
import { checkOut, linkGit, listWorktrees } from './runner/repository.ts'
import { type Job, runStep, SECRETS } from './runner/runner.ts'

const engines = (await enginesForTest()).filter(({ noContainers }) => noContainers === null)
const engine = engines[0] as ContainerEngine
/** A docker command that reports that this user has no permission. */
const DENIED = `#!/bin/sh
[ "$1 $2" = 'context ls' ] && echo '{"Name":"default"}' && exit
echo 'permission denied' >&2
exit 1
`
/** Unlike that of another run of the tests at the same time. */
const KEY = `the-key-of-this-step-${process.pid}`
let fixture: PullRequestFixture
let image: string

describe.skipIf(engines.length === 0)('the action, as the runner starts it', () => {
  beforeAll(async () => {
    image = await catalogImage(fromCatalog('metadata'), { files: 500 }, engine, () => {})
    fixture = await PullRequestFixture.start(spinning(image), turns(400))
  })
  afterAll(async () => {
    await fixture?.end()
    await untagImages(engine)
  })

  const job = (more: Partial<Job> = {}): Job => ({
    directory: mkdtempSync(join(fixture.directory, 'job-')),
    workspace: checkOut(fixture.origin, fixture.directory),
    event: fixture.pullRequestEvent(),
    repository: fixture.github.state.repository.fullName,
    apiUrl: fixture.github.url,
    ...more,
  })
  /** One round of one version on the host: enough for what is not a verdict. */
  const quick = { engines: 'none', scenarios: 'native', workloads: 'spin', compare: 'none', rounds: '1' }
  const main = (inputs: Record<string, string>, of: Job) =>
    runStep('action.yml', 'main', { token: fixture.github.newToken(), ...inputs }, of)

  /**
   * Runs a check until its null pair is equal, three times at most. By design, 1% of checks of equal things are
   * unreliable, and more of them while other tests use the processors.
   */
  const reliableMain = async (inputs: Record<string, string>, of: () => Job) => {
    for (let attempt = 1; ; attempt++) {
      const job = of()
      const ended = await main(inputs, job)
      if (ended.outputs.verdict !== 'unreliable' || attempt === 3) return { ended, job }
    }
  }

  test('a head that does twice the work ends in one comment that says slower, and leaves nothing', async () => {
    const inputs = { ...quick, compare: 'base', rounds: '14', 'fail-on': 'slower' }
    const { ended, job: of } = await reliableMain(inputs, job)
    expect(ended).toMatchObject({
      exitCode: 1,
      outputs: { verdict: 'slower', status: 'measured', counts: '{"slower":1}' },
    })
    expect(ended.log).toContain("::error::The result is slower, which the input 'fail-on' lists.")
    expect(ended.log).toMatch(/::warning::Slower: spin on the host/)
    expect(fixture.comments()).toEqual([
      expect.stringMatching(
        /^<!-- plimsoll:comment default -->\n### 🔴 Plimsoll: 1 of 1 benchmark slower: spin on the host/,
      ),
    ])
    expect(ended.summary).toContain('1 of 1 benchmark slower')
    const { document, hash } = readRun(readFileSync(ended.outputs.document as string))
    expect(ended.outputs).toMatchObject({ hash })
    expect(document.source).toMatchObject({ repository: 'octocat/hello-world', pullRequest: 1 })
    expect(document.design.variants?.base.commit).toBe(fixture.origin.commits.base)
    expect(document.design.variants?.head.commit).toBe(fixture.origin.commits.merge)

    const post = await runStep('action.yml', 'post', {}, of, ended.state)
    expect(post).toMatchObject({ exitCode: 0 })
    expect(readdirSync(ended.state.directory as string)).toEqual(['run.json'])
    expect(listWorktrees(of.workspace)).toEqual([])
  })

  test('the next push updates that comment', async () => {
    const [{ id } = { id: 0 }] = fixture.github.state.comments
    fixture.push(turns(201))
    expect(await main(quick, job())).toMatchObject({ exitCode: 0 })
    expect(fixture.github.state.comments).toMatchObject([{ id, body: expect.stringMatching(/### (?!🔴)/u) }])
  })

  test.runIf(IS_FULL)(
    "where the pull request's own head is checked out, it is compared with where it left its base; a workload of Plimsoll's own is named as not measured",
    async () => {
      const { first, head } = fixture.origin.commits
      const workspace = checkOut(fixture.origin, fixture.directory, head)
      const comparing = { ...quick, workloads: 'spin npm-ci', compare: 'base', rounds: '14' }
      const ended = await main({ ...comparing, 'comment-key': 'own-head' }, job({ workspace }))
      expect(ended).toMatchObject({ exitCode: 0 })
      expect(ended.log).toMatch(/::notice::Workloads of Plimsoll's catalog .* Measure npm-ci in a separate step\./)
      const { document } = readRun(readFileSync(ended.outputs.document as string))
      expect(document.design.variants).toMatchObject({ base: { commit: first }, head: { commit: head } })
      expect(fixture.github.requests).toContainEqual(expect.stringMatching(/^GET \S+\/compare\/\S+ 200$/))
    },
  )

  test.runIf(IS_FULL)('two jobs at once lose neither comment', async () => {
    const keys = ['left', 'right']
    fixture.github.gather('issues/create-comment', keys.length)
    await Promise.all(keys.map((key) => main({ ...quick, 'comment-key': key }, job())))
    for (const key of keys)
      expect(fixture.comments().filter((body) => body.startsWith(`<!-- plimsoll:comment ${key} -->`))).toHaveLength(1)
  })

  describe('a workload that looks for what the step was given', () => {
    const inputs = { workloads: 'spy', compare: 'none', comment: 'false', rounds: '1' }

    test('finds nothing, in its own environment or in that of any process that it can see', async () => {
      const token = fixture.github.newToken()
      fixture.push(spying(image, [token, KEY, ...Object.values(SECRETS)]))
      const given = { ...inputs, token, engines: engine.id, 'comment-key': KEY }
      const ended = await main(given, job())
      expect(ended).toMatchObject({ exitCode: 0, outputs: { status: 'measured', verdict: '' } })
      const { document } = readRun(readFileSync(ended.outputs.document as string))
      expect(document.benchmarks.map(({ scenario, status }) => `${scenario} ${status}`).sort()).toEqual([
        'layer ok',
        'native ok',
      ])
    })

    test.runIf(IS_FULL)('would find what any process does not hide', async () => {
      fixture.push(spying(image, ['left-lying-about']))
      const careless = spawn('sleep', ['100'], { env: { NOTE: 'left-lying-about' } })
      const ended = await main({ ...inputs, engines: 'none' }, job())
      careless.kill()
      expect(ended).toMatchObject({ exitCode: 1, log: expect.stringContaining('NOTE=left-lying-about') })
    })
  })

  test("a fork's pull request is measured without a comment, and not at all on a machine of one's own", async () => {
    fixture.comeFrom(FORK)
    fixture.github.requests.length = 0
    const token = fixture.github.newToken({ permission: 'read' })
    const ended = await main({ ...quick, token, 'comment-key': 'fork' }, job())
    expect(ended).toMatchObject({ exitCode: 0, log: expect.stringContaining('cannot write a comment') })
    expect(fixture.writes()).toEqual([])
    const environment = { RUNNER_ENVIRONMENT: 'self-hosted' }
    expect(await main(quick, job({ environment }))).toMatchObject({
      exitCode: 1,
      log: expect.stringContaining('::error::This pull request is from a fork'),
    })

    const inputs = { documents: ended.outputs.document as string, 'comment-key': 'report' }
    const given = { ...inputs, token: fixture.github.newToken() }
    const reported = await runStep('report/action.yml', 'main', given, job({ event: fixture.workflowRunEvent() }))
    expect(reported).toMatchObject({ exitCode: 0, outputs: { comment: expect.stringContaining('http') } })
    expect(fixture.comments().at(-1)).toMatch(/^<!-- plimsoll:comment report -->/)
    fixture.comeFrom(fixture.github.state.repository)
  })

  test('a runner without an engine is skipped, and one whose engine refuses the user is said in one sentence', async () => {
    const bare = join(fixture.directory, 'bare')
    mkdirSync(bare, { recursive: true })
    linkGit(bare)
    const environment = { PATH: bare, DOCKER_HOST: '' }
    const skipped = await main({ workloads: 'spin' }, job({ environment }))
    expect(skipped).toMatchObject({
      exitCode: 0,
      outputs: { status: 'unsupported' },
      log: expect.stringContaining('::notice::'),
    })
    writeFileSync(join(bare, 'docker'), DENIED)
    chmodSync(join(bare, 'docker'), 0o755)
    const told = await main({ workloads: 'spin', 'on-unsupported': 'fail' }, job({ environment }))
    expect(told).toMatchObject({
      exitCode: 1,
      log: expect.stringMatching(/::error::No container .* add the user to the group/),
    })
  })

  test('nothing was asked of GitHub that its description does not allow', () => {
    expect(fixture.github.violations).toEqual([])
  })
})
