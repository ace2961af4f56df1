import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { type ContainerEngine, catalogImage } from '@plimsoll/workloads'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkDocument } from '../../schema/test/check-document.ts'
import { enginesForTest } from './engine.ts'
import { fromCatalog } from './measure.ts'
import { Act, type ActResult, example, hasAct } from './runner/act.ts'
import { spinning, spying, turns, untagImages } from './runner/project.ts'
import { FORK, PullRequestFixture } from './runner/pull-request.ts'
import { SECRETS } from './runner/runner.ts'

const engines = (await hasAct()) ? (await enginesForTest()).filter(({ noContainers }) => noContainers === null) : []
const engine = engines[0] as ContainerEngine

describe.skipIf(engines.length === 0)('a workflow of the examples, run by act on the host', () => {
  let fixture: PullRequestFixture
  let act: Act
  let image: string

  beforeAll(async () => {
    image = await catalogImage(fromCatalog('metadata'), { files: 500 }, engine, () => {})
    fixture = await PullRequestFixture.start(spinning(image), turns(250))
    act = await Act.start(fixture)
  })
  afterAll(async () => {
    await fixture?.end()
    await untagImages(engine)
  })

  const quick = { workloads: 'spin', engines: 'none', rounds: '14' }
  const oneStep = (inputs: Record<string, string>, token = fixture.github.newToken()) =>
    act.run(example('one-step.yml', inputs), fixture.pullRequestEvent(), token)
  /**
   * Whether the check ended without a verdict, which can happen once on a shared machine. A wrong verdict still fails
   * the test.
   */
  const isUndecided = () =>
    firstLines().some((line) => /### (?:⚠ Plimsoll: unreliable|⚪ Plimsoll: inconclusive)/.test(line))
  const firstLines = () => fixture.comments().map((body) => body.split('\n').slice(0, 2).join(' '))

  test('a head whose image does 25% more work ends in exactly one comment that says slower', async () => {
    const check = () => oneStep({ workloads: 'spin-image', engines: engine.id })
    let ended = await check()
    if (isUndecided()) ended = await check()
    expectJob(ended, 'succeeded')
    expect(firstLines()).toEqual([
      expect.stringMatching(/^<!-- plimsoll:comment default --> ### 🔴 Plimsoll: 1 of 1 benchmark slower: spin/u),
    ])
    expect(fixture.comments()[0]).toMatch(
      /^\| spin\\-image in the container's layer \| \*\*slower\*\* \| \d.* \| \+\d/m,
    )
    expect(ended.log.match(/Building the image plimsoll\/own:/g)).toHaveLength(2)
  }, 600_000)

  test('the next push updates that comment', async () => {
    const [{ id } = { id: 0 }] = fixture.github.state.comments
    fixture.push(turns(200))
    expectJob(await oneStep(quick), 'succeeded')
    expect(fixture.github.state.comments.map((comment) => comment.id)).toEqual([id])
    expect(firstLines()).toEqual([expect.stringMatching(/### (?!🔴)/u)])
  })

  test('two jobs at once, each with a key of its own, lose neither comment, nor that of a third key', async () => {
    fixture.github.gather('issues/create-comment', 2)
    const keys = ['left', 'right']
    const both = await Promise.all(keys.map((key) => oneStep({ ...quick, 'comment-key': key })))
    for (const ended of both) expectJob(ended, 'succeeded')
    expect(
      firstLines()
        .map((line) => line.replace(/ -->.*/, ''))
        .sort(),
    ).toEqual(['default', 'left', 'right'].map((key) => `<!-- plimsoll:comment ${key}`))
  })

  test('a workload finds nothing of what the step was given, in any process that it may look into', async () => {
    const token = fixture.github.newToken()
    const needles = [token, 'the-key-of-this-step', ...Object.values(SECRETS)]
    fixture.push(spying(image, needles))
    const inputs = { workloads: 'spy', compare: 'none', rounds: '1', engines: engine.id }
    const ended = await oneStep({ ...inputs, 'comment-key': 'the-key-of-this-step' }, token)
    expectJob(ended, 'succeeded')
    for (const scenario of ['Native', 'Layer'])
      expect(ended.log).toMatch(new RegExp(`^\\| Debian.* \\| ${scenario} \\| .*[0-9] m?s \\|`, 'm'))
  })

  describe('the pair for forks', () => {
    const measure = (token: string, environment = {}) =>
      act.run(
        example('forks-measure.yml', { ...quick, comment: 'false' }),
        fixture.pullRequestEvent(),
        token,
        environment,
      )
    const report = () =>
      act.run(
        example('forks-report.yml', { documents: 'documents' }),
        fixture.workflowRunEvent(),
        fixture.github.newToken(),
      )

    beforeEach(() => {
      fixture.comeFrom(FORK)
      fixture.github.state.comments.length = 0
      fixture.github.requests.length = 0
      rmSync(act.artifacts, { recursive: true })
      mkdirSync(act.artifacts)
    })

    test('its first half, with a token that can only read, posts nothing, and its second half comments', async () => {
      fixture.push(turns(400))
      expectJob(await measure(fixture.github.newToken({ permission: 'read' })), 'succeeded')
      expect(fixture.writes()).toEqual([])
      expect(readdirSync(act.artifacts, { recursive: true })).toEqual(['plimsoll', 'plimsoll/run.json'])
      const { document } = readRun(readFileSync(join(act.artifacts, 'plimsoll/run.json')))
      expect(document.source).toMatchObject({ pullRequest: 1 })

      expectJob(await report(), 'succeeded')
      if (isUndecided()) {
        expectJob(await measure(fixture.github.newToken({ permission: 'read' })), 'succeeded')
        expectJob(await report(), 'succeeded')
      }
      expect(firstLines()).toEqual([
        expect.stringMatching(/^<!-- plimsoll:comment default --> ### 🔴 Plimsoll: 1 of 1 /u),
      ])
      expect(fixture.github.requests[0]).toContain('head=stranger%3Afeature')
    })

    test('its second half takes what was handed on for a stranger’s: it asks GitHub alone which pull request it is', async () => {
      const document = checkDocument([{ params: { size: '<script> @everyone | a' }, factor: 1.3 }, {}])
      const source = { repository: 'octocat/other', commit: null, ref: null, pullRequest: 2, workflowRun: 6 }
      mkdirSync(join(act.artifacts, 'plimsoll'))
      writeFileSync(join(act.artifacts, 'plimsoll/run.json'), JSON.stringify({ ...document, source }))
      expectJob(await report(), 'succeeded')
      expect(fixture.github.state.comments.map(({ pullRequest }) => pullRequest)).toEqual([1])
      expect(fixture.comments()[0]).toContain(
        String.raw`| npm ci \(\<script\> @${'\u200b'}everyone \| a\) in the container's layer |`,
      )
    })

    test('its first half is refused on a machine of one’s own, before anything of it is run', async () => {
      const refused = await measure(fixture.github.newToken({ permission: 'read' }), {
        RUNNER_ENVIRONMENT: 'self-hosted',
      })
      expectJob(refused, 'failed')
      expect(refused.log).toContain('This pull request is from a fork')
      expect(refused.log).not.toContain('[1/')
      expect(readdirSync(act.artifacts)).toEqual([])
    })
  })

  test('nothing was asked of GitHub that its description does not allow', () => {
    expect(fixture.github.violations).toEqual([])
  })
})

function expectJob({ log }: ActResult, end: 'succeeded' | 'failed'): void {
  expect(log).toContain(`Job ${end}`)
}
