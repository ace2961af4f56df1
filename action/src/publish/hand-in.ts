import type { Octokit } from '../github/octokit.ts'
import type { RemoteRegistry } from './address.ts'
import type { IdTokens } from './id-token.ts'
import { type Placed, publishOverGitHub } from './over-github.ts'
import { publishOverHttp } from './over-http.ts'

/** A run document that is handed in. */
export interface Upload {
  id: string
  hash: string
  bytes: Uint8Array
}

/** The result of a submission. */
export interface HandedIn extends Pick<Placed, 'because' | 'site'> {
  where: 'taken' | Placed['where']
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

/** Hands a run in. @throws Problem, with what the registry or GitHub says */
export async function handIn({ id, hash, bytes }: Upload, access: Access): Promise<HandedIn> {
  if (access.kind === 'http') {
    const { url: registry, tokens, allowPrivate } = access
    const { permalink, provenanceLevel, added } = await publishOverHttp(bytes, hash, { registry, tokens, allowPrivate })
    return { where: added ? 'taken' : 'there already', provenanceLevel, url: permalink, permalink, site: registry }
  }
  const placed = await publishOverGitHub({ id, bytes }, access)
  return { ...placed, provenanceLevel: null, permalink: placed.site === null ? null : `${placed.site}/runs/${id}` }
}
