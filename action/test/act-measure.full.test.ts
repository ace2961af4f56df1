import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseSubmission, readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSigstore, type TestSigstore } from '../../schema/test/sigstore.ts'
import { Act, type ActResult, callingWorkflow, example, hasAct } from './runner/act.ts'
import { spinning } from './runner/project.ts'
import { PullRequestFixture } from './runner/pull-request.ts'
import { type ServedRegistry, serveRegistry } from './runner/registry.ts'

/**
 * The name of the artifact that a measuring job uploads. On GitHub the name ends with the number of the job in its
 * matrix. act, which runs workflows on this machine, has no such number.
 */
const ARTIFACT = 'plimsoll.default.'

describe.skipIf(!(await hasAct()))('measure.yml, called by a workflow under act', () => {
  let fixture: PullRequestFixture
  let act: Act
  let sigstore: TestSigstore
  let registry: ServedRegistry

  beforeAll(async () => {
    fixture = await PullRequestFixture.start(spinning('unused'), {})
    act = await Act.start(fixture)
    sigstore = await startSigstore()
    Object.assign(sigstore.claims, fixture.claims())
    act.signWith(sigstore)
    registry = await serveRegistry(mkdtempSync(join(fixture.directory, 'registry-')), sigstore)
  })
  afterAll(async () => {
    await registry?.end()
    await sigstore?.close()
    await fixture?.end()
  })
  beforeEach(() => {
    rmSync(act.artifacts, { recursive: true })
    mkdirSync(act.artifacts)
    fixture.github.state.comments.length = 0
    sigstore.requests.length = 0
  })

  const workflow = (jobs = '') =>
    callingWorkflow([`engines: '["none"]'`, 'rounds: "2"', `registry: ${registry.url}`], jobs)

  /** A job that waits for the measuring job's upload, and uploads the same document with forged times. */
  const REPLACING = `
  other:
    runs-on: ubuntu-24.04
    steps:
      - shell: bash
        run: |
          for _ in {1..600}; do test -e "$ARTIFACTS/${ARTIFACT}/run.json" && break || sleep 0.1; done
          sleep 0.5
          sed -i 's/"duration": [1-9]/&0/' "$ARTIFACTS/${ARTIFACT}/run.json"
          touch "$ARTIFACTS/../replaced"
`

  function run(
    text: string,
    environment: Record<string, string> = {},
    event = fixture.pullRequestEvent(),
  ): Promise<ActResult> {
    const job = { ...fixture.jobEnvironment(), ...sigstore.environment, ...environment }
    return act.run(text, event, fixture.github.newToken(), job)
  }

  const handedOn = (artifact = ARTIFACT) => readRun(readFileSync(join(act.artifacts, artifact, 'run.json')))
  const stored = async (id: string) => (await fetch(`${registry.url}/api/v1/runs/${id}`)).status

  test('what its measuring job made is shown and published', async () => {
    const ended = await run(workflow())
    const { id, hash } = handedOn()
    expect(await stored(id), ended.log).toBe(200)
    const signed = (name: string) => readFileSync(join(act.artifacts, 'plimsoll-signed.default', name), 'utf8')
    const bundle = await fetch(`${registry.url}/runs/${id}.sigstore.json`)
    expect(signed(`${id}.sigstore.json`)).toBe(await bundle.text())
    const { dsseEnvelope } = JSON.parse(signed(`${id}.sigstore.json`))
    expect(parseSubmission(Buffer.from(dsseEnvelope.payload, 'base64'))).toEqual({
      ...{ action: 'submit', hash, registry: registry.url, allowPrivate: false },
    })
    expect(fixture.comments()).toEqual([expect.stringContaining(hash)])
    expect(ended.log).not.toContain('Job failed')
  }, 180_000)

  test('the example nightly.yml, which no pull request starts, keeps its run and summarises it', async () => {
    // The suite standard would take hours. act cannot tell the artifacts of two jobs of a matrix apart.
    const short = example('nightly.yml')
      .replace('suite: standard', 'workloads: spin\n      rounds: "2"')
      .replace(/^ {6}runners: .*/m, `      runners: '["ubuntu-24.04"]'`)
      .replace(/^ {6}engines: .*/m, `      engines: '["none"]'`)
    const ended = await run(short, {}, { name: 'schedule', payload: {} })
    expect(ended.log.match(/Job succeeded/g), ended.log).toHaveLength(2)
    const { document, id } = handedOn('plimsoll.nightly.')
    expect(document.benchmarks.map(({ workload, status }) => `${workload} ${status}`)).toEqual(['spin ok'])
    expect(ended.log).toContain('There is no pull request. The result is in the job summary.')
    expect(ended.log).toContain(id)
    expect(fixture.comments()).toEqual([])
  }, 180_000)

  test('what another job of the run put in its place is neither, and the report fails and says so', async () => {
    const ended = await run(workflow(REPLACING), { AWAITED: join(act.artifacts, '../replaced') })
    const { id, hash } = handedOn()
    expect(ended.log).toContain(`${ARTIFACT}/run.json was changed after it was measured, or was not measured by these`)
    expect(ended.log.match(/Job failed/g)).toHaveLength(1)
    expect(sigstore.requests).toEqual([])
    expect(await stored(id)).toBe(404)
    expect(fixture.comments()).toEqual([expect.stringMatching(/^### ⚠ Plimsoll: changed after measuring$/m)])
    expect(fixture.comments()[0]).not.toContain(hash)
  }, 180_000)
})
