import { Problem } from '@plimsoll/workloads'
import { git } from '../git.ts'

/** A repository on the server of the pull request. */
export interface RemoteRepository {
  /** the address of the server, such as https://github.com */
  server: string
  /** the repository's owner/name on the server */
  repository: string
  /** the token for the server; empty if there is none */
  token: string
}

/** The address of a repository for git. */
export function repositoryAddress({ server, repository }: RemoteRepository): string {
  return `${server}/${repository}.git`
}

/** The value of the HTTP header that authenticates requests to the server's git and Git LFS endpoints. */
export function authorization(token: string): string {
  return `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
}

/**
 * Fetches one commit without its history into a local repository.
 * @param from the first address to try, or the name of a remote
 * @returns why the commit could not be fetched; null if it was fetched
 */
export function fetchCommit(
  directory: string,
  commit: string,
  from: string,
  remote: RemoteRepository,
): Promise<string | null> {
  return fetchFrom(directory, ['fetch', '--depth=1'], [commit], from, remote)
}

/**
 * Fetches all objects of a commit's files that a partial clone lacks.
 * @throws Problem (3)
 */
export async function fetchMissingObjects(directory: string, commit: string, remote: RemoteRepository): Promise<void> {
  // Without negotiation, the server also sends objects of commits that the clone has.
  const fetch = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch']
  let missing = await missingObjects(directory, commit)
  while (missing.length > 0) {
    const reason = await fetchFrom(directory, fetch, missing, 'origin', remote)
    const still = await missingObjects(directory, commit)
    if (reason !== null || still.join() === missing.join())
      throw new Problem(
        3,
        `Cannot fetch the files of the commit ${commit.slice(0, 10)} that the checkout left out (${reason ?? 'the server did not send them'}). Remove filter and sparse-checkout from actions/checkout.`,
      )
    missing = still
  }
}

/** The objects of a commit's files that a local repository lacks. If it lacks the commit, only the commit. */
export async function missingObjects(directory: string, commit: string): Promise<string[]> {
  const list = ['rev-list', '--objects', '--missing=print', '--no-object-names', '--no-walk', commit]
  const { exitCode, stdout } = await git(directory, list)
  if (exitCode !== 0) return [commit]
  return [...stdout.matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id]) => id as string)
}

/** Fetches objects: first as the local repository is configured, then with the token. */
async function fetchFrom(
  directory: string,
  fetch: readonly string[],
  ids: readonly string[],
  from: string,
  remote: RemoteRepository,
): Promise<string | null> {
  const get = (address: string, environment = {}) =>
    // A pull request says where its submodules are, so git must not fetch them by itself.
    git(directory, [...fetch, '--quiet', '--no-tags', '--no-recurse-submodules', '--stdin', address], {
      environment,
      input: ids.join('\n'),
    })
  const plain = await get(from)
  if (plain.exitCode === 0) return null
  // actions/checkout may be configured not to keep its token. Pass the token to git through the environment only. Fetch
  // from the server itself, because the remote `origin` may point elsewhere by now.
  const withToken = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${remote.server}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: ${authorization(remote.token)}`,
  }
  if (remote.token !== '' && (await get(repositoryAddress(remote), withToken)).exitCode === 0) return null
  return lastLine(plain.stderr)
}

/** The last line of git's messages, which has the reason of an error. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) || 'git gave no reason'
}
