import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { canonicalize, identify, type RunDocument, readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RELEASED } from '../provenance/levels.ts'
import { verifySignature } from '../provenance/signature.ts'
import { type Claims, startSigstore, submissionOf, TEST_REGISTRY, type TestSigstore } from '../provenance/testing.ts'
import { trustOf } from '../provenance/trust.ts'
import { bundleFile, documentFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import { readStatements, statementFile } from '../store/statements.ts'
import { deleteRun } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import type { SubmittedFiles } from './check-bundle.ts'
import { hourlyQuota, makeUploadBudget } from './quotas.ts'
import { type Ingest, type SubmissionResult, submit } from './submit.ts'
import { makeIngest, submissionBody } from './testing.ts'

let sigstore: TestSigstore
let ingest: Ingest
let stored: string[]

beforeAll(async () => {
  sigstore = await startSigstore()
})
afterAll(() => sigstore.close())
beforeEach(() => {
  stored = []
  ingest = {
    ...makeIngest(temporaryRegistry(), sigstore),
    onStored: (id) => {
      stored.push(id)
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

const numbered = (number: number) =>
  fromWorkflow(({ notes }) => notes.push({ code: 'number', text: `Document ${number}.` }))

const withoutSource = () =>
  fromWorkflow((document) => {
    document.source = null
  })

/** Signs a document. @param claims the claims of the job's token that differ from the usual ones */
function sign(document: RunDocument, claims: Claims = {}): Promise<Buffer> {
  return sigstore.sign(submissionOf(document), { claims })
}

async function submitDocument(document: RunDocument, claims: Claims = {}): Promise<SubmissionResult> {
  return submitFiles({ document: toBytes(document), bundle: await sign(document, claims) })
}

function submitFiles({ document, bundle }: SubmittedFiles): Promise<SubmissionResult> {
  const body = Readable.from([submissionBody(bundle, document)])
  return submit({ contentType: 'application/x-ndjson', contentEncoding: undefined, body }, ingest)
}

function storedFiles(): string[] {
  const { documents, statements } = ingest.registry
  return [...readdirSync(documents), ...readdirSync(statements)]
}

test('a document is stored once, with its bundle: 201, then 200 with the same permalink and no further statement', async () => {
  const document = fromWorkflow()
  const files = { document: toBytes(document), bundle: await sign(document) }
  const first = await submitFiles(files)
  expect(first).toMatchObject({ status: 201, hash: identify(document).hash, provenanceLevel: 'signed by repository' })
  expect(first.signedBy).toBe('example/project')
  expect(first.permalink).toBe(`${TEST_REGISTRY}/runs/${first.id}`)
  expect(stored).toEqual([first.id])
  const statements = readStatements(ingest.registry, first.id)
  expect(statements).toEqual([{ kind: 'submitted', at: expect.any(String) }])
  expect(await submitFiles(files)).toEqual({ ...first, status: 200 })
  expect(readStatements(ingest.registry, first.id)).toEqual(statements)
  expect(readFileSync(documentFile(ingest.registry, first.id))).toEqual(files.document)
  expect(readFileSync(bundleFile(ingest.registry, first.id))).toEqual(files.bundle)
  expect(storedFiles()).toHaveLength(3)
})

test('a second signature of the same repository changes nothing', async () => {
  const first = await submitDocument(fromWorkflow())
  const before = readFileSync(bundleFile(ingest.registry, first.id))
  expect(await submitDocument(fromWorkflow(), { run_attempt: '2' })).toEqual({ ...first, status: 200 })
  expect(readFileSync(bundleFile(ingest.registry, first.id))).toEqual(before)
})

test('submitting a run again completes what a crash interrupted, and repairs a damaged document', async () => {
  const document = fromWorkflow()
  const files = { document: toBytes(document), bundle: await sign(document) }
  const { id } = await submitFiles(files)
  const { registry } = ingest
  for (const same of [files.document, Buffer.from(canonicalize(document))]) {
    rmSync(statementFile(registry, id))
    expect((await submitFiles({ ...files, document: same })).status).toBe(200)
    expect(readStatements(registry, id)).toHaveLength(1)
  }
  writeFileSync(documentFile(registry, id), '{"half of')
  expect(await submitFiles(files)).toMatchObject({ status: 200, provenanceLevel: 'signed by repository' })
  expect(readFileSync(documentFile(registry, id))).toEqual(files.document)
  rmSync(documentFile(registry, id))
  expect((await submitFiles(files)).status).toBe(201)
  writeFileSync(statementFile(registry, id), 'no statement\n')
  await expect(submitFiles(files)).rejects.toMatchObject({ status: 503, code: 'damaged-statements' })
})

test('a stored bundle that proves nothing is replaced by one of the workflow run that made the document, and by no other', async () => {
  const document = fromWorkflow()
  const files = { document: toBytes(document), bundle: await sign(document) }
  const { id } = await submitFiles(files)
  writeFileSync(bundleFile(ingest.registry, id), 'damaged')
  await expect(submitDocument(document, { run_id: '4' })).rejects.toMatchObject({ status: 403 })
  expect(await submitFiles(files)).toMatchObject({ status: 200, provenanceLevel: 'signed by repository' })
  expect(readFileSync(bundleFile(ingest.registry, id))).toEqual(files.bundle)
})

test('a damaged bundle of a run without a source is not replaced by the bundle of a stranger', async () => {
  const { id } = await submitDocument(withoutSource())
  writeFileSync(bundleFile(ingest.registry, id), 'damaged')
  const stranger = await submitDocument(withoutSource(), { repository: 'other/project', repository_id: '666' })
  expect(stranger).toMatchObject({ status: 200, provenanceLevel: 'self-reported', signedBy: null })
})

test('a published bundle only repeats the response, is refused with another document, and uses no quota', async () => {
  const document = fromWorkflow()
  const { id } = await submitDocument(document)
  const bundle = readFileSync(bundleFile(ingest.registry, id))
  ingest.quota = hourlyQuota(1)
  for (const same of [Buffer.from(canonicalize(document)), toBytes(document)])
    expect(await submitFiles({ bundle, document: same })).toMatchObject({
      status: 200,
      id,
      provenanceLevel: 'signed by repository',
      signedBy: 'example/project',
    })
  const refused = (other: Uint8Array) => expect(submitFiles({ bundle, document: other })).rejects
  await refused(toBytes(numbered(1))).toMatchObject({ status: 403, code: 'other-document' })
  await refused(Buffer.from('no document')).toMatchObject({ status: 422, code: 'invalid-document' })
  expect((await submitDocument(numbered(1))).status).toBe(201)
})

test('a bundle that cannot submit a run uses no quota of who signed it', async () => {
  const document = fromWorkflow()
  const deleted = { document: toBytes(document), bundle: await sign(document) }
  const { id } = await submitFiles(deleted)
  deleteRun(ingest.registry, id, 'named a person')
  const withdrawal = await sigstore.sign({
    ...submissionOf(numbered(1)),
    ...{ action: 'withdraw', reason: 'wrong image' },
  })
  ingest.quota = hourlyQuota(1)
  await expect(submitFiles(deleted)).rejects.toMatchObject({ status: 410, code: 'deleted-run' })
  await expect(submitFiles({ document: toBytes(numbered(1)), bundle: withdrawal })).rejects.toMatchObject({
    status: 403,
    code: 'other-action',
  })
  expect((await submitDocument(numbered(1))).status).toBe(201)
})

test('the signature can be verified from the stored files alone', async () => {
  const document = fromWorkflow()
  const { id } = await submitDocument(document)
  expect(verifySignature(ingest.registry, id, document)).toMatchObject({
    level: 'signed by repository',
    registry: TEST_REGISTRY,
    provenance: { repositoryId: '1001', repository: 'example/project', workflowRun: 3003 },
  })
})

test('ten concurrent submissions of a document store one document with one bundle', async () => {
  const document = fromWorkflow()
  const bundles = await Promise.all(Array.from({ length: 10 }, () => sign(document)))
  const responses = await Promise.all(bundles.map((bundle) => submitFiles({ bundle, document: toBytes(document) })))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(readStatements(ingest.registry, responses[0]?.id ?? '')).toHaveLength(1)
  expect(storedFiles()).toHaveLength(3)
})

test('a manually imported document gets the signature of the repository it names, and of no other', async () => {
  const named = fromWorkflow()
  importDocument(ingest.registry, toBytes(named))
  expect((await submitDocument(named)).provenanceLevel).toBe('signed by repository')
  const nameless = withoutSource()
  importDocument(ingest.registry, toBytes(nameless))
  expect(await submitDocument(nameless)).toMatchObject({ provenanceLevel: 'self-reported', signedBy: null })
})

test("another repository's signature of a signed document changes nothing, and the response names the signer", async () => {
  const document = withoutSource()
  const { id } = await submitDocument(document)
  const before = readFileSync(bundleFile(ingest.registry, id))
  const other = await submitDocument(document, { repository: 'other/project', repository_id: '666' })
  expect(other).toMatchObject({ status: 200, provenanceLevel: 'signed by repository', signedBy: 'example/project' })
  expect(readFileSync(bundleFile(ingest.registry, id))).toEqual(before)
})

const RELEASE = '1'.repeat(40)
const WORKFLOW = `${RELEASED.path}@refs/tags/v1`

/** Makes the registry trust a release of the reusable workflow: there is none yet. */
function trustRelease(): void {
  trustOf(ingest.registry).released = { ...RELEASED, commits: [RELEASE] }
}

test('a run on a self-hosted runner, whose workflow submits from a hosted one, is not measured by Plimsoll', async () => {
  trustRelease()
  const document = fromWorkflow(({ host }) => {
    host.runner = { kind: 'self-hosted', label: 'my-machine' }
  })
  const { provenanceLevel } = await submitDocument(document, { job_workflow_ref: WORKFLOW, job_workflow_sha: RELEASE })
  expect(provenanceLevel).toBe('signed by repository')
})

test.each([
  ['the reusable workflow at a release', {}, 'measured by Plimsoll'],
  ['a fork of it', { job_workflow_ref: `evil/${WORKFLOW.slice(WORKFLOW.indexOf('/') + 1)}` }, 'signed by repository'],
  ['a commit that is not a release', { job_workflow_sha: '2'.repeat(40) }, 'signed by repository'],
  ['a self-hosted runner', { runner_environment: 'self-hosted' }, 'signed by repository'],
  ['a job that follows another run', { event_name: 'workflow_run' }, 'reported for a fork'],
])('a run from %s has its actual provenance level', async (_name, claims, provenanceLevel) => {
  trustRelease()
  const document = fromWorkflow(({ host }) => {
    host.runner = { kind: 'github-hosted', label: 'ubuntu-24.04' }
  })
  const response = await submitDocument(document, { job_workflow_ref: WORKFLOW, job_workflow_sha: RELEASE, ...claims })
  expect(response).toMatchObject({ status: 201, provenanceLevel })
})

test('a transcription is rejected, and not stored: only the operator adds one', async () => {
  const file = path.join(import.meta.dirname, '../../documents/docker-for-mac-bench-2025-macos.json')
  const document = { ...readRun(readFileSync(file)).document, finishedAt: '2026-01-01T00:00:00Z' }
  await expect(submitDocument(document)).rejects.toMatchObject({ status: 403, code: 'transcribed' })
  expect(storedFiles()).toEqual([])
})

test('a run that ended after it was signed is rejected, and not stored', async () => {
  const { checkBundle } = ingest
  ingest.checkBundle = async (bundle) => ({ ...(await checkBundle(bundle)), signedAt: '2025-03-01T09:01:29Z' })
  await expect(submitDocument(fromWorkflow())).rejects.toMatchObject({
    ...{ status: 403, code: 'signed-early' },
    message: expect.stringContaining('it was signed at 2025-03-01T09:01:29Z, before the run ended according to its'),
  })
  expect(storedFiles()).toEqual([])
  ingest.checkBundle = async (bundle) => ({ ...(await checkBundle(bundle)), signedAt: '2025-03-01T09:01:30Z' })
  await expect(submitDocument(fromWorkflow())).resolves.toMatchObject({ status: 201 })
})

test('a repository that the operator denies is rejected, and nothing is stored', async () => {
  ingest.access = { allow: [], deny: ['example'] }
  await expect(submitDocument(fromWorkflow())).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
  expect(storedFiles()).toEqual([])
})

test('a submission beyond the hourly quota is rejected and not stored', async () => {
  ingest.quota = hourlyQuota(1, () => 0)
  await submitDocument(fromWorkflow())
  const before = storedFiles()
  await expect(submitDocument(numbered(1))).rejects.toMatchObject({
    ...{ status: 429, code: 'quota-exceeded', retryAfter: 3600 },
  })
  expect(storedFiles()).toEqual(before)
})

test('a submission beyond the upload budget gets 503 with a Retry-After, and the budget is released afterwards', async () => {
  const document = fromWorkflow()
  const files = { document: toBytes(document), bundle: await sign(document) }
  ingest.budget = makeUploadBudget({ maxBytes: 1000 })
  const refusal = { status: 503, code: 'busy', retryAfter: 5 }
  await expect(submitFiles(files)).rejects.toMatchObject(refusal)
  ingest.budget = makeUploadBudget({ maxWaiting: 0 })
  await expect(submitFiles(files)).rejects.toMatchObject(refusal)
  expect(storedFiles()).toEqual([])
  const size = files.document.length + files.bundle.length
  ingest.budget = makeUploadBudget({ maxBytes: 2 * size, maxWaiting: 1 })
  for (const status of [201, 200, 200, 200]) expect((await submitFiles(files)).status).toBe(status)
})

test('a bundle with another document, in another form, or with a document that is there uses no quota of who signed it', async () => {
  const document = fromWorkflow()
  await submitDocument(document)
  const bundle = await sigstore.sign(submissionOf(document))
  ingest.quota = hourlyQuota(1, () => 0)
  const send = (first: string, rest: Buffer) =>
    submit(
      {
        contentType: 'application/json',
        contentEncoding: undefined,
        body: Readable.from([Buffer.concat([Buffer.from(`${first}\n`), rest])]),
      },
      ingest,
    )
  await expect(send(`  ${bundle}`, Buffer.from('junk'))).rejects.toMatchObject({ status: 422 })
  await expect(
    send(String(bundle), toBytes(fromWorkflow(({ notes }) => notes.push({ code: 'x', text: 'x' })))),
  ).rejects.toMatchObject({ code: 'other-document' })
  expect((await send(`  ${bundle}`, toBytes(document))).status).toBe(200)
  expect(
    (await submitDocument(fromWorkflow(({ notes }) => notes.push({ code: 'new', text: 'A new run.' })))).status,
  ).toBe(201)
})
