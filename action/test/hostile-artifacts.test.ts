import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, type RunDocument } from '@plimsoll/schema'
import { beforeAll, expect, test } from 'vitest'
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
const check = (factor: number): RunDocument => checkDocument([{ factor }, { params: { size: 'other' } }])

test('an artifact of a stranger that names another pull request, and another repository, changes nothing', async () => {
  const source = {
    ...{ repository: 'octocat/other', commit: 'e'.repeat(40), ref: 'refs/pull/2/merge', pullRequest: 2 },
    workflowRun: 6,
  }
  const shown = async (document: object) => {
    const { comment, failure } = await report({ 'run.json': JSON.stringify(document) })
    expect(failure).toBeNull()
    return comment.replaceAll(/sha256:[0-9a-f]{64}/g, '')
  }
  const usual = await shown(check(1.3))
  expect(usual).toContain("| npm ci \\(small\\) in the container's layer | **slower** |")
  expect(await shown({ ...check(1.3), source })).toBe(usual)
})

test('an artifact that another job of the workflow run put in the place of a measuring job’s is not shown or published', async () => {
  const hashes = JSON.stringify({ jobs: '1', 'hash-0': identify(check(1.3)).hash })
  const file = 'plimsoll.default.0/run.json'
  const files = { [file]: JSON.stringify(check(1)) }
  const { comment, failure, outputs } = await report(files, { jobs: '1', hashes, ...REGISTRY })
  expect(comment).toMatch(/^### ⚠ Plimsoll: changed after measuring$/m)
  expect(comment).toContain(`${file} was changed after it was measured`)
  expect(comment).not.toContain('npm ci')
  expect(outputs).toMatchObject({ permalinks: '', verdict: '' })
  expect(failure).toContain(`${file} was changed after it was measured`)
})
