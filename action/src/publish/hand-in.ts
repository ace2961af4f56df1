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

/** What became of it. */
export interface HandedIn extends Pick<Placed, 'because' | 'site'> {
  where: 'taken' | Placed['where']
  /** what a registry says of who handed it in; null where nobody said */
  provenanceLevel: string | null
  /** where it can be seen now: of what is proposed, the pull request's */
  url: string
  /** of its page in the registry, once that has it; null where the registry says of no site */
  permalink: string | null
}

/** A registry elsewhere, with what it is convinced by. */
export type Access =
  | (Extract<RemoteRegistry, { kind: 'http' }> & {
      tokens: IdTokens
      /** whether the name of a private repository may be seen */
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
