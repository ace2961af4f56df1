import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { identify, type RunDocument, type SubmissionAction } from '@plimsoll/schema'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { main } from '../command.ts'
import {
  type Claims,
  type SignOptions,
  startSigstore,
  submissionOf,
  TEST_REGISTRY,
  type TestSigstore,
  trustSigstore,
} from '../provenance/testing.ts'
import { addName } from '../provenance/trust.ts'
import { bundleFile, documentFile } from '../store/documents.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import type { StatementBundle } from '../store/statement.ts'
import { addStatement, statementFile } from '../store/statements.ts'
import { deleteRun, supersede, withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'

const DOCUMENT = exampleRun()
const { id: ID, hash: HASH } = identify(DOCUMENT)
/** A run that ended when it was signed. */
const RECENT = exampleRun((run) => {
  run.finishedAt = `${new Date().toISOString().slice(0, 19)}Z`
})
const RECENT_ID = identify(RECENT).id
const OTHER = exampleRun(({ notes }) => notes.push({ code: 'n', text: 'other' }))
/** The claims of the job that the documents name. */
const JOB: Claims = { sha: String(DOCUMENT.source?.commit) }
const WITHDRAW = { action: 'withdraw', reason: 'wrong image' } as const
const SUPERSEDE = { action: 'supersede', by: identify(OTHER).id } as const

let trustedRoot: TestSigstore['trustedRoot']
/** The bundles of the tests, by their purpose. */
const bundles: Record<string, Buffer> = {}

beforeAll(async () => {
  const sigstore = await startSigstore()
  trustedRoot = sigstore.trustedRoot
  const sign = (document: RunDocument, changes: object = {}, { claims, ...options }: SignOptions = {}) =>
    sigstore.sign({ ...submissionOf(document), ...changes }, { claims: { ...JOB, ...claims }, ...options })
  bundles.submit = await sign(DOCUMENT)
  bundles.recent = await sign(RECENT)
  bundles.other = await sign(OTHER)
  bundles.stamped = await sign(DOCUMENT, {}, { evidence: ['stamp'] })
  bundles.fork = await sign(DOCUMENT, {}, { claims: { event_name: 'workflow_run' } })
  bundles.elsewhere = await sign(DOCUMENT, { registry: 'https://elsewhere.example' })
  bundles.otherCommit = await sign(DOCUMENT, {}, { claims: { sha: 'b'.repeat(40) } })
  bundles.withdraw = await sign(DOCUMENT, WITHDRAW)
  bundles.supersede = await sign(DOCUMENT, SUPERSEDE)
  bundles.withdrawOther = await sign(OTHER, WITHDRAW)
  bundles.withdrawElsewhere = await sign(DOCUMENT, { ...WITHDRAW, registry: 'https://elsewhere.example' })
  bundles.stranger = await sign(DOCUMENT, WITHDRAW, { claims: { repository_id: '6666' } })
  // Verification must work without the instance.
  await sigstore.close()
})

let registry: Registry
beforeEach(() => {
  registry = temporaryRegistry()
  trustSigstore(registry, { trustedRoot })
})

/** Stores a run, and a bundle beside it. */
function store(document: RunDocument, bundle?: Buffer): string {
  const { id } = importDocument(registry, toBytes(document))
  if (bundle !== undefined) writeFileSync(bundleFile(registry, id), bundle)
  return id
}

const statement = (name: string) => JSON.parse(String(bundles[name])) as StatementBundle

async function verify(...args: string[]): Promise<{ code: number; out: string; stderr: string }> {
  const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(() => {}),
  )
  const code = await main(['verify', ...args, '--registry', registry.directory])
  const [out, stderr] = [log, error].map((spy) => spy?.mock.calls.map(([line]) => String(line)).join('\n') ?? '')
  vi.restoreAllMocks()
  return { code, out: String(out), stderr: String(stderr) }
}

/** Returns the sentences about the run that fails. */
async function faults(...args: string[]): Promise<string[]> {
  const { code, stderr } = await verify(...args)
  expect(code).toBe(1)
  return [...stderr.matchAll(/^[a-z2-7]{26} {2}verification failed: (.*)$/gm)].map(([, fault = '']) => fault)
}

const BY_JOB = `example/project, workflow run 3003, commit ${JOB.sha} (https://token.actions.githubusercontent.com)`
const SIGNED = new RegExp(
  `^${ID}  signed by repository: ${BY_JOB.replaceAll(/[().]/g, '\\$&')}; signed for ${TEST_REGISTRY} at 20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.000Z, in entry \\d+ of https://rekor\\.sigstore\\.test\\. The document says that the run ended \\d+ days earlier; only the time of the signature is proven\\.$`,
  'm',
)

