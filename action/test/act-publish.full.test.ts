import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Act, type ActResult, example, hasAct } from './runner/act.ts'
import { type Claims, type Issuer, startIssuer, verifyOffline } from './runner/issuer.ts'
import { spinning } from './runner/project.ts'
import { PullRequestFixture } from './runner/pull-request.ts'
import { type ServedRegistry, serveRegistry } from './runner/registry.ts'

interface TokenStatement {
  token: string
  n: string
  e: string
}

/** The claims of a token that a run's page shows. */
const SHOWN = ['repository', 'job_workflow_ref', 'run_id', 'event_name', 'ref', 'sha', 'runner_environment']

describe.skipIf(!(await hasAct()))('a run that one job measures under act, and the report job publishes', () => {
  let fixture: PullRequestFixture
  let act: Act
  let issuer: Issuer
  let registry: ServedRegistry
  let claims: Claims

  beforeAll(async () => {
    fixture = await PullRequestFixture.start(spinning('unused'), {})
    act = await Act.start(fixture)
    claims = fixture.claims()
    issuer = await startIssuer(claims)
    registry = await serveRegistry(mkdtempSync(join(fixture.directory, 'registry-')), issuer.url)
  })
  afterAll(async () => {
    await registry?.end()
    await issuer?.close()
    await fixture?.end()
  })

  /** The example workflow, with a report job that may request tokens and publishes to this registry. */
  function workflow(): string {
    const inputs = { workloads: 'spin', engines: 'none', compare: 'none', rounds: '2', comment: 'false' }
    return example('two-jobs.yml', inputs)
      .replace(/^ {6}pull-requests: write.*\n/m, '$&      id-token: write\n')
      .replace('documents: documents\n', `$&          registry: ${registry.url}\n`)
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
  function run(text: string): Promise<ActResult> {
    const token = fixture.github.newToken()
    return act.run(text, fixture.pullRequestEvent(), token, { ...fixture.jobEnvironment(), ...issuer.environment })
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

  test('it is readable at its permalink, with its provenance level and what the token claims', async () => {
    const ended = await run(workflow())
    expect(ended.log.match(/Job succeeded/g)).toHaveLength(2)
    const { document, id, hash } = handedOn()
    const permalink = `${registry.url}/runs/${id}`
    expect(published(ended)).toEqual([permalink])
    expect(issuer.audiences).toEqual([`${registry.url}#${hash}`])
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
    expect(issuer.audiences).toHaveLength(2)
    expect([await answered(201), await answered(200)]).toEqual([1, 1])
    expect(await statementsOf(id)).toHaveLength(1)
  }, 120_000)

  test('the archived token verifies with the archived key when issuer and registry are gone', async () => {
    const { id, hash } = handedOn()
    const [statement] = await statementsOf(id)
    await Promise.all([registry.end(), issuer.close()])
    const { aud, iss, ...proven } = verifyOffline(statement as TokenStatement)
    expect({ aud, iss }).toEqual({ aud: `${registry.url}#${hash}`, iss: issuer.url })
    expect(proven).toMatchObject(claims)
    const other = (statement?.n ?? '').replace(/^../, 'AA')
    expect(() => verifyOffline({ ...(statement as TokenStatement), n: other })).toThrow(
      'the signature is not of this key',
    )
  })

  const handedOn = () => readRun(readFileSync(join(act.artifacts, 'plimsoll/run.json')))

  async function statementsOf(id: string): Promise<TokenStatement[]> {
    const answer = await fetch(`${registry.url}/api/v1/runs/${id}/statements`)
    return ((await answer.json()) as { statements: TokenStatement[] }).statements
  }
})
