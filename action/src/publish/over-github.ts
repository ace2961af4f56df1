import { commitFiles, type GitHubRepository, hasFile, type NewFiles } from './commit-files.ts'
import { proposeFiles } from './propose-files.ts'

/** A run document, its id, and its bundle; null if it is not signed. */
export interface RunFile {
  id: string
  bytes: Uint8Array
  bundle: Uint8Array | null
}

/**
 * The result of a submission: the document is in the registry's repository, or was proposed to it in a pull request.
 */
export interface GitHubSubmission {
  where: 'there already' | 'committed' | 'proposed'
  /** the address of the file's page on GitHub; for a proposal, the address of the pull request */
  url: string
  /** the address of the registry's site, without a trailing slash; null if the repository names none */
  site: string | null
  /** why the document is only proposed: the token may not push at all, or not to this branch */
  because?: 'no right' | 'protected'
}

/**
 * Submits a document to a registry that is a repository on GitHub. The repository stores documents, and its workflow
 * builds the registry's site. The document is committed to the default branch. If the token or the branch does not
 * allow that, this function opens a pull request from a fork or from a branch. An existing document is left unchanged.
 * If it has no bundle yet, its bundle is committed.
 * @throws Problem, with GitHub's message
 */
export async function submitOverGitHub(
  { id, bytes, bundle }: RunFile,
  registry: GitHubRepository,
): Promise<GitHubSubmission> {
  const { octokit, owner, repo } = registry
  const { data } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo })
  const base = data.default_branch
  const document = { path: `documents/${id}.json`, bytes }
  const signed = bundle === null ? [] : [{ path: `documents/${id}.sigstore.json`, bytes: bundle }]
  const files: NewFiles = { files: [document, ...signed], message: `Run ${id}` }
  const site = siteOf(data.homepage)
  const outcome = await commitFiles(registry, base, files)
  // The check of a registry refuses a stranger's bundle for a run that is there.
  const isThere = outcome === 'no right' && (await hasFile(registry, document.path, base))
  const where = isThere ? 'there already' : outcome
  if (where === 'committed' || where === 'there already') {
    const branch = base.split('/').map(encodeURIComponent).join('/')
    return { where, url: `${data.html_url}/blob/${branch}/${document.path}`, site }
  }
  const proposal = { files, base, branch: `run-${id}`, body: BODY }
  const url = await proposeFiles(registry, proposal, where === 'no right' ? 'fork' : 'branch')
  return { where: 'proposed', url, site, because: where }
}

const BODY =
  'A run document, submitted with `plimsoll publish`. Its name is the first 26 characters of its own SHA-256.'

/** The registry's site, from the repository's home page, which can be any text. Null unless it is an https address. */
function siteOf(homepage: string | null): string | null {
  if (!homepage || !URL.canParse(homepage) || new URL(homepage).protocol !== 'https:') return null
  const { origin, pathname } = new URL(homepage)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
