import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forkRepository, git, treeWith } from './bare-repository.ts'
import { pullRequestBody, repositoryBody } from './bodies.ts'
import { commitAt, commitBody, contentBody, refBody } from './git-bodies.ts'
import { type Answer, type GitHubRequest, notAccessible, problem } from './handlers.ts'
import type { GitRepository, PullRequest } from './state.ts'

type Handler = (asked: GitHubRequest, repository: GitRepository) => Promise<Answer>

/** The maximum size in bytes of a file whose content GitHub returns as JSON. */
const LARGEST_SHOWN = 1024 * 1024

/** The operations on a repository on this disk. They use git's own commands, and requests may be concurrent. */
export const gitHandlers: Record<string, Handler> = {
  // GitHub reports no permissions to a workflow's token, whatever it may do:
  // github.com/semantic-release/github/issues/182
  'repos/get': async ({ token }, repository) => {
    const push = token.kind === 'personal' && mayPush(token, repository)
    const permissions = { admin: false, maintain: false, push, triage: push, pull: token.kind === 'personal' }
    return { status: 200, body: { ...shown(repository), permissions } }
  },

  'git/get-ref': async ({ inPath }, repository) => {
    if (await isEmpty(repository)) return EMPTY
    const sha = await shaOf(repository, `refs/${inPath.ref}`)
    return sha === null ? NOT_FOUND : { status: 200, body: refBody(repository, `refs/${inPath.ref}`, sha) }
  },

  'git/create-blob': writing(async ({ body }, { directory }) => {
    const { content } = body as { content: string }
    const sha = await git(directory, ['hash-object', '-w', '--stdin'], { input: Buffer.from(content, 'base64') })
    return { status: 201, body: { sha, url: `https://api.github.com/blobs/${sha}` } }
  }),

  'git/get-commit': async ({ inPath }, repository) => {
    const commit = await commitAt(repository, inPath.commit_sha as string).catch(() => null)
    return commit === null ? NOT_FOUND : { status: 200, body: commitBody(repository, commit) }
  },

  'git/create-tree': writing(async ({ body }, repository) => {
    const { base_tree, tree } = body as { base_tree: string; tree: { path: string; mode: string; sha: string }[] }
    const sha = await treeWith(repository, base_tree, tree)
    return { status: 201, body: { sha, truncated: false, tree: tree.map((entry) => ({ type: 'blob', ...entry })) } }
  }),

  'git/create-commit': writing(async ({ body }, repository) => {
    const { message, tree, parents } = body as { message: string; tree: string; parents: string[] }
    const sha = await git(repository.directory, [
      ...['commit-tree', tree, '-m', message],
      ...parents.flatMap((parent) => ['-p', parent]),
    ])
    return {
      status: 201,
      body: commitBody(repository, { sha, tree, parents, message, date: new Date().toISOString() }),
    }
  }),

  // git itself decides which of two updates came first: it compares the old value while it locks the ref.
  'git/update-ref': writing(async ({ inPath, body }, repository) => {
    const { sha, force } = body as { sha: string; force: boolean }
    const ref = `refs/${inPath.ref}`
    const old = await shaOf(repository, ref)
    if (old === null) return unprocessable('Reference does not exist')
    if (repository.protection !== null && ref === `refs/heads/${repository.defaultBranch}`) {
      return unprocessable(repository.protection)
    }
    const { directory } = repository
    const forward = git(directory, ['merge-base', '--is-ancestor', old, sha]).then(...YES_OR_NO)
    if (!force && !(await forward)) return NOT_FORWARD
    const first = await git(directory, ['update-ref', ref, sha, old]).then(...YES_OR_NO)
    return first ? { status: 200, body: refBody(repository, ref, sha) } : NOT_FORWARD
  }),

  'git/create-ref': writing(async ({ body }, repository) => {
    const { ref, sha } = body as { ref: string; sha: string }
    if ((await shaOf(repository, ref)) !== null) return unprocessable('Reference already exists')
    if ((await shaOf(repository, sha)) === null) return unprocessable('Object does not exist')
    await git(repository.directory, ['update-ref', ref, sha, '0'.repeat(40)])
    return { status: 201, body: refBody(repository, ref, sha) }
  }),

  'repos/get-content': async ({ inPath, inQuery, accept }, repository) => {
    if (await isEmpty(repository)) return { status: 404, body: problem(404, 'This repository is empty.') }
    const body = await contentBody(repository, inPath.path as string, inQuery.ref as string).catch(() => null)
    if (body === null) return NOT_FOUND
    if (body.size <= LARGEST_SHOWN) return { status: 200, body }
    const message = 'This API returns blobs up to 1 MB in size. The requested blob is too large to fetch via the API.'
    if (!accept?.startsWith('application/vnd.github.object')) return { status: 403, body: problem(403, message) }
    return { status: 200, body: { ...body, content: '', encoding: 'none' } }
  },

  'repos/create-fork': async ({ state, token }, repository) => {
    if (token.kind === 'installation') return notAccessible(token)
    const fullName = `${token.account.login}/${repository.fullName.split('/')[1]}`
    const there = state.gits.find((other) => other.fullName === fullName)
    const fork = there ?? (await forkRepository(repository, token.account.login))
    if (!there) state.gits.push(fork)
    return { status: 202, body: shown(fork) }
  },

  'pulls/create': async ({ state, body }, repository) => {
    const { head, base } = body as { head: string; base: string }
    const [login, ref] = head.split(':') as [string, string]
    const from = state.gits.find(({ fullName }) => fullName.startsWith(`${login}/`))
    const [headSha, baseSha] = [from ? await shaOf(from, ref) : null, await shaOf(repository, base)]
    if (!from || headSha === null || baseSha === null) return unprocessable('Validation Failed')
    const open = state.pullRequests.some((other) => other.state === 'open' && other.head.sha === headSha)
    if (open) return unprocessable(`A pull request already exists for ${head}.`)
    const number = state.pullRequests.length + 1
    const sides = { head: { sha: headSha, ref, repository: from }, base: { sha: baseSha, ref: base } }
    const pull: PullRequest = { number, state: 'open', labels: [], ...sides }
    state.pullRequests.push(pull)
    return { status: 201, body: pullRequestBody(state, pull, 'pulls/get') }
  },
}

