import { formatSubmission, type RunDocument } from '@plimsoll/schema'
import { exampleRun } from '../testing.ts'
import {
  type Claims,
  type SignOptions,
  startSigstore,
  submissionOf,
  TEST_REGISTRY,
  type TestSigstore,
} from './testing.ts'

// This module makes bundles that prove nothing. For tests only.

/** A bundle for a document, with the name of the case. */
export interface BundleCase {
  name: string
  bundle: Buffer
  document: RunDocument
}

type Json = Record<string, unknown>

/** The run that the test's job would have produced. */
export const SIGNED_RUN = exampleRun((document) => {
  document.source = {
    ...{ repository: 'example/project', commit: 'a'.repeat(40), ref: 'refs/heads/main' },
    ...{ pullRequest: null, workflowRun: 3003 },
  }
})

const OTHER_RUN: RunDocument = { ...SIGNED_RUN, notes: [{ code: 'other', text: 'Another document.' }] }

/** Returns bundles that a registry accepts for their documents. */
export async function validBundles(sigstore: TestSigstore): Promise<BundleCase[]> {
  const valid = async (name: string, options: SignOptions = {}, document = SIGNED_RUN, allowPrivate = false) => {
    return { name, document, bundle: await sigstore.sign({ ...submissionOf(document), allowPrivate }, options) }
  }
  return [
    await valid('a push'),
    await valid('a log entry and a time stamp', { evidence: ['log', 'stamp'] }),
    await valid('a run of another workflow run', {
      claims: { event_name: 'workflow_run', sha: 'b'.repeat(40), ref: 'refs/heads/other', run_id: '4004' },
    }),
    await valid(
      'a private repository that consents',
      { claims: { repository_visibility: 'private' } },
      SIGNED_RUN,
      true,
    ),
    await valid('a reusable workflow of another repository', {
      claims: { job_workflow_ref: 'other/workflows/.github/workflows/measure.yml@refs/tags/v1' },
    }),
    await valid('a document without a source', {}, { ...SIGNED_RUN, source: null }),
  ]
}

/** Returns bundles that no registry may accept for their documents. */
export async function forgedBundles(sigstore: TestSigstore): Promise<BundleCase[]> {
  const genuine = await sigstore.sign(submissionOf(SIGNED_RUN))
  const other = await sigstore.sign(submissionOf(OTHER_RUN))
  const cases = [
    ...swapped(genuine, other),
    ...changedMembers(genuine, other),
    ...otherBytes(genuine),
    ...(await otherClaims(sigstore)),
    ...(await otherStatements(sigstore)),
    ...(await otherInstances(sigstore)),
  ]
  return cases.map(([name, bundle, document = SIGNED_RUN]) => ({ name, bundle, document }))
}

type Forgery = [name: string, bundle: Buffer, document?: RunDocument]

/** A genuine bundle beside a document that it does not sign. */
function swapped(genuine: Buffer, other: Buffer): Forgery[] {
  const changed = (name: string, change: (document: RunDocument) => void): Forgery => {
    const document = structuredClone(SIGNED_RUN)
    change(document)
    return [`document: ${name}`, genuine, document]
  }
  return [
    ['the bundle of another document', other],
    ['another document', genuine, OTHER_RUN],
    changed('one sample changed', ({ benchmarks: [first] }) => {
      const values = first?.samples[0]?.values ?? {}
      values.duration = Number(values.duration) + 1
    }),
    changed('another repository', ({ source }) => Object.assign(source ?? {}, { repository: 'example/other' })),
    changed('no source', (document) => {
      document.source = null
    }),
    changed('a note more', ({ notes }) => notes.push({ code: 'x', text: 'x' })),
  ]
}

/** Each member of a bundle removed, damaged, and taken from another genuine bundle. */
function changedMembers(genuine: Buffer, other: Buffer): Forgery[] {
  const [own, foreign] = [parse(genuine), parse(other)]
  // The list of time stamps and the name of the key are empty, and not read.
  const places = placesIn(own).filter(([path]) => !/\/(keyid$|timestampVerificationData)/.test(path))
  return places.flatMap(([path, keys]): Forgery[] => {
    const value = valueAt(own, keys)
    const changes: [string, unknown][] = [['removed', undefined]]
    if (typeof value === 'string') {
      changes.push(['damaged', damage(value)], ['with more', `${value}AAAA`])
    } else changes.push(['a text', 'x'])
    const theirs = valueAt(foreign, keys)
    if (JSON.stringify(theirs) !== JSON.stringify(value)) changes.push(['from another bundle', theirs])
    return changes.map(([name, changed]) => [`${path} ${name}`, write(setAt(own, keys, changed))])
  })
}

