import { blobText, git } from './bare-repository.ts'
import type { GitRepository } from './state.ts'

// The response bodies for git's own objects, such as commits.

export function refBody({ fullName }: GitRepository, ref: string, sha: string) {
  const api = `https://api.github.com/repos/${fullName}/git`
  return { ref, node_id: 'REF', url: `${api}/${ref}`, object: { type: 'commit', sha, url: `${api}/commits/${sha}` } }
}

interface Commit {
  sha: string
  tree: string
  parents: string[]
  message: string
  date: string
}

/** The commit with this SHA. @throws Error if there is no such commit */
export async function commitAt({ directory }: GitRepository, sha: string): Promise<Commit> {
  const format = ['%T', '%P', '%aI', '%s'].join('%n')
  const text = await git(directory, ['show', '--no-patch', `--format=${format}`, `${sha}^{commit}`])
  const [tree = '', parents = '', date = '', message = ''] = text.split('\n')
  return { sha, tree, parents: parents.split(' ').filter(Boolean), message, date }
}

export function commitBody({ fullName }: GitRepository, { sha, tree, parents, message, date }: Commit) {
  const api = `https://api.github.com/repos/${fullName}/git`
  const html = `https://github.com/${fullName}/commit`
  const author = { name: 'a', email: 'a@example.org', date }
  return {
    ...{ sha, node_id: 'COMMIT', url: `${api}/commits/${sha}`, html_url: `${html}/${sha}`, message },
    ...{ author, committer: author, tree: { sha: tree, url: `${api}/trees/${tree}` } },
    parents: parents.map((of) => ({ sha: of, url: `${api}/commits/${of}`, html_url: `${html}/${of}` })),
    verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
  }
}

/**
 * The response body for a file at a commit.
 * @throws Error if there is no such file
 */
export async function contentBody({ fullName, directory }: GitRepository, path: string, ref: string) {
  const sha = await git(directory, ['rev-parse', '--verify', '--quiet', `${ref}:${path}`])
  const content = await blobText(directory, sha)
  const url = `https://api.github.com/repos/${fullName}/contents/${path}?ref=${ref}`
  const html_url = `https://github.com/${fullName}/blob/${ref}/${path}`
  return {
    ...{ type: 'file', name: path.split('/').at(-1), path, sha, size: Buffer.byteLength(content), url, html_url },
    ...{ content: Buffer.from(content).toString('base64'), encoding: 'base64' },
    ...{ git_url: url, download_url: html_url, _links: { self: url, git: url, html: html_url } },
  }
}
