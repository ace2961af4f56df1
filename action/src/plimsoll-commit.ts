import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findCleanCommit } from './git.ts'

/**
 * The path to which a runner unpacks an action, without the action's git history. The folder is named after the version
 * in `uses:`. A version that is a commit matches; a version that is a tag does not. GITHUB_ACTION_REF has the same
 * information, but about the action that runs the command, which may be another action.
 */
const UNPACKED = /\/_actions\/[^/]+\/[^/]+\/([0-9a-f]{40})\/$/

/**
 * The commit of Plimsoll itself, from its package, from a pinned action, or from a clone without changes. Otherwise
 * null.
 */
export async function plimsollCommit(): Promise<string | null> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  if (existsSync(`${root}.git`)) return findCleanCommit(root, ['--untracked-files=no'])
  const { gitHead } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { gitHead?: string }
  return gitHead ?? UNPACKED.exec(root)?.[1] ?? null
}