/** Bytes that are not quite the bundle. */
function otherBytes(genuine: Buffer): Forgery[] {
  const bundle = parse(genuine)
  const material = bundle.verificationMaterial as Json
  const [entry] = material.tlogEntries as Json[]
  const envelope = bundle.dsseEnvelope as Json
  const [signature] = envelope.signatures as Json[]
  const withMaterial = (more: Json) => write({ ...bundle, verificationMaterial: { ...material, ...more } })
  return [
    ['nothing', Buffer.alloc(0)],
    ['a document', Buffer.from(JSON.stringify(SIGNED_RUN))],
    ['a list', Buffer.from(`[${genuine}]`)],
    ['two bundles', Buffer.from(`${genuine}${genuine}`)],
    ['zeros', Buffer.alloc(1000)],
    ['a byte order mark', Buffer.concat([Buffer.from('\ufeff'), genuine])],
    ['base64', Buffer.from(genuine.toString('base64'))],
    ['a duplicate member', Buffer.from(genuine.toString().replace('{', '{"mediaType":"x",'))],
    ['an unknown member', write({ ...bundle, extra: 1 })],
    ['an unknown member inside', withMaterial({ extra: 1 })],
    ['a public key instead of the certificate', withMaterial({ certificate: undefined, publicKey: { hint: 'x' } })],
    ['a certificate and a public key', withMaterial({ publicKey: { hint: 'x' } })],
    ['the entry twice', withMaterial({ tlogEntries: [entry, entry] })],
    ['five entries', withMaterial({ tlogEntries: [entry, entry, entry, entry, entry] })],
    ['no entries', withMaterial({ tlogEntries: [] })],
    ['two signatures', write({ ...bundle, dsseEnvelope: { ...envelope, signatures: [signature, signature] } })],
    ['no signatures', write({ ...bundle, dsseEnvelope: { ...envelope, signatures: [] } })],
    ['a named key', write({ ...bundle, dsseEnvelope: { ...envelope, signatures: [{ ...signature, keyid: 'x' }] } })],
    ['another payload type', write({ ...bundle, dsseEnvelope: { ...envelope, payloadType: 'text/plain' } })],
    ['too large', Buffer.concat([genuine, Buffer.alloc(70_000, ' ')])],
    ['cut in half', genuine.subarray(0, Math.floor(genuine.length / 2))],
  ]
}

/** The claims that a certificate must have. */
const REQUIRED = [
  ...['repository', 'repository_id', 'repository_owner_id', 'repository_visibility', 'ref', 'sha', 'job_workflow_ref'],
  ...['job_workflow_sha', 'run_id', 'run_attempt', 'event_name', 'runner_environment'],
]

/** Certificates of the trusted instance for jobs that may not submit this run. */
async function otherClaims(sigstore: TestSigstore): Promise<Forgery[]> {
  const claims: [string, Claims][] = [
    ...REQUIRED.map((name): [string, Claims] => [`no ${name}`, { [name]: undefined }]),
    ...['https://gitlab.com', 'https://token.actions.githubusercontent.com.evil.example', 'https://issuer.example'].map(
      (iss): [string, Claims] => [`issuer ${iss}`, { iss }],
    ),
    ...['example/other', 'Example/Project', 'example/..', '../project', 'example', 'a/b/c', 'example/project#']
      .concat(`example/${'x'.repeat(101)}`)
      .map((repository): [string, Claims] => [`repository ${repository}`, { repository }]),
    ...['0', '01', '1e3', '99999999999999999'].map((id): [string, Claims] => [
      `repository id ${id}`,
      { repository_id: id },
    ]),
    ['owner id abc', { repository_owner_id: 'abc' }],
    ['run id abc', { run_id: 'abc' }],
    ['another commit', { sha: 'b'.repeat(40) }],
    ['a short commit', { sha: 'aaaaaaa' }],
    ['another ref', { ref: 'refs/heads/other' }],
    ['a pull request', { ref: 'refs/pull/7/merge' }],
    ['another workflow run', { run_id: '3004' }],
    ['an internal repository', { repository_visibility: 'internal' }],
    ['no commit of the workflow', { job_workflow_sha: 'main' }],
    ['another repository, for a fork', { event_name: 'workflow_run', repository: 'example/fork' }],
  ]
  const forged: Forgery[] = []
  for (const [name, changed] of claims)
    forged.push([`claims: ${name}`, await sigstore.sign(submissionOf(SIGNED_RUN), { claims: changed })])
  return forged
}

