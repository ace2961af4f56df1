import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSigstore, type TestSigstore } from '../../schema/test/sigstore.ts'
import { REGISTRY_COMMAND } from '../src/registry-command.ts'
import { makeBareRepository, readBranchFiles } from './github/bare-repository.ts'
import { Act, type ActResult, example, hasAct } from './runner/act.ts'
import { spinning } from './runner/project.ts'
import { PullRequestFixture } from './runner/pull-request.ts'
import { type ServedRegistry, serveRegistry } from './runner/registry.ts'

/** The claims of the job's token that a run's page shows. */
const SHOWN = ['repository', 'repository_id', 'job_workflow_ref', 'event_name', 'ref', 'sha', 'runner_environment']

describe.skipIf(!(await hasAct()))('a run that one job measures under act, and the report job publishes', () => {
  let fixture: PullRequestFixture
  let act: Act
  let sigstore: TestSigstore
  let registry: ServedRegistry
  let signingConfig: string

  beforeAll(async () => {
    fixture = await PullRequestFixture.start(spinning('unused'), {})
    act = await Act.start(fixture)
    sigstore = await startSigstore()
    Object.assign(sigstore.claims, fixture.claims())
    signingConfig = join(fixture.directory, 'signing-config.json')
    writeFileSync(signingConfig, JSON.stringify(sigstore.signingConfig))
    registry = await serveRegistry(mkdtempSync(join(fixture.directory, 'registry-')), sigstore)
  })
  afterAll(async () => {
    await registry?.end()
    await sigstore?.close()
    await fixture?.end()
  })

  /** The example workflow, with a report job that may request tokens, signs and publishes to this registry. */
  function workflow(): string {
    const inputs = { workloads: 'spin', engines: 'none', compare: 'none', rounds: '2', comment: 'false' }
    const lines = `          registry: ${registry.url}\n          signing-config: ${signingConfig}\n`
    return example('two-jobs.yml', inputs)
      .replace(/^ {6}pull-requests: write.*\n/m, '$&      id-token: write\n')
      .replace('documents: documents\n', `$&${lines}`)
  }

  /**
   * The example workflow with the report job alone, as when the job is run again with the uploads of the first attempt.
   */
  const reportAlone = () =>
    workflow()
      .replace(/ {2}measure:\n[\s\S]*?(?= {2}report:\n)/, '')
      .replace(/.*needs:.*\n/, '')

  /**
   * Runs a workflow with act, which has one environment for all jobs. GitHub gives the right to request tokens only to
   * jobs that declare it.
   */
  function run(text: string, event = fixture.pullRequestEvent()): Promise<ActResult> {
    const token = fixture.github.newToken()
    return act.run(text, event, token, { ...fixture.jobEnvironment(), ...sigstore.environment })
  }

  const published = ({ log }: ActResult) =>
    [...log.matchAll(/(?:Published|Already published): (\S+)/g)].map(([, at]) => at)

  /** The number of submissions that the registry answered with this status, from the registry's own metrics. */
  async function answered(status: number): Promise<number> {
    const metrics = await (await fetch(`${registry.url}/metrics`)).text()
    const counted = metrics.matchAll(
      /^plimsoll_request_duration_seconds_count\{route="api-runs",status="(\d+)"\} (\d+)$/gm,
    )
    return Number([...counted].find(([, what]) => what === String(status))?.[2] ?? 0)
  }

  test('main-branch-pages.yml commits the signed run of a push to the repository of results', async () => {
    const results = await makeBareRepository(fixture.directory, 'octocat/results', { pushers: ['github-actions[bot]'] })
    fixture.github.state.gits = [results]
    const inputs = { workloads: 'spin', engines: 'none', rounds: '2' }
    const text = example('main-branch-pages.yml', inputs)
      .replace('registry: github:OWNER/RESULTS', `$&\n          signing-config: ${signingConfig}`)
      .replace('OWNER/RESULTS', 'octocat/results')
      .replace('secrets.RESULTS_TOKEN', 'github.token')
    const { repository } = fixture.pullRequestEvent().payload as { repository: object }
    const ended = await run(text, { name: 'push', payload: { ref: 'refs/heads/main', repository } })
    expect(ended.log.match(/Job succeeded/g), ended.log).toHaveLength(2)
    const { id } = handedOn()
    expect(Object.keys(await readBranchFiles(results, 'main'))).toEqual(
      expect.arrayContaining([`documents/${id}.json`, `documents/${id}.sigstore.json`]),
    )
    fixture.github.state.gits = []
  })

  test('it is readable at its permalink, with its provenance level and what the certificate says', async () => {
    const ended = await run(workflow())
    expect(ended.log.match(/Job succeeded/g), ended.log).toHaveLength(2)
    const { document, id, hash } = handedOn()
    const permalink = `${registry.url}/runs/${id}`
    expect(published(ended)).toEqual([permalink])
    const claims = fixture.claims()
    expect(document.source).toMatchObject({ repository: claims.repository, commit: claims.sha, workflowRun: 3003 })

    const page = await (await fetch(permalink)).text()
    expect(page).toContain('<li class="badge">signed by repository<')
    for (const shown of SHOWN) expect(page).toContain(`<dd>${claims[shown]}<`)
    const stored = await fetch(`${registry.url}/api/v1/runs/${id}`)
    expect(readRun(Buffer.from(await stored.arrayBuffer())).hash).toBe(hash)
  }, 120_000)

  test('published again by a report job that is run again, it is there once, at the same permalink', async () => {
    const { id } = handedOn()
    const ended = await run(reportAlone())
    expect(ended.log.match(/Job succeeded/g)).toHaveLength(1)
    expect(published(ended)).toEqual([`${registry.url}/runs/${id}`])
    expect([await answered(201), await answered(200)]).toEqual([1, 1])
    const answer = await fetch(`${registry.url}/api/v1/runs/${id}/statements`)
    expect(await answer.json()).toMatchObject({ statements: [{ kind: 'submitted' }] })
  }, 120_000)

  test('its bundle proves the same with files alone, and the page of a static registry shows the same level', async () => {
    const { id } = handedOn()
    await Promise.all([registry.end(), sigstore.close()])
    const [copy, site] = [join(fixture.directory, 'copy'), join(fixture.directory, 'static')]
    mkdirSync(join(copy, 'documents'), { recursive: true })
    for (const name of [
      'addresses.txt',
      'trusted-root.jsonl',
      ...['json', 'sigstore.json'].map((end) => `documents/${id}.${end}`),
    ])
      writeFileSync(join(copy, name), readFileSync(join(registry.directory, name)))
    const command = (...args: string[]) => execa(process.execPath, [REGISTRY_COMMAND, ...args])
    const proven = (await command('verify', id, '--registry', registry.directory)).stdout
    expect(proven).toContain(`${id}  signed by repository: ${fixture.claims().repository}, workflow run 3003`)
    expect((await command('verify', id, '--registry', copy)).stdout).toBe(proven)
    await command('build', '--registry', copy, '--out', site)
    const page = readFileSync(join(site, 'runs', `${id}.html`), 'utf8')
    expect(page).toContain('<li class="badge">signed by repository<')
    for (const shown of SHOWN) expect(page).toContain(`<dd>${fixture.claims()[shown]}<`)
  })

  const handedOn = () => readRun(readFileSync(join(act.artifacts, 'plimsoll/run.json')))
})
