import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REGISTRY_COMMAND } from '../src/registry-command.ts'
import { Act, type ActResult, example, hasAct } from './runner/act.ts'
import { PullRequestFixture } from './runner/pull-request.ts'
import type { Job } from './runner/runner.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const RUN = read('examples/run.json')
const { id } = readRun(Buffer.from(RUN))
const FILE = `documents/${id}.json`

describe.skipIf(!(await hasAct()))('registry-pages.yml in a repository of results, run by act', () => {
  let fixture: PullRequestFixture
  let act: Act

  beforeAll(async () => {
    const results = { 'check-results.sh': read('examples/results/check-results.sh'), [FILE]: RUN }
    fixture = await PullRequestFixture.start(results, { [FILE]: `${RUN} ` })
    act = await Act.start(fixture)
  })
  afterAll(() => fixture?.end())

  /** The folder with stand-ins for npm, which installs nothing, and for npx, which runs the registry of this clone. */
  function programs(): string {
    const directory = mkdtempSync(join(fixture.directory, 'programs-'))
    const scripts = { npm: 'exit 0', npx: `shift; exec '${process.execPath}' '${REGISTRY_COMMAND}' "$@"` }
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(directory, name), 0o755)
    }
    return directory
  }

  function run(event: Job['event'], environment: Record<string, string>): Promise<ActResult> {
    rmSync(act.artifacts, { recursive: true })
    mkdirSync(act.artifacts)
    const path = `${programs()}:${process.env.PATH}`
    return act.run(example('registry-pages.yml'), event, fixture.github.newToken(), { PATH: path, ...environment })
  }

  test('a push to the default branch builds the site with the run, and deploys it', async () => {
    const { first, base } = fixture.origin.commits
    const repository = { name: 'hello-world', full_name: 'octocat/hello-world', default_branch: 'main' }
    const payload = { ref: 'refs/heads/main', before: first, after: base, repository }
    const ended = await run({ name: 'push', payload }, { GITHUB_REF: 'refs/heads/main', CHECKED_OUT: 'main' })
    expect(ended.log.match(/Job succeeded/g), ended.log).toHaveLength(2)
    expect(readdirSync(act.artifacts).sort()).toEqual(['cache', 'deployed', 'pages'])
    const page = readFileSync(join(act.artifacts, 'deployed/runs', `${id}.html`), 'utf8')
    expect(page).toContain('https://octocat.github.io/hello-world/')
  }, 300_000)

  test('a pull request that rewrites a document fails before anything is built', async () => {
    const ended = await run(fixture.pullRequestEvent(), {})
    expect(ended.log).toContain(`::error::${FILE} was rewritten.`)
    expect(ended.log).toContain('Job failed')
    expect(existsSync(join(act.artifacts, 'pages'))).toBe(false)
  }, 300_000)
})
