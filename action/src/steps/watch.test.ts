import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProjectHistory } from '@plimsoll/schema'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outputsIn, runInProcess } from '../../test/runner/run-in-process.ts'
import { usePullRequest } from '../../test/runner/use-pull-request.ts'
import { watchStep } from './watch.ts'

const used = usePullRequest({ file: 'main' }, { file: 'feature' })
const RUN = 'a'.repeat(26)
const HISTORY: ProjectHistory = {
  repository: 'octocat/hello-world',
  answer: 'Since 2026-11-10: 1.28× the median before, tests on a bind mount (Docker Engine).',
  truncated: false,
  slowdowns: [
    {
      ...{ benchmark: 'tests on bind, Docker Engine', machine: null, since: '2026-11-10T02:00:00Z', run: RUN },
      ...{ commit: null, near: [RUN], factor: 1.28, now: 1.28 },
    },
  ],
}

let server: Server
let files: Record<string, string> = {}

beforeEach(async () => {
  used.fixture.github.state.issues.length = 0
  server = createServer(({ url = '' }, response) => {
    const text = files[url]
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function watch(more: Record<string, string> = {}) {
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/site/`
  const inputs = { registry, project: '4242', label: 'plimsoll', threshold: '5%', ...more }
  return runInProcess(watchStep, used.fixture, used.directory, { name: 'schedule', payload: {} }, inputs)
}

const said = () =>
  vi
    .mocked(process.stdout.write)
    .mock.calls.map(([text]) => text)
    .join('')

test('the file beside the project’s page becomes an issue, with its address as an output', async () => {
  files = { '/site/projects/id/4242.json': JSON.stringify(HISTORY) }
  await watch()
  expect(used.fixture.github.state.issues.map(({ title }) => title)).toEqual([
    expect.stringContaining('tests on bind, Docker Engine, 1.28× since 2026-11-10'),
  ])
  expect(outputsIn(used.directory)).toEqual({
    state: 'opened',
    issue: expect.stringMatching(/\/octocat\/hello-world\/issues\/\d+$/),
  })
  expect(said()).toContain(HISTORY.answer)
})

test('a hostile registry gives no commands to the runner', async () => {
  const answer = 'fine\n::error::not fine\n::add-mask::x'
  files = { '/site/projects/id/4242.json': JSON.stringify({ ...HISTORY, answer }) }
  await watch()
  expect(said()).not.toMatch(/^::(error|add-mask)/m)
})

test('a larger threshold leaves it', async () => {
  await watch({ threshold: '30%' })
  expect(used.fixture.github.state.issues).toEqual([])
  expect(said()).toContain('There is no slowdown to report.')
})

test('a registry without the project is a notice, because the first run may come later', async () => {
  files = {}
  await watch()
  expect(said()).toContain('::notice::The registry has no page of this project yet')
})

test.each<[string, Record<string, string>, string]>([
  ['a file that is no history', { project: '7' }, 'is not the history of a project'],
  ['a project that is no id', { project: '../7' }, "The input 'project' takes a repository id such as 1001"],
  ['a repository instead of pages', { registry: 'github:a/b' }, "takes the address of a registry's pages"],
  ['a registry that does not answer', { registry: 'http://127.0.0.1:9' }, 'could not be downloaded'],
  ['a label with a comma', { label: 'a,b' }, 'without commas'],
])('%s is one sentence', async (_name, inputs, sentence) => {
  files = { '/site/projects/id/7.json': '{"slowdowns": 1}' }
  await expect(watch(inputs)).rejects.toThrow(sentence)
})
