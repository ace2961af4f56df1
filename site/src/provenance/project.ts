/** The issuer of the tokens of jobs in GitHub Actions. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com'

/**
 * The repository whose workflow signed a run. The issuer and the repository's id identify the project. The name does not:
 * a name that was given up can be registered again by anybody.
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
 * Whether two jobs are of one submitter: of the same repository and owner. A repository that was transferred to another owner
 * is another submitter.
 */
export function isSameSubmitter(a: Ids, b: Ids): boolean {
  return a.issuer === b.issuer && a.repositoryId === b.repositoryId && a.ownerId === b.ownerId
}

type Ids = Pick<Project, 'issuer' | 'repositoryId' | 'ownerId'>

/** Returns the project of a job. @param provenance what the job's certificate says */
export function projectOf({ issuer, repositoryId, ownerId, repository }: Omit<Project, 'key'>): Project {
  return { key: projectKey(issuer, repositoryId), issuer, repositoryId, ownerId, repository }
}

/** Whether a value is an id of a repository, an owner or a workflow run. */
export function isId(value: string): boolean {
  return /^[1-9]\d{0,15}$/.test(value)
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
