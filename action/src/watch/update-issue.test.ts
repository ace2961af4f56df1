import type { ProjectHistory, Slowdown } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { githubOfTests } from '../../test/github/github-of-tests.ts'
import { makeOctokit } from '../github/octokit.ts'
import { updateIssue } from './update-issue.ts'

const PAGE = 'https://plimsoll.example/projects/id/4242'
const github = githubOfTests()

const runId = (letter: string) => letter.repeat(26)

function slowdown(change: Partial<Slowdown> = {}): Slowdown {
  return {
    benchmark: 'tests on bind, Docker Engine',
    machine: 'Example CPU, 4 CPUs',
    since: '2026-11-10T02:00:00Z',
    run: runId('c'),
    commit: '0123abc'.padEnd(40, 'd'),
    near: ['a', 'b', 'c', 'd', 'e'].map(runId),
    factor: 1.28,
    now: 1.27,
    ...change,
  }
}

const OTHER = slowdown({
  benchmark: 'build on volume, Docker Engine',
  run: runId('x'),
  near: [runId('x')],
  factor: 1.5,
  now: 1.5,
})

function watch(slowdowns: Slowdown[], token = github().newToken(), truncated = false) {
  const history: ProjectHistory = { repository: 'octocat/hello-world', answer: 'Since then.', truncated, slowdowns }
  const octokit = makeOctokit({ token, apiUrl: github().url, sleep: async () => {} })
  return updateIssue({
    ...{ octokit, owner: 'octocat', repo: 'hello-world', label: 'plimsoll' },
    ...{ history, page: PAGE, threshold: 0.05 },
  })
}

const issues = () => github().state.issues.map(({ number, state, title }) => [number, state, title])
const comments = () => github().state.comments.map(({ body }) => body.split('\n', 1)[0])

test('a slowdown opens one issue that names it, and the same again writes nothing', async () => {
  expect(await watch([])).toBeNull()
  expect(await watch([slowdown()])).toEqual({
    state: 'opened',
    url: 'https://github.com/octocat/hello-world/issues/1',
  })
  expect(await watch([slowdown()])).toMatchObject({ state: 'unchanged' })

  expect(issues()).toEqual([
    [1, 'open', 'Slower on the main branch: tests on bind, Docker Engine, 1.28× since 2026-11-10 (0123abc)'],
  ])
  const [issue] = github().state.issues
  expect(issue?.labels).toEqual(['plimsoll'])
  expect(issue?.body).toContain(
    `| tests on bind, Docker Engine, Example CPU, 4 CPUs | 2026-11-10 | ${slowdown().commit} | 1.28× | 1.27× |`,
  )
  expect(issue?.body).toContain(`[History with all runs](${PAGE})`)
  expect(comments()).toEqual([])
})

test('a second slowdown is added to the open issue, with a comment', async () => {
  await watch([slowdown()])
  expect(await watch([OTHER, slowdown()])).toMatchObject({ state: 'updated' })

  expect(issues()).toEqual([[1, 'open', expect.stringMatching(/build on volume.*1\.50×.*, and 1 more$/)]])
  expect(comments()).toEqual(['Also slower:'])
  expect(github().state.comments[0]?.body).not.toContain('tests on bind')
})

test('new figures of the same slowdown change the text without a comment', async () => {
  await watch([slowdown()])
  expect(await watch([slowdown({ run: runId('b'), factor: 1.3 })])).toMatchObject({ state: 'updated' })
  expect(comments()).toEqual([])
})

test('the issue is closed when the slowdown is gone, and the same slowdown may come back', async () => {
  await watch([slowdown()])
  expect(await watch([])).toMatchObject({ state: 'closed' })
  expect(issues()).toEqual([[1, 'closed', expect.anything()]])
  expect(github().state.issues[0]?.body).toContain('| tests on bind')
  expect(comments()).toEqual([expect.stringContaining('The slowdown is gone')])
  expect(await watch([])).toBeNull()

  expect(await watch([slowdown()])).toMatchObject({ state: 'opened' })
})

