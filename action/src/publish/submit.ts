import type { Octokit } from '../github/octokit.ts'
import type { RemoteRegistry } from './address.ts'
import type { IdTokens } from './id-token.ts'
import { type Placed, publishOverGitHub } from './over-github.ts'
import { publishOverHttp } from './over-http.ts'

/** A run document to submit. */
export interface Upload {
  id: string
  hash: string
  bytes: Uint8Array
}

/** The result of a submission. */
export interface SubmittedRun extends Pick<Placed, 'because' | 'site'> {
  where: 'accepted' | Placed['where']
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
export async function submitRun({ id, hash, bytes }: Upload, access: Access): Promise<SubmittedRun> {
  if (access.kind === 'http') {
    const { url: registry, tokens, allowPrivate } = access
    const { permalink, provenanceLevel, added } = await publishOverHttp(bytes, hash, { registry, tokens, allowPrivate })
    return { where: added ? 'accepted' : 'there already', provenanceLevel, url: permalink, permalink, site: registry }
  }
  const placed = await publishOverGitHub({ id, bytes }, access)
  return { ...placed, provenanceLevel: null, permalink: placed.site === null ? null : `${placed.site}/runs/${id}` }
}
