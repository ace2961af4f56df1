import type { Statement } from './statement.ts'

/**
 * Returns the repository whose workflow signed a run, as the workflow's token claims. Returns null if no workflow
 * signed the run, or if a statement was written manually.
 */
export function findSigner(statements: Statement[]): string | null {
  const signed = statements.find((statement) => statement.kind === 'signed')
  const { repository } = signed === undefined ? {} : claimsOfArchived(signed.token)
  return typeof repository === 'string' ? repository : null
}

/**
 * Returns the claims of an archived token, which was verified before it was archived. The result is empty if a manual
 * statement contains an invalid token.
 */
export function claimsOfArchived(token: string): Record<string, unknown> {
  const [, body = ''] = token.split('.')
  return decodeTokenPart(body) ?? {}
}

/**
 * Decodes base64url; null unless the text is the one encoding of its bytes. The last character may have unused bits, and
 * decoders ignore them: without this check, a token that was changed there would be as good as the genuine one (RFC 4648,
 * section 3.5).
 */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** Decodes a part of a JSON Web Token without verifying the token; null if the part is not an object. */
export function decodeTokenPart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(decodeBase64url(part)?.toString('utf8') ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** The issuer of GitHub Actions tokens. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com'

/**
 * The repository whose workflow signed a run, as its token claims. The issuer and the repository's id identify the
 * project. The name does not: a name that was given up can be registered again by anybody.
 */
export interface Project {
  /** The key of the project in this registry: `id:1001`, or `id:HOST/1001` for an issuer that is not GitHub's. */
  key: string
  issuer: string
  repositoryId: string
  ownerId: string
  /** The name of the repository when it signed the run, `owner/name`. */
  repository: string
}

/**
 * Returns the project of a run. Returns null if no token proves the run: such a run names a repository, but belongs to
 * no project.
 * @param statements the proven statements about the run
 */
export function findProject(statements: Statement[]): Project | null {
  const signed = statements.find((statement) => statement.kind === 'signed')
  const {
    iss: issuer,
    repository,
    repository_id: repositoryId,
    repository_owner_id: ownerId,
  } = signed === undefined ? {} : claimsOfArchived(signed.token)
  if (typeof issuer !== 'string' || typeof repository !== 'string' || !isId(repositoryId) || !isId(ownerId)) return null
  return { key: projectKey(issuer, repositoryId), issuer, repositoryId, ownerId, repository }
}

/** Whether a value is an id of a repository, an owner or a workflow run, as tokens have it. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)
}

/**
 * Returns the key of a project. The ids of repositories are unique within one issuer only, so the key contains the name
 * of any issuer but GitHub's.
 */
function projectKey(issuer: string, repositoryId: string): string {
  return issuer === GITHUB_ISSUER ? `id:${repositoryId}` : `id:${issuerName(issuer)}/${repositoryId}`
}

/**
 * Returns an issuer's address as a part of a file name, without `https://`. Each character that a file name may not have
 * becomes `_` and its code, so that different issuers have different names.
 */
function issuerName(issuer: string): string {
  const [, host = issuer] = /^https:\/\/([a-z0-9.-]+(?::\d+)?(?:\/.*)?)$/s.exec(issuer) ?? []
  return host.replace(/[^a-z0-9.-]/gu, (character) => Buffer.from(character).toString('hex').replace(/../g, '_$&'))
}