test('the signature of a run is verified from files alone: who signed, when, and its entry in the log', async () => {
  store(DOCUMENT, bundles.submit)
  const { code, out, stderr } = await verify(ID)
  expect(out).toMatch(SIGNED)
  expect(out.split('\n')).toHaveLength(2)
  expect(out).toContain(`${ID}  the document matches its id; its hash is ${HASH}`)
  expect(stderr).toContain('1 checked, 0 failed. Verification does not prove that the measurements are correct.')
  expect(code).toBe(0)
})

test('a run that was signed when it ended has no remark about its time', async () => {
  const id = store(RECENT, bundles.recent)
  expect((await verify(id)).out).toMatch(/in entry \d+ of https:\/\/rekor\.sigstore\.test$/)
})

test('a run that was signed for a fork has this level', async () => {
  store(DOCUMENT, bundles.fork)
  expect((await verify()).out).toContain(`${ID}  reported for a fork: ${BY_JOB}`)
})

test('given trusted roots are used instead of those of the registry, and an instance without a log proves its time stamp', async () => {
  store(DOCUMENT, bundles.stamped)
  expect(await faults()).toEqual([
    expect.stringContaining(`documents/${ID}.sigstore.json: its signature does not verify`),
  ])
  const file = path.join(temporaryDirectory(), 'root.jsonl')
  writeFileSync(file, JSON.stringify({ ...trustedRoot, tlogs: [] }))
  const { code, out } = await verify('--trusted-root', file)
  expect(out).toMatch(/signed by repository: .* with a time stamp\. The document says/)
  expect(code).toBe(0)
})

test('a file without trusted roots is an error that says how to get them', async () => {
  store(DOCUMENT, bundles.submit)
  const file = path.join(temporaryDirectory(), 'root.jsonl')
  const get = 'with: gh attestation trusted-root > trusted-root.jsonl'
  expect(await verify('--trusted-root', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`'${file}' not found. Get trusted roots ${get}`),
  })
  writeFileSync(file, '{}')
  const { code, stderr } = await verify('--trusted-root', file)
  expect(stderr).toContain(`'${file}' has no trusted root of a Sigstore instance`)
  expect(stderr).toContain(`Get one ${get}`)
  expect(code).toBe(2)
})

test.each<[string, () => unknown, string]>([
  [
    'of another run',
    () => writeFileSync(bundleFile(registry, ID), bundles.other ?? ''),
    'it is for the document sha256:',
  ],
  [
    'of a withdrawal',
    () => writeFileSync(bundleFile(registry, ID), bundles.withdraw ?? ''),
    'it does not submit a run',
  ],
  [
    'for another registry',
    () => writeFileSync(bundleFile(registry, ID), bundles.elsewhere ?? ''),
    `it is for the registry https://elsewhere.example, and this registry is ${TEST_REGISTRY}`,
  ],
  [
    'whose certificate the document contradicts',
    () => writeFileSync(bundleFile(registry, ID), bundles.otherCommit ?? ''),
    'the document’s /source/commit is another one than its certificate’s',
  ],
  ['with another letter', () => tamper(bundleFile(registry, ID)), 'its signature does not verify'],
  ['that is garbage', () => writeFileSync(bundleFile(registry, ID), 'garbage'), 'it is not JSON'],
  [
    'that is a link',
    () => {
      rmSync(bundleFile(registry, ID))
      symlinkSync(documentFile(registry, ID), bundleFile(registry, ID))
    },
    'it is not a regular file',
  ],
])('a bundle %s proves nothing, and is reported', async (_, change, sentence) => {
  store(DOCUMENT, bundles.submit)
  change()
  expect(await faults()).toEqual([expect.stringContaining(`documents/${ID}.sigstore.json: ${sentence}`)])
  expect((await verify()).out).not.toContain('signed by')
})

