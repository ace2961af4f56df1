import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { checkDocument } from '../../../schema/test/check-document.ts'
import { runInProcess } from '../../test/runner/run-in-process.ts'
import type { Job } from '../../test/runner/runner.ts'
import { usePullRequest } from '../../test/runner/use-pull-request.ts'
import { measureStep } from './measure.ts'
import { reportStep } from './report.ts'

const BROKEN = { '.plimsoll/spin.yml': 'workload: [' }
const used = usePullRequest({ file: 'main' }, { file: 'feature' })

const run = (
  step: () => Promise<void>,
  event: Job['event'],
  inputs: Record<string, string>,
  more: Record<string, string> = {},
) => runInProcess(step, used.fixture, used.directory, event, inputs, more)

/** The text that the step wrote to the log. */
function said(): string {
  return vi
    .mocked(process.stdout.write)
    .mock.calls.map(([text]) => text)
    .join('')
}

/** Writes the comment that an earlier push would have left, with a slower benchmark. */
async function tellSlower(): Promise<void> {
  const file = join(used.directory, 'run.json')
  writeFileSync(file, JSON.stringify(checkDocument([{ params: { size: 'small' }, factor: 1.3 }])))
  await run(reportStep, used.fixture.pullRequestEvent(), { documents: file })
  expect(used.fixture.comments()).toEqual([expect.stringContaining('### 🔴 Plimsoll: 1 of 1 benchmark slower')])
  used.fixture.push({ file: `after ${used.fixture.origin.commits.head}` })
}

const TITLE = expect.stringContaining('nothing was measured')

const NOTHING = expect.stringMatching(
  /^<!-- plimsoll:comment default -->\n### ⚠ Plimsoll: nothing was measured\n[^|]*ended without a run document\. See its log for the reason/,
)

const FAILED = (reason: string) =>
  expect.stringContaining(`<!-- plimsoll:comment default -->\n### ⚠ Plimsoll: nothing was measured\n\n${reason}`)

test.each([
  ['whose folder of documents does not exist', 'nowhere', 'which does not exist'],
  ['whose folder of documents is empty', 'empty', 'names no run document'],
])('a report %s fails, and the comment no longer shows the result of an earlier push', async (_, name, sentence) => {
  await tellSlower()
  mkdirSync(join(used.directory, 'empty'), { recursive: true })
  for (const event of [used.fixture.pullRequestEvent(), used.fixture.workflowRunEvent()]) {
    const report = run(reportStep, event, { documents: join(used.directory, name) })
    await expect(report).rejects.toThrow(sentence)
    expect(used.fixture.comments()).toEqual([NOTHING])
  }
})

test('a step whose workload cannot be read fails, and its comment no longer shows the result of an earlier push', async () => {
  await tellSlower()
  used.fixture.push(BROKEN)
  await expect(run(measureStep, used.fixture.pullRequestEvent(), { check: 'true' })).rejects.toThrow(
    '.plimsoll/spin.yml',
  )
  expect(used.fixture.github.state.checks).toMatchObject([{ conclusion: 'failure', title: TITLE }])
  expect(used.fixture.comments()).toEqual([FAILED('.plimsoll/spin.yml:1: invalid YAML: ')])
  expect(readFileSync(join(used.directory, 'summary'), 'utf8')).toContain('\n.plimsoll/spin.yml:1: invalid YAML: ')
})

test.each([
  ['fail-on', 'slow', 'The input \'fail-on\' takes one of slower, inconclusive, unreliable, not "slow".'],
  ['cpus', '2', "The input 'cpus' needs a virtual machine."],
  ['suite', 'quik', "Unknown suite 'quik' (did you mean quick? "],
])('a step with a wrong input %s fails, and its comment and summary say so', async (name, value, sentence) => {
  await tellSlower()
  await expect(run(measureStep, used.fixture.pullRequestEvent(), { [name]: value })).rejects.toThrow(sentence)
  const beginning = sentence.slice(0, 'The input'.length)
  expect(used.fixture.comments()).toEqual([FAILED(beginning)])
  expect(readFileSync(join(used.directory, 'summary'), 'utf8')).toContain(`nothing was measured\n\n${beginning}`)
})

