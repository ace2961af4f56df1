import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { gitCall } from '../git-call.ts'

/**
 * The files and whole directories below a directory that git ignores, as absolute paths. Empty outside a repository, and
 * if the directory itself is ignored: who names it wants what is in it. The contents of submodules are not looked at.
 */
export function gitIgnored(directory: string): Set<string> {
  const listed = call(directory, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'])
  const paths = (listed ?? '').split('\0').filter((path) => path !== '')
  const isIgnored = paths.length > 0 && call(directory, ['check-ignore', '--quiet', '.']) !== null
  if (isIgnored) return new Set()
  return new Set(paths.map((path) => resolve(directory, path)))
}

/** The output of git. Null if it failed: there is no git, the directory is in no repository, or the answer is no. */
function call(directory: string, wanted: readonly string[]): string | null {
  // Git would refuse the repository of another user, whose ignored files would then count. Listing runs none of its programs.
  const { args, env } = gitCall(directory, ['-c', 'safe.directory=*', ...wanted])
  const { status, stdout } = spawnSync('git', args, { env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === 0 ? stdout : null
}