test('an issue stays open if its slowdown may only be too old for the history', async () => {
  await watch([slowdown()])
  expect(await watch([], undefined, true)).toMatchObject({ state: 'unchanged' })
  expect(issues()).toEqual([[1, 'open', expect.anything()]])
})

test('of a hundred slowdowns none is reported twice', async () => {
  const many = Array.from({ length: 100 }, (_, number) => slowdown({ benchmark: `tests ${number} on bind` }))
  await watch(many)
  expect(github().state.issues[0]?.body).toContain('50 more are on the page of the project.')
  expect(await watch(many.map((one) => ({ ...one, now: 1.3 })))).toMatchObject({ state: 'updated' })
  expect(comments()).toEqual([])
  Object.assign(github().state.issues[0] ?? {}, { state: 'closed' })
  expect(await watch(many)).toBeNull()
})

test('a slowdown in an issue that a person closed is accepted, also when it is found one run later', async () => {
  await watch([slowdown()])
  Object.assign(github().state.issues[0] ?? {}, { state: 'closed' })

  expect(await watch([slowdown()])).toBeNull()
  expect(await watch([slowdown({ run: runId('d'), near: ['b', 'c', 'd', 'e', 'f'].map(runId) })])).toBeNull()
  expect(await watch([slowdown({ machine: 'Another CPU, 8 CPUs' })])).toMatchObject({ state: 'opened' })
  expect(await watch([slowdown(), OTHER])).toMatchObject({ state: 'updated' })
  expect(github().state.issues.at(-1)?.title).toContain('build on volume')
})

test('a slowdown below the threshold is not reported; nor is one that is only a smaller number', async () => {
  expect(await watch([slowdown({ factor: 1.04 })])).toBeNull()
  expect(await watch([slowdown({ factor: 0.97 })])).toBeNull()
  expect(await watch([slowdown({ factor: 0.8 })])).toMatchObject({ state: 'opened' })
})

test('issues of other people stay unchanged, whatever they contain', async () => {
  await watch([slowdown()])
  const [ours] = github().state.issues
  github().state.issues.push(
    { ...(ours as typeof ours & {}), number: 2, labels: [] },
    { ...(ours as typeof ours & {}), number: 3, body: '<!-- plimsoll:watch %7B -->\nbroken' },
  )
  await watch([])
  expect(issues().map(([, state]) => state)).toEqual(['closed', 'open', 'open'])
})

test('an issue that was edited in a browser, which ends lines in CR LF, is unchanged', async () => {
  await watch([slowdown()])
  const [issue] = github().state.issues
  if (issue) issue.body = issue.body.replaceAll('\n', '\r\n')
  expect(await watch([slowdown()])).toMatchObject({ state: 'unchanged' })
})

test('nothing of a registry’s texts becomes markup, a mention or the end of the comment', async () => {
  await watch([slowdown({ benchmark: '--> @octocat <b>x</b> | `y`', machine: '<!-- #1' })])
  const { title = '', body = '' } = github().state.issues[0] ?? {}
  expect(title).not.toMatch(/[\r\n]/)
  expect(body.split('\n')[0]).toMatch(/^<!-- plimsoll:watch [0-9a-f]{16} -->$/)
  expect(body.split('\n').slice(1).join('\n')).not.toMatch(/<b>|@octocat|[^\\]<!--|#1/)
  expect(await watch([])).toMatchObject({ state: 'closed' })
})

test('without permission, one sentence says which one is missing', async () => {
  const token = github().newToken({ permission: 'read' })
  await expect(watch([slowdown()], token)).rejects.toThrow('Give the job `permissions: issues: write`')
})

test('disabled issues are named', async () => {
  github().fail({ operation: 'issues/create', status: 410, message: 'Issues are disabled for this repo' })
  await expect(watch([slowdown()])).rejects.toThrow('Issues are disabled for this repo')
})