/** Statements that the right job signed, and that do not submit this run to this registry. */
async function otherStatements(sigstore: TestSigstore): Promise<Forgery[]> {
  const submission = submissionOf(SIGNED_RUN)
  const statement = JSON.parse(formatSubmission(submission).toString()) as Json & { subject: [Json]; predicate: Json }
  const [subject] = statement.subject
  const predicate = (more: Json) => ({ ...statement, predicate: { ...statement.predicate, ...more } })
  const about = (...subjects: unknown[]) => ({ ...statement, subject: subjects })
  const digest = (subject.digest as Json).sha256 as string
  const statements: [string, unknown][] = [
    ['another type', { ...statement, _type: 'https://in-toto.io/Statement/v0.1' }],
    ['another predicate type', { ...statement, predicateType: 'https://slsa.dev/provenance/v1' }],
    ['another version of the predicate', { ...statement, predicateType: 'urn:plimsoll:submission:v2' }],
    ['no subject', about()],
    ['two subjects', about(subject, subject)],
    ['the subject of another document', about({ ...subject, digest: { sha256: '1'.repeat(64) } })],
    ['another name', about({ ...subject, name: 'run.json' })],
    ['another algorithm', about({ name: subject.name, digest: { sha512: '1'.repeat(128) } })],
    ['two algorithms', about({ ...subject, digest: { sha256: digest, sha512: '1'.repeat(128) } })],
    ['upper case', about({ ...subject, digest: { sha256: digest.toUpperCase() } })],
    ['a registry below this one', predicate({ registry: `${TEST_REGISTRY}/below` })],
    ['no registry', predicate({ registry: undefined })],
    ['a list of registries', predicate({ registry: [TEST_REGISTRY] })],
    ['a withdrawal', predicate({ action: 'withdraw', reason: 'wrong image' })],
    ['a supersession', predicate({ action: 'supersede', by: 'a'.repeat(26) })],
    ['an unknown action', predicate({ action: 'delete' })],
    ['no action', predicate({ action: undefined })],
    ['a reason', predicate({ reason: 'none' })],
    ['consent that is a text', predicate({ allowPrivate: 'true' })],
    ['an unknown member', predicate({ extra: true })],
    ['no predicate', { ...statement, predicate: undefined }],
    ['an unknown member of the statement', { ...statement, extra: true }],
    ['a list', [statement]],
  ]
  const forged: Forgery[] = []
  for (const [name, value] of statements)
    forged.push([`statement: ${name}`, await sigstore.signStatement(Buffer.from(JSON.stringify(value)))])
  const text = formatSubmission(submission).toString()
  forged.push(['statement: not JSON', await sigstore.signStatement(Buffer.from('submit'))])
  forged.push([
    'statement: a duplicate member',
    await sigstore.signStatement(Buffer.from(text.replace('"action"', '"action":"withdraw","action"'))),
  ])
  forged.push(['statement: too large', await sigstore.signStatement(Buffer.from(`${text}${' '.repeat(11_000)}`))])
  return forged
}

/** Bundles of instances that are not trusted, and with evidence that does not suffice. */
async function otherInstances(sigstore: TestSigstore): Promise<Forgery[]> {
  const submission = submissionOf(SIGNED_RUN)
  const genuine = parse(await sigstore.sign(submission, { evidence: ['log', 'stamp'] }))
  const stranger = await startSigstore()
  const foreign = parse(await stranger.sign(submission, { evidence: ['log', 'stamp'] }))
  await stranger.close()
  const mixed = (name: string, keys: string[]): Forgery => [
    `a stranger's ${name}`,
    write(setAt(genuine, keys, valueAt(foreign, keys))),
  ]
  return [
    ["a stranger's instance", write(foreign)],
    mixed('certificate', ['verificationMaterial', 'certificate']),
    mixed('log entry', ['verificationMaterial', 'tlogEntries']),
    mixed('time stamp', ['verificationMaterial', 'timestampVerificationData']),
    mixed('signature', ['dsseEnvelope']),
    ['a time stamp alone', await sigstore.sign(submission, { evidence: ['stamp'] })],
    ['no evidence', await sigstore.sign(submission, { evidence: [] })],
  ]
}

function parse(bytes: Buffer): Json {
  return JSON.parse(bytes.toString()) as Json
}

function write(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Returns every member of a value, with its path as text and as keys. */
function placesIn(value: unknown, keys: string[] = []): [path: string, keys: string[]][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]): [string, string[]][] => {
    const own = [...keys, key]
    return [[`/${own.join('/')}`, own], ...placesIn(member, own)]
  })
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (at as Json | undefined)?.[key], value)
}

function setAt(value: unknown, keys: readonly string[], changed: unknown): unknown {
  const copy = structuredClone(value)
  const holder = valueAt(copy, keys.slice(0, -1)) as Json
  const last = keys.at(-1) ?? ''
  if (changed === undefined && Array.isArray(holder)) holder.splice(Number(last), 1)
  else if (changed === undefined) delete holder[last]
  else holder[last] = changed
  return copy
}

/** Changes one character in the middle, so that base64 and numbers stay what they are. */
function damage(text: string): string {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
}
