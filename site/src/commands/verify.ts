import { existsSync } from 'node:fs'
import { identify, type RunDocument } from '@plimsoll/schema'
import { print, printError, printNote } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { type ProgressReporter, withProgress } from '../progress.ts'
import { describeDelay } from '../provenance/delay.ts'
import { type Signature, verifySignature } from '../provenance/signature.ts'
import { verifyStateChange } from '../provenance/state-change.ts'
import { type Trust, trustToVerify } from '../provenance/trust.ts'
import { InvalidBundle } from '../provenance/verify-bundle.ts'
import {
  BUNDLE_SUFFIX,
  documentFile,
  idOfFile,
  listBundles,
  listDocumentFiles,
  listDocuments,
  readDocument,
  unknownRun,
} from '../store/documents.ts'
import { findExisting } from '../store/open-registry.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { examineStatements, listRunsWithStatements, type Statement } from '../store/statements.ts'

interface VerifyOptions {
  registry?: string
  trustedRoot?: string
}

/**
 * `plimsoll-registry verify` verifies the named runs, or all runs, with the registry's files alone. Prints what is proven
 * about each run, and everything that is wrong.
 */
export async function runVerify(given: string[], options: VerifyOptions): Promise<number> {
  return withProgress((say) => verify(given, options, say))
}

async function verify(given: string[], options: VerifyOptions, say: ProgressReporter): Promise<number> {
  const registry = findExisting(options.registry)
  const trust = chooseTrust(registry, options)
  const present = new Set([...listDocuments(registry), ...listRunsWithStatements(registry)])
  const unknown = given.find((id) => !present.has(id))
  if (unknown !== undefined) throw unknownRun(unknown)
  const ids = given.length > 0 ? given : [...present].sort()
  let failed = 0
  for (const [done, id] of ids.entries()) {
    await say('verifying runs', done, ids.length)
    const { proven, faults } = verifyRun(registry, id, trust)
    for (const line of proven) print(`${id}  ${line}`)
    for (const fault of faults) printError(`${id}  verification failed: ${fault}`)
    if (faults.length > 0) failed += 1
  }
  const strays = given.length > 0 ? [] : findStrays(registry, present)
  for (const stray of strays) printError(`verification failed: ${stray}`)
  failed += strays.length
  printNote(`${ids.length} checked, ${failed} failed. Verification does not prove that the measurements are correct.`)
  return failed > 0 ? EXIT.checkFailed : EXIT.done
}

/** Returns what is wrong with the files that belong to no run: one sentence for each. */
function findStrays(registry: Registry, present: ReadonlySet<string>): string[] {
  const misnamed = listDocumentFiles(registry).filter((name) => idOfFile(name) === null)
  const bundles = listBundles(registry).filter((id) => !existsSync(documentFile(registry, id)))
  return [
    ...misnamed.map((name) => `documents/${name} does not have the name of a document`),
    ...bundles.map(
      (id) =>
        `documents/${id}${BUNDLE_SUFFIX} is a bundle ${present.has(id) ? 'of a deleted run: remove it' : 'without its document'}`,
    ),
  ]
}

/** @throws RegistryError `no-such-file`, `bad-trusted-root` */
function chooseTrust(registry: Registry, { trustedRoot: file }: VerifyOptions): Trust {
  if (file !== undefined && !existsSync(file))
    throw new RegistryError(
      'no-such-file',
      `'${file}' not found. Get trusted roots with: gh attestation trusted-root > trusted-root.jsonl`,
    )
  const { trust, areItsOwn } = trustToVerify(registry, file)
  if (areItsOwn) printNote(OWN_ROOTS)
  return trust
}

const OWN_ROOTS =
  'Signatures are checked with the trusted-root.jsonl of the registry itself. If the registry is not yours, name roots that you trust with --trusted-root.'

interface VerificationResult {
  /** The facts that are proven about a run, one line each. */
  proven: string[]
  /** Everything that is wrong with the run, one sentence each. */
  faults: string[]
}

function verifyRun(registry: Registry, id: string, trust: Trust): VerificationResult {
  const { statements, faults: damaged, ignored } = examineStatements(registry, id)
  const faults = [...damaged, ...ignored].map(
    ({ line, message }) => `statements/${id}.jsonl, line ${line ?? 1}: ${message}`,
  )
  const proven: string[] = []
  let document: RunDocument | null = null
  const deletion = statements.find((statement) => statement.kind === 'deleted')
  if (deletion !== undefined) {
    proven.push(`deleted by the operator, who states the hash ${deletion.hash}`)
    if (existsSync(documentFile(registry, id))) faults.push('it is deleted, but its document is still there')
  } else {
    try {
      document = readDocument(registry, id)
      proven.push(`the document matches its id; its hash is ${identify(document).hash}`)
      faults.push(...faultsOfDocument(registry, id, trust))
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  if (document === null) return { proven, faults }
  const signature = attempt(faults, `documents/${id}${BUNDLE_SUFFIX}`, () =>
    verifySignature(registry, id, document, trust),
  )
  for (const statement of statements) {
    const made = attempt(faults, `statements/${id}.jsonl`, () =>
      describeStateChange(statement, { hash: identify(document).hash, signature, trust }),
    )
    if (made !== null) proven.push(made)
  }
  if (signature !== null) proven.push(describeSignature(signature, document))
  else if (faults.length === 0) proven.push('not signed: the submitter is not verified')
  return { proven, faults }
}

/** Returns the result of a verification; null if it fails, which adds a fault. */
function attempt<Result>(faults: string[], file: string, verify: () => Result | null): Result | null {
  try {
    return verify()
  } catch (error) {
    if (!(error instanceof InvalidBundle)) throw error
    faults.push(`${file}: ${error.message}`)
    return null
  }
}

/**
 * Describes who superseded or withdrew a run; null for other statements.
 * @throws InvalidBundle for a statement that its bundle does not prove
 */
function describeStateChange(statement: Statement, run: Parameters<typeof verifyStateChange>[1]): string | null {
  if (statement.kind !== 'superseded' && statement.kind !== 'withdrawn') return null
  const verified = verifyStateChange(statement, run)
  const who =
    verified === null
      ? 'the operator of the registry, without proof'
      : `${verified.provenance.repository}, signed at ${verified.signedAt}`
  return `${statement.kind} by ${who}${statement.kind === 'superseded' ? `: run ${statement.by} replaces it` : ''}`
}

/** The errors for which the index leaves out a document. */
function faultsOfDocument(registry: Registry, id: string, trust: Trust): string[] {
  const own = readForIndex(registry, `${id}.json`, trust).faults.filter(
    ({ file }) => file === documentFile(registry, id),
  )
  return own.map(
    ({ pointer, message }) =>
      `the document is not in the index: ${pointer === '' ? message : `${pointer}: ${message}`}`,
  )
}

function describeSignature({ level, provenance, registry, signedAt, log }: Signature, document: RunDocument): string {
  const { repository, workflowRun, commit, issuer } = provenance
  const recorded = log === null ? 'with a time stamp' : `in entry ${log.index} of ${log.url}`
  const delay = describeDelay(document, signedAt)
  const signed = `${level}: ${repository}, workflow run ${workflowRun}, commit ${commit} (${issuer}); signed for ${registry} at ${signedAt}, ${recorded}`
  return delay === '' ? signed : `${signed}. ${delay}`
}
