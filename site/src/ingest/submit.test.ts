import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { identify, type RunDocument, readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { proofFault } from '../store/check-proof.ts'
import { importDocument } from '../store/import.ts'
import { knownKeys } from '../store/key-log.ts'
import { claimsOfArchived, GITHUB_ISSUER } from '../store/signer.ts'
import { readStatements } from '../store/statements.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { acceptRun } from './accept-run.ts'
import { changeState } from './change-state.ts'
import { hourlyQuota, makeUploadBudget } from './quotas.ts'
import { type Ingest, type SubmissionResult, submit } from './submit.ts'
import { makeClaims, startIssuer, type TestIssuer, testKeys } from './testing.ts'

const REGISTRY = 'https://registry.example'
const NOW = Date.UTC(2026, 10, 20)
const WORKFLOW = 'OWNER/plimsoll/.github/workflows/measure.yml'
const RELEASE = '1'.repeat(40)

let issuer: TestIssuer
let ingest: Ingest
let stored: string[]
let logged: string[]

beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())
beforeEach(() => {
  stored = []
  logged = []
  const registry = temporaryRegistry()
  ingest = {
    registry,
    trust: {
      issuers: [issuer.issuer],
      audience: REGISTRY,
      keys: testKeys(registry, { now: () => NOW }),
      now: () => NOW,
    },
    released: { path: WORKFLOW, commits: [RELEASE], issuer: issuer.issuer },
    access: { allow: [], deny: [] },
    quota: hourlyQuota(100, () => NOW),
    budget: makeUploadBudget(),
    acceptRun: (bytes, proof) => acceptRun(registry, bytes, proof),
    changeState: async (id, change) => changeState(registry, id, change),
    onStored: async (id) => {
      stored.push(id)
    },
    addToLog: async (id) => {
      logged.push(id)
    },
  }
})

