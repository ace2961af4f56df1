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

/** The result of a submission. */
export interface Submission extends Pick<GitHubSubmission, 'because' | 'site'> {
  where: 'accepted' | GitHubSubmission['where']
  /** the registry's provenance level for the run; null where it gave none */
  provenanceLevel: string | null
  /** where the run can be seen now: for a proposal, the pull request */
  url: string
  /** of the run's page in the registry, valid once the registry has the run; null where the registry names no site */
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

/** Submits a run. @throws Problem, with the message of the registry or GitHub */
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
