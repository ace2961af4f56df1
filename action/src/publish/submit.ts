import type { Octokit } from '../github/octokit.ts'
import type { IdTokens } from './id-token.ts'
import { type GitHubSubmission, submitOverGitHub } from './over-github.ts'
import { submitOverHttp } from './over-http.ts'
import type { RemoteRegistry } from './registry-address.ts'

/** A run document to submit. */
export interface Upload {
  id: string
  hash: string
  bytes: Uint8Array
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
}

/** A remote registry, with the credentials for it. */
export type Access =
  | (Extract<RemoteRegistry, { kind: 'http' }> & {
      tokens: IdTokens
      /** whether the name of a private repository may be published */
      allowPrivate: boolean
    })
  | (Extract<RemoteRegistry, { kind: 'github' }> & { octokit: Octokit })

/** Submits a run to a remote registry. @throws Problem, with the message of the registry or GitHub */
export async function submitRun({ id, hash, bytes }: Upload, access: Access): Promise<Submission> {
  if (access.kind === 'http') {
    const { url: registry, tokens, allowPrivate } = access
    const { permalink, provenanceLevel, added } = await submitOverHttp(bytes, hash, { registry, tokens, allowPrivate })
    return { where: added ? 'accepted' : 'there already', provenanceLevel, url: permalink, permalink, site: registry }
  }
  const submission = await submitOverGitHub({ id, bytes }, access)
  return {
    ...submission,
    provenanceLevel: null,
    permalink: submission.site === null ? null : `${submission.site}/runs/${id}`,
  }
}