/** Changes the last digit of a signature. */
function tamper(file: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(/"sig":"(.)/, (_, first) => `"sig":"${first === 'M' ? 'N' : 'M'}`)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
}

test('who withdrew or superseded a run is printed: the repository that signed, or the operator without proof', async () => {
  store(DOCUMENT, bundles.submit)
  for (const document of [OTHER, RECENT]) store(document)
  withdraw(registry, ID, WITHDRAW.reason, statement('withdraw'))
  supersede(registry, ID, SUPERSEDE.by, statement('supersede'))
  withdraw(registry, SUPERSEDE.by, 'a leaked key')
  supersede(registry, SUPERSEDE.by, RECENT_ID)
  const { code, out } = await verify()
  for (const kind of ['withdrawn', 'superseded'])
    expect(out).toMatch(
      new RegExp(`^${ID}  ${kind} by example/project, signed at 20.*Z(: run ${SUPERSEDE.by} replaces it)?$`, 'm'),
    )
  expect(out).toContain(`${SUPERSEDE.by}  withdrawn by the operator of the registry, without proof`)
  expect(out).toContain(
    `${SUPERSEDE.by}  superseded by the operator of the registry, without proof: run ${RECENT_ID} replaces it`,
  )
  expect(code).toBe(0)
})

const ANOTHER = 'a bundle is for another statement'
const STRANGER = 'a statement is signed by another repository than the run'

test.each<[string, SubmissionAction, string, string]>([
  ['with another reason', { ...WITHDRAW, reason: 'right image' }, 'withdraw', ANOTHER],
  ['with another newer run', { ...SUPERSEDE, by: RECENT_ID }, 'supersede', ANOTHER],
  ['of another kind', WITHDRAW, 'supersede', ANOTHER],
  ['about another run', WITHDRAW, 'withdrawOther', ANOTHER],
  ['of another repository', WITHDRAW, 'stranger', STRANGER],
  [
    'for another registry',
    WITHDRAW,
    'withdrawElsewhere',
    `it is for the registry https://elsewhere.example, and this registry is ${TEST_REGISTRY}`,
  ],
])('a statement whose bundle was signed %s is reported', async (_, submission, name, sentence) => {
  store(DOCUMENT, bundles.submit)
  for (const document of [OTHER, RECENT]) store(document)
  if (submission.action === 'withdraw') withdraw(registry, ID, submission.reason, statement(name))
  if (submission.action === 'supersede') supersede(registry, ID, submission.by, statement(name))
  expect(await faults()).toEqual([`statements/${ID}.jsonl: ${sentence}`])
  expect((await verify()).out).not.toContain('signed at 20')
})

test('a run whose bundle was removed is no longer proven, and the signed statements about it show it', async () => {
  store(DOCUMENT, bundles.submit)
  withdraw(registry, ID, WITHDRAW.reason, statement('withdraw'))
  rmSync(bundleFile(registry, ID))
  expect(await faults()).toEqual([`statements/${ID}.jsonl: ${STRANGER}`])
})

test('a run with a bundle that is for an earlier address of the registry stays proven', async () => {
  store(DOCUMENT, bundles.elsewhere)
  addName(registry, 'https://elsewhere.example/')
  expect((await verify()).out).toContain('signed for https://elsewhere.example at ')
})

test('a document that was changed is reported, and nothing is proven about it', async () => {
  store(DOCUMENT, bundles.submit)
  appendFileSync(documentFile(registry, ID), ' {}')
  expect(await faults()).toEqual([expect.stringContaining('was changed after it was stored')])
  expect((await verify()).out).toBe('')
})

test('a document that the index leaves out is reported with the reason', async () => {
  const invalid = exampleRun((run) => Object.assign(run.benchmarks[0] ?? {}, { scenario: 7 }))
  const { id } = identify(invalid)
  writeFileSync(documentFile(registry, id), toBytes(invalid))
  expect(await faults(id)).toEqual([
    expect.stringMatching(/^the document is not in the index: \/benchmarks\/0\/scenario: /),
  ])
})

test('all faults of all runs are listed, and a document that is missing is one of them', async () => {
  store(DOCUMENT)
  const other = store(OTHER)
  const file = statementFile(registry, ID)
  appendFileSync(file, `{"kind":"submitted"}\n{"kind":"unknown"}\n${readFileSync(file, 'utf8')}`)
  writeFileSync(documentFile(registry, ID), '{}')
  rmSync(documentFile(registry, other))
  const { code, stderr } = await verify()
  expect(code).toBe(1)
  const failures = stderr.split('\n').filter((line) => line.includes('verification failed'))
  expect(failures.map((line) => line.slice(0, 26)).sort()).toEqual([ID, ID, ID, ID, other].sort())
  expect(stderr).toContain(`statements/${ID}.jsonl, line 2: /at must be`)
  expect(stderr).toContain('line 3: /kind must be')
  expect(stderr).toContain('line 4: it repeats an earlier line')
  expect(stderr).toContain('was changed after it was stored')
  expect(stderr).toContain(`Run "${other}" not found`)
  expect(stderr).toContain('2 checked, 2 failed.')
})

