import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify, type RunDocument, type Submission } from '@plimsoll/schema'
import type { Claims, TestSigstore } from '../../../schema/test/sigstore.ts'
import { bundleFile, storeDocument } from '../store/documents.ts'
import { writeNewFile } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { addName } from './trust.ts'

// This module has what tests of a registry need besides a Sigstore instance.

export {
  type Claims,
  makeClaims,
  type SignOptions,
  startSigstore,
  type TestSigstore,
} from '../../../schema/test/sigstore.ts'

/** The name of the registry for which tests sign. */
export const TEST_REGISTRY = 'https://registry.example'

/** Returns the submission of a document to the test registry. */
export function submissionOf(document: unknown): Submission {
  return { action: 'submit', hash: identify(document).hash, registry: TEST_REGISTRY, allowPrivate: false }
}

/** Makes a registry trust an instance, and gives it the name of the test registry. */
export function trustSigstore(registry: Registry, { trustedRoot }: Pick<TestSigstore, 'trustedRoot'>): void {
  writeFileSync(path.join(registry.directory, 'trusted-root.jsonl'), `${JSON.stringify(trustedRoot)}\n`)
  addName(registry, TEST_REGISTRY)
}

/**
 * Stores a document as if the job that its `source` names had submitted it. The index must be synchronized.
 * @param claims the claims of the job's token that differ from those of `makeClaims` and of `source`
 * @returns the id of the run
 */
export async function importSigned(
  registry: Registry,
  sigstore: TestSigstore,
  document: RunDocument,
  claims: Claims = {},
): Promise<string> {
  trustSigstore(registry, sigstore)
  const { id } = storeDocument(registry, Buffer.from(JSON.stringify(document)))
  writeNewFile(
    bundleFile(registry, id),
    await sigstore.sign(submissionOf(document), { claims: { ...claimsOf(document), ...claims } }),
  )
  return id
}

/** Returns the claims of the job that a document names in its `source`. */
function claimsOf({ source }: RunDocument): Claims {
  const { repository, commit, ref, workflowRun } = source ?? {}
  const claims = { repository, sha: commit, ref, run_id: workflowRun && String(workflowRun) }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => typeof value === 'string'))
}