/**
 * A handler that requires permission to push. To a person without that permission, GitHub reports that the repository
 * does not exist. A fork that is not complete yet counts as empty.
 */
function writing(handler: Handler): Handler {
  return async (asked, repository) => {
    if (!mayPush(asked.token, repository))
      return asked.token.kind === 'personal' ? NOT_FOUND : notAccessible(asked.token)
    if (repository.unready > 0) {
      repository.unready -= 1
      return EMPTY
    }
    return (await isEmpty(repository)) ? EMPTY : handler(asked, repository)
  }
}

function mayPush({ kind, account }: GitHubRequest['token'], { pushers, fork }: GitRepository): boolean {
  return kind === 'personal' ? pushers.includes(account.login) : !fork
}

function shown(repository: GitRepository) {
  const { fullName, defaultBranch, homepage } = repository
  const html_url = `https://github.com/${fullName}`
  return { ...repositoryBody(repository), html_url, default_branch: defaultBranch, homepage }
}

async function isEmpty(repository: GitRepository): Promise<boolean> {
  return (await shaOf(repository, `refs/heads/${repository.defaultBranch}`)) === null
}

async function shaOf({ directory }: GitRepository, name: string): Promise<string | null> {
  // This is git's own file of a branch that was written to. Reading it is faster than starting git.
  const loose = join(directory, name)
  if (existsSync(loose)) return readFileSync(loose, 'utf8').trim()
  return git(directory, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).catch(() => null)
}

const YES_OR_NO = [() => true, () => false] as const
const NOT_FOUND: Answer = { status: 404, body: problem(404, 'Not Found') }
const EMPTY: Answer = { status: 409, body: problem(409, 'Git Repository is empty.') }
const NOT_FORWARD = unprocessable('Update is not a fast forward')

function unprocessable(message: string): Answer {
  return { status: 422, body: problem(422, message) }
}
