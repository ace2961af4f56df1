import { mkdirSync, rmSync } from 'node:fs'
import { execaSync } from 'execa'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Act, type ActResult, example, hasAct } from './runner/act.ts'
import { spinning, turns } from './runner/project.ts'
import { FORK, PullRequestFixture } from './runner/pull-request.ts'
import type { Job } from './runner/runner.ts'

/** A workflow of the examples with more inputs of the measuring action. */
function recipe(name: string, inputs: Record<string, string>): string {
  const lines = Object.entries(inputs).map(([input, value]) => `          ${input}: ${JSON.stringify(value)}\n`)
  return example(name).replace(/uses: OWNER\/plimsoll\/action@.*\n {8}with:\n/, `$&${lines.join('')}`)
}

/** A workflow of the examples whose report action gets more inputs. */
const reporting = (workflow: string, lines: string) =>
  workflow.replace(/( +)documents: documents\n/, (line, indent: string) => `${line}${indent}${lines}\n`)

describe.skipIf(!(await hasAct()))('what a project asks of a check, run by act', () => {
  let fixture: PullRequestFixture
  let act: Act

  beforeAll(async () => {
    fixture = await PullRequestFixture.start(spinning('unused'), turns(400))
    act = await Act.start(fixture)
  })
  afterAll(() => fixture?.end())
  beforeEach(() => {
    const { state } = fixture.github
    for (const list of [state.comments, state.checks, state.runs, pullRequest().labels]) list.length = 0
    rmSync(act.artifacts, { recursive: true })
    mkdirSync(act.artifacts)
  })

  const quick = { workloads: 'spin', engines: 'none', rounds: '14' }
  const pullRequest = () => fixture.github.state.pullRequests[0] as { labels: string[]; head: { sha: string } }
  const firstLine = () => fixture.comments()[0]?.split('\n')[1]
  const run = (workflow: string, event: Job['event'] = fixture.pullRequestEvent(), environment = {}, token = {}) =>
    act.run(workflow, event, fixture.github.newToken(token), { ...fixture.jobEnvironment(), ...environment })
  const labelled = (name: string): Job['event'] => {
    const { payload, ...event } = fixture.pullRequestEvent()
    return { ...event, payload: { ...(payload as object), action: 'labeled', label: { name } } }
  }

  describe('on-request.yml', () => {
    const onRequest = () => recipe('on-request.yml', quick)

    test('without the label, a push measures nothing', async () => {
      expectEnds(await run(onRequest()), ['succeeded'])
      expect(fixture.comments()).toEqual([])
    })

    test('another label does not start it', async () => {
      pullRequest().labels.push('plimsoll', 'later')
      expectEnds(await run(onRequest(), labelled('later')), [])
    })

    test('with the label, a slower head fails the job', async () => {
      pullRequest().labels.push('plimsoll')
      expectEnds(await run(onRequest(), labelled('plimsoll')), ['succeeded', 'failed'])
      expect(firstLine()).toContain('### 🔴 Plimsoll: 1 of 1 benchmark slower')
    })

    test('a label accepts it: the job succeeds, and the comment still says so', async () => {
      pullRequest().labels.push('plimsoll', 'slower is fine')
      expectEnds(await run(onRequest(), labelled('slower is fine')), ['succeeded', 'succeeded'])
      expect(firstLine()).toContain('### 🔴 Plimsoll: 1 of 1 benchmark slower')
    })
  })

  describe('on-request-comment.yml', () => {
    const commented = (body: string, association: string): Job['event'] => {
      const { repository } = fixture.pullRequestEvent().payload as { repository: object }
      const issue = { number: 1, pull_request: { url: 'https://api.github.com/pulls/1' } }
      const comment = { body, author_association: association }
      return { name: 'issue_comment', payload: { action: 'created', repository, issue, comment } }
    }
    beforeEach(() => {
      const { state } = fixture.github
      const run = { event: 'pull_request', headBranch: 'feature', headRepository: state.repository, attempts: 1 }
      const headSha = pullRequest().head.sha
      state.runs.push(
        { ...run, id: 8, headSha, workflow: 'other.yml' },
        { ...run, id: 9, headSha, workflow: 'plimsoll.yml' },
      )
    })
    const attempts = () => fixture.github.state.runs.map(({ attempts }) => attempts)

    test('the comment of a member adds the label and starts the workflow of the head again', async () => {
      expectEnds(await run(example('on-request-comment.yml'), commented('/plimsoll', 'MEMBER')), ['succeeded'])
      expect(pullRequest().labels).toEqual(['plimsoll'])
      expect(attempts()).toEqual([1, 2])
    })

    test.each([
      ['/plimsoll', 'CONTRIBUTOR'],
      ['/plimsoll; rm -rf /', 'OWNER'],
    ])('the comment %j of a %s does nothing', async (body, association) => {
      expectEnds(await run(example('on-request-comment.yml'), commented(body, association)), [])
      expect([pullRequest().labels, attempts()]).toEqual([[], [1, 1]])
    })
  })

  test('since-release.yml compares a push with the newest tag, and fails if it is slower', async () => {
    execaSync('git', ['-C', fixture.origin.directory, 'tag', 'v1', fixture.origin.commits.base])
    const { repository } = fixture.pullRequestEvent().payload as { repository: object }
    const push = { name: 'push', payload: { ref: 'refs/heads/main', repository } }
    const ended = await run(recipe('since-release.yml', quick), push)
    expectEnds(ended, ['failed'])
    expect(ended.log).toMatch(/1 of 1 benchmark slower/)
    expect(fixture.comments()).toEqual([])
  })

  test('a merge group is compared with its base, and fails with fail-on', async () => {
    const { repository } = fixture.pullRequestEvent().payload as { repository: object }
    const { base, merge } = fixture.origin.commits
    const group = { base_sha: base, head_sha: merge, base_ref: 'refs/heads/main', head_ref: 'refs/heads/queue' }
    const event = { name: 'merge_group', payload: { action: 'checks_requested', repository, merge_group: group } }
    const workflow = example('one-step.yml', { ...quick, 'fail-on': 'slower' }).replace(
      'pull_request:\n',
      '$&  merge_group:\n',
    )
    const ended = await run(workflow.replace(/ {4}paths-ignore.*\n/, ''), event)
    expectEnds(ended, ['failed'])
    expect(ended.log).toMatch(/1 of 1 benchmark slower/)
  })

  describe('check: true', () => {
    const expectCheck = (conclusion: string) => {
      expect(fixture.github.state.checks).toMatchObject([
        { conclusion, title: expect.stringContaining('1 of 1 benchmark slower') },
      ])
    }

    test('in one job, with a comment', async () => {
      expectEnds(await run(example('one-step.yml', { ...quick, check: 'true' })), ['succeeded'])
      expectCheck('neutral')
      expect(firstLine()).toContain('slower')
    })

    test('in one job whose token may not write checks, a warning says so, and the comment is there', async () => {
      const ended = await run(example('one-step.yml', { ...quick, check: 'true' }), undefined, {}, { checks: false })
      expectEnds(ended, ['succeeded'])
      expect(fixture.github.state.checks).toEqual([])
      expect(ended.log).toContain('checks: write')
      expect(firstLine()).toContain('slower')
    })

    test('in two jobs, where fail-on of the report makes the check a failure', async () => {
      const workflow = example('two-jobs.yml', { ...quick, comment: 'false' })
      const ended = await run(reporting(workflow, 'check: "true"\n          fail-on: slower'))
      expectEnds(ended, ['succeeded', 'succeeded'])
      expectCheck('failure')
    })

    test('of a fork, in the second workflow', async () => {
      fixture.comeFrom(FORK)
      const measured = await run(
        example('forks-measure.yml', { ...quick, comment: 'false' }),
        undefined,
        {},
        { permission: 'read' },
      )
      expectEnds(measured, ['succeeded'])
      const report = reporting(example('forks-report.yml'), 'check: "true"')
      expectEnds(await run(report, fixture.workflowRunEvent()), ['succeeded'])
      expectCheck('neutral')
      fixture.comeFrom(fixture.github.state.repository)
    })
  })

  test('with comment: changes, nothing is said until something is slower, and then the comment is kept up to date', async () => {
    const check = () => run(example('one-step.yml', { ...quick, comment: 'changes' }))
    fixture.push({ 'README.md': 'not measured' })
    fixture.push(turns(200))
    expectEnds(await check(), ['succeeded'])
    expect(fixture.comments().filter((text) => !text.includes('inconclusive') && !text.includes('unreliable'))).toEqual(
      [],
    )
    fixture.github.state.comments.length = 0
    fixture.push(turns(400))
    expectEnds(await check(), ['succeeded'])
    expect(firstLine()).toContain('slower')
    fixture.push(turns(200))
    expectEnds(await check(), ['succeeded'])
    expect(firstLine()).not.toContain('🔴')
    expect(fixture.comments()).toHaveLength(1)
  })

  test('nothing was asked of GitHub that its description does not allow', () => {
    expect(fixture.github.violations).toEqual([])
  })
})

/** Expects that these jobs ended so, and no others. */
function expectEnds({ log }: ActResult, ends: string[]): void {
  expect(
    [...log.matchAll(/Job (succeeded|failed)/g)].map(([, end]) => end),
    log,
  ).toEqual(ends)
}
