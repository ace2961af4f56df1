import { join } from 'node:path'
import { gitCall, isOutputOfRun } from '@plimsoll/workloads'
import { execa } from 'execa'

/** The result of a call of git. The output is empty if git is not installed. */
export interface GitResult {
  exitCode: number
  stdout: string
  stderr: string
}

/**
 * Calls git in an untrusted repository. The call runs no hook and no file watcher of the repository. Fetches that git
 * starts itself see no token of this process. Files in Git LFS are not downloaded. No environment variable can redirect
 * the call to another repository.
 * @param options.environment variables of this call
 * @param options.input standard input
 */
export async function git(
  repository: string,
  args: string[],
  { environment = {}, input = '' }: { environment?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<GitResult> {
  const { args: safe, env } = gitCall(repository, args)
  const { exitCode, stdout, stderr } = await execa('git', safe, {
    reject: false,
    input,
    env: { ...env, ...environment },
    extendEnv: false,
    timeout: 600_000,
  })
  return { exitCode: exitCode ?? 1, stdout: stdout ?? '', stderr: stderr ?? '' }
}

/**
 * The current commit of a git repository, if a folder in it has no changes. Otherwise null. New documents and journals of
 * runs are no changes: a run writes them there.
 * @param flags flags of `git status`
 */
export async function findCleanCommit(directory: string, flags: string[] = []): Promise<string | null> {
  const { exitCode, stdout: changes } = await git(directory, ['status', '--porcelain', '-z', ...flags, '.'])
  if (exitCode !== 0) return null
  const { stdout } = await git(directory, ['rev-parse', '--show-toplevel', 'HEAD'])
  const [root = '', commit = ''] = stdout.split('\n')
  const isOutput = (entry: string) => entry.startsWith('?? ') && isOutputOfRun(join(root, entry.slice(3)))
  if (changes.split('\0').some((entry) => entry !== '' && !isOutput(entry))) return null
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit) ? commit : null
}

/** The full hash of the commit that a branch, a tag or another text names in a repository. Null if it names none. */
export async function commitNamed(repository: string, text: string): Promise<string | null> {
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${text}^{commit}`]
  const { exitCode, stdout } = await git(repository, asked)
  return exitCode === 0 ? stdout.trim() : null
}