test('an id that the registry does not have is an error that says what to give', async () => {
  const { code, stderr } = await verify('zzz')
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('Run "zzz" not found in this registry. Give the whole id')
  expect(code).toBe(2)
})

test('a deletion with the hash of another document is reported, and its hash is not printed as proven', async () => {
  store(DOCUMENT)
  const hash = `sha256:${'1'.repeat(64)}`
  const deletion = { kind: 'deleted', hash, reason: 'a name', at: '2026-11-24T09:00:00Z' } as const
  expect(() => addStatement(registry, ID, deletion)).toThrow('/hash is that of another run')
  appendFileSync(statementFile(registry, ID), `${JSON.stringify(deletion)}\n`)
  rmSync(documentFile(registry, ID))
  const { code, out, stderr } = await verify()
  expect(stderr).toContain(`statements/${ID}.jsonl, line 2: /hash is that of another run`)
  expect(out).not.toContain(hash)
  expect(code).toBe(1)
})

test('the roots of a registry itself are named, and a root that was fetched into it is not used', async () => {
  store(DOCUMENT, bundles.submit)
  const own = await verify()
  expect(own.code).toBe(0)
  expect(own.stderr.replaceAll(/\s+/g, ' ')).toContain(
    'If the registry is not yours, name roots that you trust with --trusted-root.',
  )
  const fetched = path.join(registry.directory, '.sigstore', 'tuf-repo-cdn.sigstore.dev', 'targets')
  mkdirSync(fetched, { recursive: true })
  renameSync(path.join(registry.directory, 'trusted-root.jsonl'), path.join(fetched, 'trusted_root.json'))
  const { code, stderr } = await verify()
  expect(stderr).toContain('not from a Sigstore instance that this registry trusts')
  expect(code).toBe(1)
})

test('with trusted roots of the reader, nothing that the registry says of roots is read', async () => {
  store(DOCUMENT, bundles.submit)
  writeFileSync(path.join(registry.directory, 'trusted-root.jsonl'), 'garbage')
  const file = path.join(temporaryDirectory(), 'root.jsonl')
  writeFileSync(file, JSON.stringify(trustedRoot))
  expect((await verify('--trusted-root', file)).code).toBe(0)
})

test('files that belong to no run are faults, and nothing of the registry changes', async () => {
  rmSync(registry.editions, { recursive: true })
  const elsewhere = identify(OTHER).id
  writeFileSync(path.join(registry.documents, 'run.json'), toBytes(DOCUMENT))
  writeFileSync(bundleFile(registry, elsewhere), '{}')
  store(DOCUMENT)
  deleteRun(registry, ID, 'a name')
  writeFileSync(bundleFile(registry, ID), '{}')
  const { code, stderr } = await verify()
  expect(stderr).toContain('documents/run.json does not have the name of a document')
  expect(stderr).toContain(`documents/${elsewhere}.sigstore.json is a bundle without its document`)
  expect(stderr).toContain(`documents/${ID}.sigstore.json is a bundle of a deleted run: remove it`)
  expect(code).toBe(1)
  expect(existsSync(registry.editions)).toBe(false)
})

test('a registry of documents alone is verified, as a repository of results begins', async () => {
  store(DOCUMENT, bundles.submit)
  for (const folder of [registry.statements, registry.editions]) rmSync(folder, { recursive: true })
  expect((await verify()).out).toMatch(SIGNED)
  expect(existsSync(registry.statements)).toBe(false)
})

test('a signed statement of the future is reported', async () => {
  store(DOCUMENT, bundles.submit)
  withdraw(registry, ID, WITHDRAW.reason, statement('withdraw'))
  const file = statementFile(registry, ID)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/("withdrawn".*"at":")\d{4}/, '$12099'))
  expect(await faults()).toEqual([`statements/${ID}.jsonl: a statement is of the future`])
})

test('unsigned and deleted runs are reported as such, and a deleted document that is there again is a fault', async () => {
  store(DOCUMENT)
  expect((await verify()).out).toContain(`${ID}  not signed: the submitter is not verified`)
  deleteRun(registry, ID, 'a name')
  expect(await verify()).toMatchObject({ code: 0, out: `${ID}  deleted by the operator, who states the hash ${HASH}` })
  writeFileSync(documentFile(registry, ID), toBytes(DOCUMENT))
  expect(await faults()).toEqual(['it is deleted, but its document is still there'])
})
