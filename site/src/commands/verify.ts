import { existsSync } from 'node:fs'
import { identify, type RunDocument } from '@plimsoll/schema'
import { print, printError, printNote, readDocumentFile } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { type ProgressReporter, withProgress } from '../progress.ts'
import { documentFile, listDocuments, readDocument } from '../store/documents.ts'
import { type KnownKeys, keyLogFile, readKeyLog } from '../store/key-log.ts'
import { openExisting } from '../store/open-registry.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { claimsOfArchived } from '../store/signer.ts'
import {
  deriveSubmittedLevel,
  examineStatements,
  listRunsWithStatements,
  type SignedStatement,
  type Statement,
} from '../store/statements.ts'
import { type CheckedLog, checkLog, compareWitness } from '../transparency/check-log.ts'
import { runsInLog } from '../transparency/check-run.ts'
import { logFolder, verifierIn } from '../transparency/log-folder.ts'
import { parseVerifier } from '../transparency/note.ts'
import { signedFaults } from './signed-faults.ts'

interface VerifyOptions {
  registry?: string
  keys?: string
  logKey?: string
  witness?: string
}

/**
 * `plimsoll-registry verify` repeats the proofs of the named runs, or of all runs, with data of the registry alone. If the
 * registry has a transparency log, the whole log is checked as well. Prints what is proven about each run, and everything
 * that is wrong.
 */
export async function runVerify(given: string[], options: VerifyOptions): Promise<number> {
  return withProgress((say) => verify(given, options, say))
}

async function verify(given: string[], options: VerifyOptions, say: ProgressReporter): Promise<number> {
  const registry = openExisting(options.registry)
  const keys = options.keys ?? keyLogFile(registry)
  if (options.keys !== undefined && !existsSync(keys))
    throw new RegistryError('no-such-file', `'${keys}' not found. Give the file issuer-keys.jsonl of a registry.`)
  const known = readKeyLog(keys)
  await say('verifying the log')
  const log = openLog(registry, options)
  const logged = log && runsInLog(registry, log)
  const present = new Set([...listDocuments(registry), ...listRunsWithStatements(registry), ...(logged?.ids ?? [])])
  const unknown = given.find((id) => !present.has(id))
  if (unknown !== undefined)
    throw new RegistryError(
      'unknown-run',
      `Run "${unknown}" not found in this registry. Give the whole id, 26 letters and digits, as in the address of the run’s page; without an id, every run is verified.`,
    )
  const ids = given.length > 0 ? given : [...present].sort()
  let failed = 0
  if (known.fault !== null) {
    failed += 1
    printError(`${keys}: verification failed: ${known.fault}`)
  }
  if (log !== null && reportLog(log, options) > 0) failed += 1
  for (const [done, id] of ids.entries()) {
    await say('verifying runs', done, ids.length)
    const { proven, faults: found } = verifyRun(registry, id, known, logged?.check)
    for (const line of proven) print(`${id}  ${line}`)
    for (const fault of found) printError(`${id}  verification failed: ${fault}`)
    if (found.length > 0) failed += 1
  }
  printNote(`${ids.length} checked, ${failed} failed. Verification does not prove that the measurements are correct.`)
  return failed > 0 ? EXIT.checkFailed : EXIT.done
}

interface VerificationResult {
  /** The facts that are proven about a run, one line each. */
  proven: string[]
  /** Everything that is wrong with the run, one sentence each. */
  faults: string[]
}

/** Returns the transparency log of a registry; null if it has none. @throws RegistryError `no-log`, `bad-log-key` */
function openLog(registry: Registry, { logKey, witness }: VerifyOptions): CheckedLog | null {
  const folder = logFolder(registry)
  const own = verifierIn(folder)
  if (own !== null) return checkLog(registry, logKey === undefined ? own : parseVerifier(logKey))
  if (existsSync(folder))
    throw new RegistryError('no-log', `${folder} has no verifier-key. Restore the folder 'log' from a backup.`)
  if (logKey === undefined && witness === undefined) return null
  throw new RegistryError(
    'no-log',
    `${registry.directory} has no transparency log. Restore the folder 'log' from a backup.`,
  )
}

