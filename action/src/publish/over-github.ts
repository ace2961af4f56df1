import { commitFile, type NewFile, type Place } from './commit-file.ts'
import { proposeFile } from './propose-file.ts'

/** One document, by its id. */
export interface Handed {
  id: string
  bytes: Uint8Array
}

/** Where a document is now: in the registry's repository, or proposed to it. */
export interface Placed {
  where: 'there already' | 'committed' | 'proposed'
  /** the file's page on GitHub; of what is proposed, the pull request's */
  url: string
  /** where the registry says that its site is, without a slash at the end */
  site: string | null
  /** why it is only proposed: the token may not push, or nobody may push to that branch */
  because?: 'no right' | 'protected'
}

/**
 * Hands a document in to a registry that is a repository: documents lie in it, and its workflow makes the site. It is
 * committed to the default branch; where the token or the branch does not allow that, a pull request is opened, from a
 * fork or from a branch. What is there already is left alone.
 * @throws Problem, with what GitHub says
 */
export async function publishOverGitHub({ id, bytes }: Handed, registry: Place): Promise<Placed> {
  const { octokit, owner, repo } = registry
  const { data } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo })
  const base = data.default_branch
  const file: NewFile = { path: `documents/${id}.json`, bytes, message: `Run ${id}` }
  const site = siteOf(data.homepage)
  const outcome = await commitFile(registry, base, file)
  if (outcome === 'committed' || outcome === 'there already') {
    const branch = base.split('/').map(encodeURIComponent).join('/')
    return { where: outcome, url: `${data.html_url}/blob/${branch}/${file.path}`, site }
  }
  const proposal = { file, base, branch: `run-${id}`, body: BODY }
  const url = await proposeFile(registry, proposal, outcome === 'no right' ? 'fork' : 'branch')
  return { where: 'proposed', url, site, because: outcome }
}

const BODY =
  'A run document, handed in with `plimsoll publish`. Its name is the first 26 characters of its own SHA-256.'

/** What a repository names as its home page is any text. */
function siteOf(homepage: string | null): string | null {
  if (!homepage || !URL.canParse(homepage) || new URL(homepage).protocol !== 'https:') return null
  const { origin, pathname } = new URL(homepage)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