/** Returns the example run, as the workflow in the test's claims would have produced it. */
function fromWorkflow(change: (document: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((document) => {
    document.source = {
      repository: 'example/project',
      commit: 'a'.repeat(40),
      ref: 'refs/heads/main',
      pullRequest: null,
      workflowRun: 3003,
    }
    change(document)
  })
}

/** Submits a document. @param claims overrides of the token's usual claims @param by who issues the token, and when */
async function submitDocument(
  document: RunDocument,
  claims: Record<string, unknown> = {},
  by = { issuer, now: NOW },
): Promise<SubmissionResult> {
  const audience = `${REGISTRY}#${identify(document).hash}`
  const token = await by.issuer.sign({ ...makeClaims(by.issuer.issuer, audience, by.now / 1000), ...claims })
  const submission = {
    authorization: `Bearer ${token}`,
    contentType: 'application/json',
    contentEncoding: undefined,
    allowPrivate: false,
    body: Readable.from([toBytes(document)]),
  }
  return submit(submission, ingest)
}

function storedFiles(): string[] {
  const { documents, statements } = ingest.registry
  return [...readdirSync(documents), ...readdirSync(statements)]
}

test('a document is stored once: 201, then 200 with the same permalink and no further statement', async () => {
  const document = fromWorkflow()
  const first = await submitDocument(document)
  expect(first).toMatchObject({ status: 201, hash: identify(document).hash, provenanceLevel: 'signed by repository' })
  expect(first.signedBy).toBe('example/project')
  expect(first.permalink).toBe(`${REGISTRY}/runs/${first.id}`)
  const statements = readStatements(ingest.registry, first.id)
  const second = await submitDocument(document)
  expect(second).toEqual({ ...first, status: 200 })
  expect(readStatements(ingest.registry, first.id)).toEqual(statements)
  expect(stored).toEqual([first.id, first.id])
  expect(logged).toEqual([first.id, first.id])
  expect(readFileSync(path.join(ingest.registry.documents, `${first.id}.json`))).toEqual(toBytes(document))
})

test('a document whose proof could not be archived is not stored', async () => {
  const { find } = ingest.trust.keys
  const keys = { find: async (...key: Parameters<typeof find>) => ({ ...(await find(...key)), kid: 'a\nb' }) }
  ingest = { ...ingest, trust: { ...ingest.trust, keys } }
  await expect(submitDocument(fromWorkflow())).rejects.toThrow('/kid must be the name of a key')
  expect(storedFiles()).toEqual([])
})

test('a token that was used before gets its response without reading the stored document', async () => {
  const document = fromWorkflow()
  const { id } = await submitDocument(document, { jti: 'once' })
  writeFileSync(path.join(ingest.registry.documents, `${id}.json`), 'what cannot be read')
  expect(await submitDocument(document, { jti: 'once' })).toMatchObject({
    status: 200,
    id,
    provenanceLevel: 'signed by repository',
  })
  // Adding the run to the transparency log may have failed the first time.
  expect(logged).toEqual([id, id])
})

test('a token stored with its document only repeats the response: no body is read and no quota is used', async () => {
  const document = fromWorkflow()
  const { id } = await submitDocument(document)
  const [statement] = readStatements(ingest.registry, id)
  if (statement?.kind !== 'signed') throw new Error('no proof')
  ingest.quota = hourlyQuota(1, () => NOW)
  const sent = { contentType: 'application/json', contentEncoding: 'gzip', allowPrivate: false }
  const body = new Readable({ read() {} })
  for (let time = 0; time < 3; time += 1) {
    const response = await submit({ ...sent, authorization: `Bearer ${statement.token}`, body }, ingest)
    expect(response).toMatchObject({
      status: 200,
      id,
      provenanceLevel: 'signed by repository',
      signedBy: 'example/project',
    })
  }
  expect((await submitDocument(fromWorkflow(({ notes }) => notes.push({ code: 'a', text: 'another' })))).status).toBe(
    201,
  )
})

test('the proof can be verified from the stored statement and the log of keys alone', async () => {
  const { id } = await submitDocument(fromWorkflow())
  const [statement] = readStatements(ingest.registry, id)
  if (statement?.kind !== 'signed') throw new Error('no proof')
  expect(proofFault(id, statement, knownKeys(ingest.registry))).toBeNull()
  expect(claimsOfArchived(statement.token)).toMatchObject({
    repository_id: '1001',
    repository: 'example/project',
    run_id: '3003',
  })
})

test('ten concurrent submissions of a document store one document with one proof', async () => {
  const document = fromWorkflow()
  const responses = await Promise.all(Array.from({ length: 10 }, () => submitDocument(document)))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(readStatements(ingest.registry, responses[0]?.id ?? '')).toHaveLength(1)
})

test('a manually imported document gets the proof of the repository it names, and of no other', async () => {
  const named = fromWorkflow()
  importDocument(ingest.registry, toBytes(named))
  expect((await submitDocument(named)).provenanceLevel).toBe('signed by repository')
  const nameless = fromWorkflow((document) => {
    document.source = null
  })
  importDocument(ingest.registry, toBytes(nameless))
  expect(await submitDocument(nameless)).toMatchObject({ provenanceLevel: 'self-reported', signedBy: null })
})

test("another repository's token for a signed document changes nothing, and the response names the signer", async () => {
  const document = fromWorkflow((document) => {
    document.source = null
  })
  const { id } = await submitDocument(document)
  const before = readStatements(ingest.registry, id)
  const other = await submitDocument(document, { repository: 'other/project', repository_id: '666' })
  expect(other).toMatchObject({ status: 200, provenanceLevel: 'signed by repository', signedBy: 'example/project' })
  expect(readStatements(ingest.registry, id)).toEqual(before)
})

const hosted = (document: RunDocument) => {
  document.host.runner = { kind: 'github-hosted', label: 'ubuntu-24.04' }
}

/** Trusts the test's issuer under the name of GitHub's, whose jobs alone can have the best level. */
function trustAsGitHub(): void {
  issuer.configuration = { issuer: GITHUB_ISSUER, jwks_uri: `${GITHUB_ISSUER}/.well-known/jwks` }
  onTestFinished(() => {
    issuer.configuration = {}
  })
  const fetchThere = (url: string, options: RequestInit) => fetch(url.replace(GITHUB_ISSUER, issuer.issuer), options)
  const keys = testKeys(ingest.registry, { fetch: fetchThere, now: () => NOW })
  ingest.trust = { ...ingest.trust, issuers: [GITHUB_ISSUER], keys }
  ingest.released = { ...ingest.released, issuer: GITHUB_ISSUER }
}

test('a run on a self-hosted runner, whose workflow submits from a hosted one, is not measured by Plimsoll', async () => {
  const document = fromWorkflow(({ host }) => {
    host.runner = { kind: 'self-hosted', label: 'my-machine' }
  })
  const { provenanceLevel } = await submitDocument(document, { job_workflow_ref: `${WORKFLOW}@${RELEASE}` })
  expect(provenanceLevel).toBe('signed by repository')
})

test.each([
  ['the reusable workflow at a release', {}, 'measured by Plimsoll'],
  [
    'a fork of it',
    { job_workflow_ref: `evil/${WORKFLOW.split('/').slice(1).join('/')}@${RELEASE}` },
    'signed by repository',
  ],
  ['a commit that is not a release', { job_workflow_ref: `${WORKFLOW}@${'2'.repeat(40)}` }, 'signed by repository'],
  ['a self-hosted runner', { runner_environment: 'self-hosted' }, 'signed by repository'],
  ['a job that follows another run', { event_name: 'workflow_run' }, 'reported for a fork'],
])(
  'a run from %s that claims to be measured by Plimsoll has its actual provenance level',
  async (_name, claims, provenanceLevel) => {
    trustAsGitHub()
    const { id, ...response } = await submitDocument(fromWorkflow(hosted), {
      iss: GITHUB_ISSUER,
      job_workflow_ref: `${WORKFLOW}@${RELEASE}`,
      ...claims,
    })
    expect(response).toMatchObject({ status: 201, provenanceLevel })
    expect(readStatements(ingest.registry, id)).toMatchObject([{ kind: 'signed', level: provenanceLevel }])
  },
)

test('keys of an unreachable issuer change: known keys work, other tokens get a Retry-After', async () => {
  const own = await startIssuer()
  let [now, reachable] = [NOW, true]
  const fetchOr = (url: string, options: RequestInit) => (reachable ? fetch(url, options) : Promise.reject(new Error()))
  ingest.trust = {
    ...ingest.trust,
    issuers: [own.issuer],
    keys: testKeys(ingest.registry, { fetch: fetchOr, now: () => now }),
    now: () => now,
  }
  const submitNumber = (number: number) =>
    submitDocument(
      fromWorkflow(({ notes }) => notes.push({ code: 'number', text: String(number) })),
      {},
      { issuer: own, now },
    )
  expect((await submitNumber(1)).status).toBe(201)
  now += 60_000
  await own.rotate('key-2')
  expect((await submitNumber(2)).status).toBe(201)
  reachable = false
  now += 3_600_000
  expect((await submitNumber(3)).status).toBe(201)
  await own.rotate('key-3')
  const before = storedFiles()
  await expect(submitNumber(4)).rejects.toMatchObject({ status: 503, code: 'issuer-unreachable', retryAfter: 60 })
  expect(storedFiles()).toEqual(before)
  reachable = true
  now += 60_000
  expect((await submitNumber(4)).status).toBe(201)
  await own.close()
})

test('a transcription is rejected, and not stored: only the operator adds one', async () => {
  const file = path.join(import.meta.dirname, '../../documents/docker-for-mac-bench-2025-macos.json')
  const document = { ...readRun(readFileSync(file)).document, finishedAt: '2026-01-01T00:00:00Z' }
  await expect(submitDocument(document)).rejects.toMatchObject({ status: 403, code: 'transcribed' })
  expect(storedFiles()).toEqual([])
})

test('a repository that the operator denies is rejected, and nothing is stored', async () => {
  ingest.access = { allow: [], deny: ['example'] }
  await expect(submitDocument(fromWorkflow())).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
  expect(stored).toEqual([])
})

test('a submission beyond the hourly quota is rejected and not stored', async () => {
  ingest.quota = hourlyQuota(1, () => NOW)
  await submitDocument(fromWorkflow())
  const before = storedFiles()
  const other = fromWorkflow((document) => {
    document.notes = []
  })
  await expect(submitDocument(other)).rejects.toMatchObject({ status: 429, code: 'quota-exceeded', retryAfter: 3600 })
  expect(storedFiles()).toEqual(before)
})

test('a token submits one body at a time, and the same one again afterwards', async () => {
  const document = fromWorkflow()
  const jti = { jti: 'one-token' }
  const { acceptRun } = ingest
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  ingest.acceptRun = async (...args) => {
    ingest.acceptRun = acceptRun
    begun.resolve()
    await go.promise
    return acceptRun(...args)
  }
  const first = submitDocument(document, jti)
  await begun.promise
  await expect(submitDocument(document, jti)).rejects.toMatchObject({
    status: 429,
    code: 'token-in-use',
    retryAfter: 5,
  })
  go.resolve()
  expect((await first).status).toBe(201)
  expect((await submitDocument(document, jti)).status).toBe(200)
})

test('a submission beyond the upload budget gets 503 with a Retry-After, and the budget is released afterwards', async () => {
  ingest.budget = makeUploadBudget({ maxBytes: 1000 })
  const refusal = { status: 503, code: 'busy', retryAfter: 5 }
  await expect(submitDocument(fromWorkflow())).rejects.toMatchObject(refusal)
  ingest.budget = makeUploadBudget({ maxWaiting: 0 })
  await expect(submitDocument(fromWorkflow())).rejects.toMatchObject(refusal)
  expect(storedFiles()).toEqual([])
  const size = toBytes(fromWorkflow()).length
  ingest.budget = makeUploadBudget({ maxBytes: 2 * size, maxWaiting: 1 })
  for (const status of [201, 200, 200, 200]) expect((await submitDocument(fromWorkflow())).status).toBe(status)
})

test('the hourly quota counts the bytes of rejected documents too', async () => {
  ingest.quota = hourlyQuota(100, () => NOW, 1000)
  const broken = fromWorkflow((document) => Object.assign(document, { hostname: 'my-laptop' }))
  await expect(submitDocument(broken)).rejects.toMatchObject({ status: 422 })
  await expect(submitDocument(fromWorkflow())).rejects.toMatchObject({ status: 429, code: 'quota-exceeded' })
})
