import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { Problem, projectUses } from '@plimsoll/workloads'
import { commitNamed, git } from '../git.ts'
import { addWorktree, type ChosenWorkloads } from './check-out-versions.ts'
import { completeVersion } from './fill-submodules-and-lfs.ts'
import { removeDeadWorktrees, removeWorktree, stepFolder } from './remove-worktrees.ts'

/** The folders of the variants of a check, or names of commits in the repository of the current folder. */
export interface VariantPlaces {
  base?: string
  head?: string
}

/** Contents that this repository lacks come from its own remote, as git is configured. */
const OWN_REMOTE = { server: 'https://github.com', repository: '', token: '' }

/**
 * Checks out the commits that variants name, each in a git worktree of its own, and removes the worktrees afterwards. The
 * folder of such a variant is the one in the worktree that is the current folder here.
 * @param chosen the workloads that are measured
 * @param use receives the folders
 * @throws Problem (2) for a name that is both a folder and a commit, (3) if a commit cannot be checked out
 */
export async function withCheckedOutRefs<Result>(
  places: VariantPlaces,
  chosen: ChosenWorkloads,
  use: (folders: VariantPlaces) => Promise<Result>,
): Promise<Result> {
  const here = process.cwd()
  const commits: { name: 'base' | 'head'; commit: string }[] = []
  for (const name of ['base', 'head'] as const) {
    const commit = places[name] === undefined ? null : await commitOf(here, places[name])
    if (commit !== null) commits.push({ name, commit })
  }
  if (commits.length === 0) return use(places)
  await removeDeadWorktrees(here)
  const scratch = mkdtempSync(join(tmpdir(), stepFolder()))
  const folders = { ...places }
  try {
    const prefix = (await git(here, ['rev-parse', '--show-prefix'])).stdout.trim()
    const root = (await git(here, ['rev-parse', '--show-toplevel'])).stdout.trim()
    for (const { name, commit } of commits) {
      const worktree = join(scratch, name)
      await addWorktree(root, commit, worktree, OWN_REMOTE)
      const project = join(worktree, prefix)
      if (!statSync(project, { throwIfNoEntry: false })?.isDirectory())
        throw new Problem(
          2,
          `The commit ${places[name]} has no folder ${prefix}. Run the command in a folder that it has.`,
        )
      await fill({ checkout: root, name, commit, folder: worktree }, prefix, chosen)
      folders[name] = project
    }
    return await use(folders)
  } finally {
    for (const { name } of commits) await removeWorktree(here, join(scratch, name))
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The commit that a text names in a repository. Null if it names none, or a folder. */
async function commitOf(repository: string, text: string): Promise<string | null> {
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? false
  // A path is never meant as a name.
  if (isFolder && /^\.{0,2}\/|^\.{1,2}$/.test(text)) return null
  const commit = await commitNamed(repository, text)
  if (commit !== null && isFolder)
    throw new Problem(
      2,
      `'${text}' is a folder and the name of a commit. Write ./${text} for the folder, or heads/${text} for the branch.`,
    )
  return commit
}

/** Fills the submodules and the files in Git LFS that the workloads of a worktree use. */
async function fill(
  version: { checkout: string; name: 'base' | 'head'; commit: string; folder: string },
  prefix: string,
  { named, command }: ChosenWorkloads,
): Promise<void> {
  const uses = () => {
    const { includes } = projectUses(join(version.folder, prefix), named, command)
    return (path: string, kind: 'file' | 'directory') => {
      const inside = posix.relative(prefix, path)
      if (!inside.startsWith('..')) return includes(inside === '' ? '.' : inside, kind)
      return kind === 'directory' && prefix.startsWith(`${path}/`)
    }
  }
  const filled = { submodules: new Set<string>(), files: new Set<string>() }
  await completeVersion({ ...version, remote: OWN_REMOTE, uses, objects: new Map(), filled })
}