test('a report with a wrong input fails, and its comment and summary say so', async () => {
  await tellSlower()
  const REPORTED = expect.stringMatching(
    /### ⚠ Plimsoll: nothing was reported\n\nThe input 'jobs' takes a whole number /,
  )
  for (const event of [used.fixture.pullRequestEvent(), used.fixture.workflowRunEvent()]) {
    const report = run(reportStep, event, { documents: join(used.directory, 'run.json'), jobs: 'two' })
    await expect(report).rejects.toThrow("The input 'jobs' takes")
    expect(used.fixture.comments()).toEqual([REPORTED])
    expect(readFileSync(join(used.directory, 'summary'), 'utf8')).toEqual(REPORTED)
    used.fixture.github.state.comments.length = 0
  }
})

test('a comment on a wrong input masks the secrets that the log would mask', async () => {
  for (const step of [measureStep, reportStep]) {
    const secret = 'the-key-of-a-deploy'
    const inputs = { budget: secret, documents: 'run.json', jobs: secret }
    const ended = run(step, used.fixture.pullRequestEvent(), inputs, { DEPLOY_KEY: secret })
    await expect(ended).rejects.toThrow(`not "${secret}"`)
    expect(used.fixture.comments()).toEqual([
      expect.stringMatching(/The input '(budget|jobs)' takes .*, not "\\\*\\\*\\\*"\./),
    ])
    used.fixture.github.state.comments.length = 0
  }
})

test.each(['comment', 'comment-key', 'token'])('a step with a wrong input %s writes nowhere', async (name) => {
  for (const step of [measureStep, reportStep])
    await expect(run(step, used.fixture.pullRequestEvent(), { [name]: 'a b' })).rejects.toThrow(`The input '${name}'`)
  expect(used.fixture.comments()).toEqual([])
})

test('a step that measured nothing reports the reason, even if commenting fails', async () => {
  used.fixture.push(BROKEN)
  await expect(run(measureStep, used.fixture.pullRequestEvent(), { token: '' })).rejects.toThrow('.plimsoll/spin.yml')
  await expect(run(measureStep, used.fixture.pullRequestEvent(), {}, { GITHUB_STEP_SUMMARY: '' })).rejects.toThrow(
    '.plimsoll/spin.yml',
  )
})

test('a report with an empty token succeeds, with a warning instead of a comment', async () => {
  const file = join(used.directory, 'run.json')
  writeFileSync(file, JSON.stringify(checkDocument([{ params: { size: 'small' }, factor: 1.3 }])))
  await run(reportStep, used.fixture.pullRequestEvent(), { documents: file, token: '' })
  expect(said()).toContain('::warning::The GitHub token is empty')
  expect(used.fixture.comments()).toEqual([])
})

test('a locked conversation does not hide that a document was changed', async () => {
  const file = join(used.directory, 'run.json')
  writeFileSync(file, JSON.stringify(checkDocument([{ params: { size: 'small' }, factor: 1.3 }])))
  const message = 'Unable to create comment because issue is locked.'
  used.fixture.github.fail({ operation: 'issues/create-comment', status: 403, message })
  const hashes = JSON.stringify({ 'hash-0': `sha256:${'0a'.repeat(32)}` })
  const report = run(reportStep, used.fixture.workflowRunEvent(), { documents: file, hashes })
  await expect(report).rejects.toThrow('was changed after it was measured')
  expect(said()).toContain(`::warning::GitHub answered “${message}`)
})

test('a report with comment: false writes no comment', async () => {
  const file = join(used.directory, 'run.json')
  writeFileSync(file, JSON.stringify(checkDocument([{ params: { size: 'small' }, factor: 1.3 }])))
  await run(reportStep, used.fixture.pullRequestEvent(), { documents: file, comment: 'false' })
  expect(used.fixture.comments()).toEqual([])
})