/** Prints what is proven about a log and what is wrong with it. @returns the number of faults */
function reportLog(log: CheckedLog, { logKey, witness }: VerifyOptions): number {
  const { faults, size, verifier } = log
  const found = [...faults]
  if (faults.length === 0) print(`log  ${size} leaves; the tree matches every checkpoint that ${verifier.text} signed`)
  if (logKey === undefined)
    printNote('The key of the log is the one in the registry. Give one from a source that you trust with --log-key.')
  if (witness !== undefined) {
    const compared = compareWitness(log, readWitness(witness))
    if ('fault' in compared) found.push(`the checkpoint ${witness}: ${compared.fault}`)
    else print(describeGrowth(witness, compared.size, size))
  }
  for (const fault of found) printError(`log  verification failed: ${fault}`)
  return found.length
}

/** A date in a statement proves nothing: what was stored without the key gets its leaf later, too. */
function describeGrowth(witness: string, before: number, now: number): string {
  return `log  none of the ${before} leaves of the checkpoint ${witness} was removed or changed; ${now - before} were added after it, whatever their dates say`
}

function readWitness(file: string): string {
  if (existsSync(file)) return readDocumentFile(file).toString()
  throw new RegistryError('no-such-file', `'${file}' not found. Give a checkpoint of the log that you saved earlier.`)
}

function verifyRun(
  registry: Registry,
  id: string,
  known: KnownKeys,
  checkInLog: ReturnType<typeof runsInLog>['check'] | undefined,
): VerificationResult {
  const examined = examineStatements(registry, id, known)
  const { statements, faults: damaged, ignored } = examined
  const faults = [...damaged, ...ignored].map(
    ({ line, message }) => `statements/${id}.jsonl, line ${line ?? 1}: ${message}`,
  )
  const proven: string[] = []
  let hash: string | null = null
  let document: RunDocument | null = null
  const deletion = statements.find((statement) => statement.kind === 'deleted')
  if (deletion !== undefined) {
    proven.push(`deleted; its hash was ${deletion.hash}`)
    if (existsSync(documentFile(registry, id))) faults.push('it is deleted, but its document is still there')
  } else {
    try {
      document = readDocument(registry, id)
      hash = identify(document).hash
      proven.push(`the document matches its id; its hash is ${hash}`)
      faults.push(...submissionFaults(document, statements), ...faultsOfDocument(registry, id))
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  const inLog = checkInLog?.(id, { hash, examined })
  proven.push(...(inLog?.proven ?? []))
  faults.push(...(inLog?.faults ?? []))
  const signed = statements.filter((statement) => statement.kind === 'signed')
  const signedAs = signed.map((statement) => ({ statement, faults: signedFaults(document, statement) }))
  faults.push(...signedAs.flatMap(({ faults }) => faults))
  const [first] = signedAs
  if (first !== undefined)
    proven.push(...(first.faults.length === 0 ? [describeSignature(first.statement, known, document !== null)] : []))
  else if (faults.length === 0) proven.push('not signed: the submitter is not verified')
  return { proven, faults }
}

/** The statements of a manual submission whose level does not follow from the document. */
function submissionFaults(document: RunDocument, statements: readonly Statement[]): string[] {
  const own = deriveSubmittedLevel(document)
  return statements.flatMap((statement) =>
    statement.kind === 'submitted' && statement.level !== own
      ? [`a statement says that it is ${statement.level}, but its document makes it ${own}`]
      : [],
  )
}

/** The errors for which the index leaves out a document. */
function faultsOfDocument(registry: Registry, id: string): string[] {
  const read = readForIndex(registry, `${id}.json`)
  if ('rows' in read) return []
  const own = read.faults.filter(({ file }) => file === documentFile(registry, id))
  return own.map(
    ({ pointer, message }) =>
      `the document is not in the index: ${pointer === '' ? message : `${pointer}: ${message}`}`,
  )
}

/**
 * Describes a signed statement. When the statements were read, their proofs were repeated, and statements whose proof
 * failed were dropped. The best level depends on the document, too: it says where it was measured.
 */
function describeSignature(
  { level, token, kid, n, e }: SignedStatement,
  known: KnownKeys,
  hasDocument: boolean,
): string {
  const isProven = hasDocument || level !== 'measured by Plimsoll'
  const shown = isProven ? level : 'signed by repository'
  const unproven = isProven ? '' : `; the level "${level}" cannot be checked without the document`
  const { repository, run_id: run, sha, iss } = claimsOfArchived(token)
  const { source, at } = known.find({ issuer: String(iss), kid, n, e }) ?? {}
  return `${shown}: ${repository}, workflow run ${run}, commit ${sha}; signed for this document with key ${kid}, which ${source} published on ${at?.slice(0, 10)}, according to the log of keys${unproven}`
}
