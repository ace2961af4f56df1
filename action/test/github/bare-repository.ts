import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import type { GitRepository } from './state.ts'

/**
 * The output of git in a repository, without the last newline.
 * @throws Error if git fails
 */
export async function git(
  directory: string,
  args: string[],
  { input = '', env = {} }: { input?: string | Uint8Array; env?: Record<string, string> } = {},
): Promise<string> {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
  const { stdout } = await execa('git', ['-C', directory, ...identity, ...args], { input, env })
  return stdout
}

/** The text of a git blob, including its last newline. */
export async function blobText(directory: string, name: string): Promise<string> {
  const { stdout } = await execa('git', ['-C', directory, 'cat-file', 'blob', name], { stripFinalNewline: false })
  return stdout
}

/**
 * A bare repository on the fake GitHub, with one commit.
 * @param within the parent directory
 * @param empty whether to leave out the commit
 */
export async function makeBareRepository(
  within: string,
  fullName: string,
  { defaultBranch = 'main', empty = false, ...more }: Partial<GitRepository> & { empty?: boolean } = {},
): Promise<GitRepository> {
  const directory = mkdtempSync(join(within, 'bare-'))
  await git(directory, ['init', '--quiet', '--bare', `--initial-branch=${defaultBranch}`])
  if (!empty) {
    const readme = await git(directory, ['hash-object', '-w', '--stdin'], { input: '# Results\n' })
    const tree = await git(directory, ['mktree'], { input: `100644 blob ${readme}\tREADME.md\n` })
    const commit = await git(directory, ['commit-tree', tree, '-m', 'first'])
    await git(directory, ['update-ref', `refs/heads/${defaultBranch}`, commit])
  }
  const nothing = { homepage: null, pushers: [], protection: null, unready: 0 }
  return { id: 4242, fullName, fork: false, directory, defaultBranch, ...nothing, ...more }
}

/**
 * A fork of a repository: a separate repository that has all commits of its parent, including later ones, as on GitHub.
 */
export async function forkRepository(upstream: GitRepository, login: string): Promise<GitRepository> {
  const directory = `${upstream.directory}-${login}`
  await execa('git', ['clone', '--quiet', '--bare', '--shared', upstream.directory, directory])
  const [, name] = upstream.fullName.split('/')
  const fullName = `${login}/${name}`
  return { ...upstream, id: upstream.id + 1, fullName, fork: true, directory, pushers: [login], protection: null }
}

/** A git tree with one more file. It is made with its own index, because trees are created concurrently. */
export async function treeWith(
  { directory }: GitRepository,
  base: string,
  files: { path: string; mode: string; sha: string }[],
): Promise<string> {
  const index = join(mkdtempSync(join(directory, 'index-')), 'index')
  const env = { GIT_INDEX_FILE: index }
  await git(directory, ['read-tree', base], { env })
  const input = files.map(({ path, mode, sha }) => `${mode} ${sha}\t${path}\n`).join('')
  await git(directory, ['update-index', '--add', '--index-info'], { env, input })
  return git(directory, ['write-tree'], { env })
}

/** The contents of the files of a branch, by path. */
export async function readBranchFiles({ directory }: GitRepository, branch: string): Promise<Record<string, string>> {
  const names = (await git(directory, ['ls-tree', '-r', '--name-only', branch])).split('\n')
  const texts = names.map(async (name) => [name, await blobText(directory, `${branch}:${name}`)])
  return Object.fromEntries(await Promise.all(texts))
}
