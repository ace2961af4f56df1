import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plimsollHome } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeGitHub, startFakeGitHub } from './github/fake-api.ts'
import { makeOrigin, type Origin } from './runner/repository.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** https://github.com/nektos/act, where it is installed: it takes minutes to build, so nobody is made to. */
const { failed: noAct } = await execa('act', ['--version'], { reject: false, stdin: 'ignore' })

const CHECKOUT_COMMIT = '3d3c42e5aac5ba805825da76410c181273ba90b1'

const WORKFLOW = `
name: Measure
on: pull_request
permissions: {}
jobs:
  measure:
    name: Measure
    runs-on: ubuntu-24.04
    permissions:
      contents: read
      pull-requests: write
    steps:
      - name: Check out
        uses: actions/checkout@${CHECKOUT_COMMIT} # v7.0.1
      - name: Measure
        uses: OWNER/plimsoll/action@0000000000000000000000000000000000000000 # the last release
        with:
          engines: none
          scenarios: native
          rounds: 14
`

/** act copies a folder without its .git; this is what actions/checkout does of it, from the repository of the test. */
const CHECKOUT = `
name: Check out
description: A stand-in
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        git init --quiet
        git remote add origin "file://$ORIGIN"
        git fetch --quiet --depth=1 origin refs/pull/1/merge
        git checkout --quiet --detach FETCH_HEAD
`

const SPIN = `workload: spin
title: Spin
question: How long does a shell loop take?
image: { name: unused }
place: [{ from: ./turns, to: . }]
run: [sh, -c, 'i=0; while [ $i -lt "$(cat turns)" ]; do i=$((i+1)); done']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [native]
`

describe.skipIf(noAct)('a workflow with one step, run by act on the host', () => {
  mkdirSync(plimsollHome(), { recursive: true })
  const directory = mkdtempSync(join(plimsollHome(), 'test-act-'))
  const ours = join(directory, 'ours')
  const checkout = join(directory, 'checkout')
  let github: FakeGitHub
  let origin: Origin

  beforeAll(async () => {
    const files = { '.plimsoll/spin.yml': SPIN, '.github/workflows/measure.yml': WORKFLOW }
    origin = makeOrigin(directory, { ...files, turns: '200\n' }, { turns: '300\n' })
    // What GitHub checks out of an action's repository: the files of it, without what is installed.
    mkdirSync(checkout)
    writeFileSync(join(checkout, 'action.yml'), CHECKOUT)
    mkdirSync(ours)
    const { stdout: names } = await execa('git', ['-C', ROOT, 'ls-files', '-z', '--', ':!examples', ':!site'])
    await execa('tar', ['-C', ROOT, '--null', '-T', '-', '-cf', `${ours}.tar`], { input: names })
    await execa('tar', ['-C', ours, '-xf', `${ours}.tar`])
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
    rmSync(directory, { recursive: true, force: true })
  })

  async function act() {
    const workspace = mkdtempSync(join(directory, 'workspace-'))
    mkdirSync(join(workspace, '.github/workflows'), { recursive: true })
    writeFileSync(join(workspace, '.github/workflows/measure.yml'), WORKFLOW)
    const { id, fullName } = github.state.repository
    const repository = { id, full_name: fullName, private: false }
    const event = join(mkdtempSync(join(directory, 'event-')), 'event.json')
    const side = (sha: string, ref: string) => ({ sha, ref, repo: repository })
    const { base, head } = origin.commits
    const pullRequest = { number: 1, base: side(base, 'main'), head: side(head, 'feature') }
    writeFileSync(event, JSON.stringify({ repository, number: 1, pull_request: pullRequest }))
    const env = {
      ORIGIN: origin.directory,
      GITHUB_API_URL: github.url,
      RUNNER_ENVIRONMENT: 'github-hosted',
      GITHUB_REPOSITORY: fullName,
    }
    return execa(
      'act',
      [
        ...['pull_request', '--platform', 'ubuntu-24.04=-self-hosted', '--eventpath', event],
        ...['--no-skip-checkout', '--local-repository', `actions/checkout@${CHECKOUT_COMMIT}=${checkout}`],
        ...['--local-repository', `OWNER/plimsoll@${'0'.repeat(40)}=${ours}`],
        ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
        ...['--secret', `GITHUB_TOKEN=${github.newToken()}`],
      ],
      { cwd: workspace, reject: false, all: true, stdin: 'ignore', env: { XDG_CACHE_HOME: join(directory, 'cache') } },
    )
  }

  test('ends in one comment that says slower, and the next run updates it', async () => {
    const first = await act()
    expect(first.all).toContain('Job succeeded')
    expect(github.state.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^<!-- plimsoll:comment default -->\n### 1 slower/),
    ])
    const id = github.state.comments[0]?.id
    await act()
    expect(github.state.comments.map((comment) => comment.id)).toEqual([id])
    expect(github.violations).toEqual([])
  })
})
