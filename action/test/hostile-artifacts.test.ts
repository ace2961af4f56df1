import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, type RunDocument } from '@plimsoll/schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkDocument } from '../../schema/test/check-document.ts'
import { reportStep } from '../src/steps/report.ts'
import { FORK } from './runner/pull-request.ts'
import { outputsIn, runInProcess } from './runner/run-in-process.ts'
import { usePullRequest } from './runner/use-pull-request.ts'

const used = usePullRequest({ file: 'main' }, { file: 'feature' })

beforeAll(() => {
  const { github } = used.fixture
  used.fixture.comeFrom(FORK)
  const [first] = github.state.pullRequests
  if (first) github.state.pullRequests.push({ ...first, number: 2, head: { ...first.head, sha: 'e'.repeat(40) } })
})

/** The end of a report step: its error if it failed, and what it wrote. */
interface Ended {
  failure: string | null
  outputs: Record<string, string>
  comment: string
}

/** The comment that a report step writes for these files. The step must succeed. */
async function reported(files: Record<string, string>): Promise<string> {
  const { comment, failure } = await report(files)
  expect(failure).toBeNull()
  return comment
}

/** Runs the report step for a workflow run of a fork that uploaded these files. It must write one comment. */
async function report(files: Record<string, string>, more: Record<string, string> = {}): Promise<Ended> {
  const directory = mkdtempSync(join(used.directory, 'report-'))
  const documents = join(directory, 'documents')
  for (const [name, content] of Object.entries(files)) {
    const file = join(documents, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, content)
  }
  used.fixture.github.state.comments.length = 0
  const failure = await runInProcess(reportStep, used.fixture, directory, used.fixture.workflowRunEvent(), {
    ...{ documents, ...more },
  }).then(
    () => null,
    (error: Error) => error.message,
  )
  const outputs = outputsIn(directory)
  expect(outputs.comment).toContain('/pull/1#')
  expect(used.fixture.github.state.comments.map(({ pullRequest }) => pullRequest)).toEqual([1])
  return { failure, outputs, comment: used.fixture.comments()[0] as string }
}

/** The address of a registry on which no server listens. A submission would therefore be an error in the log. */
const REGISTRY = { registry: 'https://127.0.0.1:9' }
/** A check of a workload with two values of a param, so that names contain the param. */
const check = (size: string): RunDocument =>
  checkDocument([{ params: { size }, factor: 1.3 }, { params: { size: 'other' } }])
const reportedDocument = (document: object) => reported({ 'run.json': JSON.stringify(document) })
/** All lines of a comment, without hashes. The hashes differ between documents. */
const lines = (comment: string) => comment.replaceAll(/sha256:[0-9a-f]{64}/g, '').split('\n')

