import { Problem } from '@plimsoll/workloads'
import type { Octokit } from '../github/octokit.ts'
import { type GitHubSubmission, submitOverGitHub } from './over-github.ts'
import { submitOverHttp } from './over-http.ts'
import { nameOfRegistry, type RemoteRegistry } from './registry-address.ts'
import { type Signing, signSubmission } from './sign.ts'

/** A run document to submit. */
export interface Upload {
  id: string
  hash: string
  bytes: Uint8Array
  /** the bundle that signs the document, if it is signed already */
  bundle?: Uint8Array
}

/** The result of submitting a run to a registry. */
export interface Submission extends Pick<GitHubSubmission, 'because' | 'site'> {
  where: 'accepted' | GitHubSubmission['where']
  /** the provenance level that the registry gave the run: how well its origin is proven; null if it gave none */
  provenanceLevel: string | null
  /** the address at which the run can be seen now; for a proposal, the address of the pull request */
  url: string
  /**
   * The address of the run's page in the registry. Null if the registry has no site. A proposed run has no page there
   * until the registry accepts the run.
   */
  permalink: string | null
  /** the bundle that signs the document; null for a run that is not signed */
  bundle: Uint8Array | null
}

/** A remote registry, with the credentials for it. */
export type Access =
  | (Extract<RemoteRegistry, { kind: 'http' }> & { signing: Signing | null })
  /** Without `signing`, the run is not signed. */
  | (Extract<RemoteRegistry, { kind: 'github' }> & { octokit: Octokit; signing: Signing | null })

/**
 * Signs a run, unless it is signed already, and submits it to a remote registry.
 * @throws Problem, with the message of Sigstore, the registry or GitHub
 */
export async function submitRun({ id, hash, bytes, bundle: given }: Upload, access: Access): Promise<Submission> {
  const bundle = given ?? (await sign(hash, access))
  if (access.kind === 'http') {
    const { url: registry } = access
    if (bundle === null) throw new Problem(2, NOT_SIGNED)
    const { permalink, provenanceLevel, added } = await submitOverHttp({ bytes, bundle }, { registry })
    return {
      where: added ? 'accepted' : 'there already',
      provenanceLevel,
      url: permalink,
      permalink,
      site: registry,
      bundle,
    }
  }
  const submission = await submitOverGitHub({ id, bytes, bundle }, access)
  return {
    ...submission,
    provenanceLevel: null,
    permalink: submission.site === null ? null : `${submission.site}/runs/${id}`,
    bundle,
  }
}

const NOT_SIGNED = 'This registry accepts only signed runs. Publish in a job with the permission id-token: write.'

async function sign(hash: string, access: Access): Promise<Uint8Array | null> {
  if (access.signing === null) return null
  return signSubmission({ action: 'submit', hash, registry: nameOfRegistry(access) }, access.signing)
}
