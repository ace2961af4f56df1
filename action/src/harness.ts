import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commitOf } from './git.ts'

/**
 * Where a runner unpacks an action, without its history. The folder is named as the step names the version: a commit, or a
 * tag, which is none. GITHUB_ACTION_REF says the same, but of whichever action a command is called in.
 */
const UNPACKED = /\/_actions\/[^/]+\/[^/]+\/([0-9a-f]{40})\/$/

/** The commit of plimsoll itself: of its package, of an action that is pinned, or of a clone without changes; else null. */
export async function harnessCommit(): Promise<string | null> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  if (existsSync(`${root}.git`)) return commitOf(root, ['--untracked-files=no'])
  const { gitHead } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { gitHead?: string }
  return gitHead ?? UNPACKED.exec(root)?.[1] ?? null
}