describe('an artifact of a stranger', () => {
  let usual: string[]
  beforeAll(async () => {
    usual = lines(await reportedDocument(check('small')))
    expect(usual).toContainEqual(
      expect.stringMatching(/^\| npm ci \\\(small\\\) in the container's layer \| \*\*slower\*\* \|/),
    )
  })

  test('that names another pull request, and another repository, changes nothing', async () => {
    const source = {
      ...{ repository: 'octocat/other', commit: 'e'.repeat(40), ref: 'refs/pull/2/merge', pullRequest: 2 },
      workflowRun: 6,
    }
    expect(lines(await reportedDocument({ ...check('small'), source }))).toEqual(usual)
  })

  test.each([
    ['a script', '<script>alert(1)</script>', String.raw`\<script\>alert\(1\)\</script\>`],
    ['everyone', '@everyone', '@\u200beveryone'],
    ['our marker', '<!-- plimsoll:comment default -->', String.raw`\<\!\-\- plimsoll:comment default \-\-\>`],
    ['pipes', 'a | b || c \\| d', String.raw`a \| b \|\| c \\\| d`],
    ['500 characters', 'x'.repeat(500), /\(x{44,46}…/],
  ])(
    'with %s in the name of a benchmark changes nothing but that benchmark, escaped and cut off',
    async (_, size, shown) => {
      const changed = lines(await reportedDocument(check(size)))
      const different = changed.filter((line, index) => line !== usual[index])
      expect(changed).toHaveLength(usual.length)
      expect(different).toEqual([
        expect.stringMatching(/^### 🔴 Plimsoll: 1 of 2 benchmarks slower: npm ci /u),
        expect.stringMatching(/^\| npm ci .{1,200} in the container's layer \| \*\*slower\*\* \|/),
        expect.stringMatching(/^Workloads: npm\\-ci /),
        expect.stringMatching(/^Smallest slowdown that this job can see in /),
      ])
      for (const line of different.slice(0, 3)) expect(line).not.toContain(size)
      expect(different[1]?.split(/(?<!\\)\|/)).toHaveLength(7)
      for (const line of different.slice(0, 2)) expect(line).toMatch(shown)
    },
  )

  test.each([
    ['is no JSON', 'nonsense'],
    ['is JSON and no run document', '{"schemaVersion":1}'],
    [
      'has a benchmark name of 10,000 characters, of which the schema allows 500',
      JSON.stringify(check('x'.repeat(10_000))),
    ],
    ['has a field that no run document has', JSON.stringify({ ...check('small'), html: '<script>' })],
  ])('that %s is said to be no run document, and nothing of it is shown', async (_, content) => {
    const comment = await reported({ 'job/run.json': content })
    expect(comment.replace(/\n\n<!-- plimsoll:by .*$/, '').split('\n')).toEqual([
      '<!-- plimsoll:comment default -->',
      '### ⚠ Plimsoll: nothing was measured',
      '',
      'The measuring job uploaded no valid run document. See its log, and check what it uploads.',
      '',
      expect.stringMatching(/^More in the \[job summary\]/),
    ])
  })

  test('with a sentence for a reason is shown as a sentence', async () => {
    const sentence = 'No engine <script> @everyone\n\n# | <!-- plimsoll:comment other -->'
    const comment = await reported({ 'job/unsupported.json': JSON.stringify({ name: 'a', sentence }) })
    expect(comment).toContain(String.raw`No engine \<script\> @${'\u200b'}everyone`)
    expect(comment.match(/<!-- (?!plimsoll:by )/g)).toHaveLength(1)
    expect(comment).not.toMatch(/^#(?!## ⚪ Plimsoll: unsupported)/m)
  })
})

describe('an artifact that another job of the workflow run put in the place of a measuring job’s', () => {
  const [made, other] = [check('small'), check('large')]
  const hashes = JSON.stringify({ jobs: '1', 'hash-0': identify(made).hash })
  const file = 'plimsoll.default.0/run.json'
  const where = { jobs: '1', hashes }

  test('is shown where it is the one that the measuring job made', async () => {
    const { comment, failure, outputs } = await report({ [file]: JSON.stringify(made) }, where)
    expect({ failure, outputs }).toMatchObject({ failure: null, outputs: { verdict: 'slower' } })
    expect(comment).toMatch(/^### 🔴 Plimsoll: 1 of 2 benchmarks slower/mu)
  })

  test('is neither shown nor published where it is another, and the step fails', async () => {
    const { comment, failure, outputs } = await report({ [file]: JSON.stringify(other) }, { ...where, ...REGISTRY })
    expect(comment).toMatch(/^### ⚠ Plimsoll: changed after measuring$/m)
    expect(comment).toContain('plimsoll.default.0/run.json was changed after it was measured')
    expect(comment).not.toContain('large')
    expect(outputs).toMatchObject({ permalinks: '', verdict: '' })
    expect(failure).toContain(`${file} was changed after it was measured`)
  })

  test('does not hide one that was measured: by a sentence, nor by the document of another job', async () => {
    const sentence = JSON.stringify({ name: 'a', sentence: 'No engine.' })
    const hidden = await report({ 'plimsoll.default.0/unsupported.json': sentence }, where)
    expect(hidden.comment).toContain('unsupported.json was changed after it was measured')
    expect(hidden.comment).not.toContain('No engine.')
    expect(hidden.failure).toContain('was changed after it was measured')
    const both = JSON.stringify({ 'hash-0': identify(made).hash, 'hash-1': identify(other).hash })
    const files = { [file]: JSON.stringify(made), 'plimsoll.default.1/run.json': JSON.stringify(made) }
    const copied = await report(files, { jobs: '2', hashes: both })
    expect(copied.comment).toMatch(
      /^### 🔴 Plimsoll: 1 of 2 benchmarks slower.*; of 2 runs: 1 changed after measuring$/mu,
    )
  })
})
