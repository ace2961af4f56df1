import { existsSync, readFileSync } from 'node:fs'
import { InvalidSubmission, idOfHash, parseSubmission, type Submission } from '@plimsoll/schema'
import { assertFor, assertPublic } from '../provenance/signature.ts'
import { trustOf } from '../provenance/trust.ts'
import { InvalidBundle, type VerifiedBundle, verifyBundle } from '../provenance/verify-bundle.ts'
import { assertNotDeleted, bundleFile, documentFile } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import type { Statement } from '../store/statements.ts'
import { Refusal, storeRefusal } from './refusal.ts'

/** A submitted run: its document and the bundle that signs it. */
export interface SubmittedFiles {
  document: Uint8Array
  bundle: Uint8Array
}

/**
 * Verifies a submitted bundle, without a document. A worker calls it, because it takes tens of milliseconds.
 * @throws Refusal
 */
export function checkBundle(registry: Registry, bytes: Uint8Array): VerifiedBundle {
  try {
    const trust = trustOf(registry)
    const verified = verifyBundle(bytes, trust.instances)
    assertFor(verified.submission, trust.names)
    assertPublic(verified.provenance, verified.submission)
    return verified
  } catch (error) {
    throw bundleRefusal(error)
  }
}

/** Returns the refusal of a bundle. Returns any other error unchanged. */
export function bundleRefusal(error: unknown): unknown {
  if (!(error instanceof InvalidBundle)) return error
  const { code, message } = error
  return new Refusal(403, code, `The bundle does not allow this submission: ${message}.`)
}

/**
 * Returns the id of the run that this very bundle has already submitted, with this document; null if there is none. A submitted
 * bundle is published beside the document. A reader who submits it again changes nothing, and must not use up the quota of its
 * owner.
 * @throws Refusal `deleted-run`, `damaged-statements`
 */
export function findEarlierSubmission(registry: Registry, { bundle, document }: SubmittedFiles): string | null {
  const submission = readUnverified(bundle)
  // The document comes in its canonical form. Any other form is compared as a new one is.
  if (submission === null || submission.hash !== `sha256:${sha256(document)}`) return null
  const id = idOfHash(submission.hash)
  const file = bundleFile(registry, id)
  const isStored = existsSync(documentFile(registry, id)) && existsSync(file) && readFileSync(file).equals(bundle)
  // A crash may have left out the first statement, which the same submission then adds.
  return isStored && statementsOf(registry, id).length > 0 ? id : null
}

/** @throws Refusal `deleted-run`, `damaged-statements` */
function statementsOf(registry: Registry, id: string): Statement[] {
  try {
    return assertNotDeleted(registry, id)
  } catch (error) {
    throw storeRefusal(error, id)
  }
}

function readUnverified(bundle: Uint8Array): Submission | null {
  try {
    const { dsseEnvelope } = JSON.parse(Buffer.from(bundle).toString('utf8')) as {
      dsseEnvelope?: { payload?: unknown }
    }
    const payload = dsseEnvelope?.payload
    return typeof payload === 'string' ? parseSubmission(Buffer.from(payload, 'base64')) : null
  } catch (error) {
    if (error instanceof InvalidSubmission || error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}
