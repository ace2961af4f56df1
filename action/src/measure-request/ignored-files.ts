import { shortList } from '@plimsoll/schema'
import { type ProjectWorkload, projectInputFiles, type Workload } from '@plimsoll/workloads'
import { git } from '../git.ts'
import type { Variants, VariantWorkloads } from './variants.ts'

/**
 * Finds files that git ignores in only one variant. Ignored files, such as build output, exist in a working folder but
 * not in a git worktree. If one variant uses such files, the variants differ in more than their versions.
 * @param names the names of the compared workloads
 * @returns a sentence for each variant with ignored files that the other variant does not have
 */
export async function ignoredInOneVariant(
  variants: Variants,
  workloads: VariantWorkloads,
  names: readonly string[],
): Promise<string[]> {
  const taken = { base: takenBy(workloads.base, names), head: takenBy(workloads.head, names) }
  const sentences: string[] = []
  for (const [variant, other] of [
    ['base', 'head'],
    ['head', 'base'],
  ] as const) {
    const alone = [...taken[variant]].filter((path) => !taken[other].has(path))
    const ignored = await ignoredByGit(variants[variant].directory, alone)
    if (ignored.length > 0)
      sentences.push(
        `Files that git ignores are in ${variant} but not in ${other}: ${shortList(ignored)}. Remove them or list them in .dockerignore; otherwise the variants differ in more than their versions.`,
      )
  }
  return sentences
}

function takenBy(workloads: readonly Workload[], names: readonly string[]): Set<string> {
  const own = workloads.filter(
    (workload): workload is ProjectWorkload => workload.project !== null && names.includes(workload.workload),
  )
  return new Set(own.flatMap((workload) => projectInputFiles(workload)))
}

/** The given paths that git ignores. Empty if the folder is in no repository. */
async function ignoredByGit(directory: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  // Without "./", git would read a name such as `:!x` as a pattern.
  const input = paths.map((path) => `./${path}`).join('\0')
  const { stdout } = await git(directory, ['check-ignore', '--stdin', '-z'], { input })
  return stdout.split('\0').flatMap((path) => (path === '' ? [] : [path.slice('./'.length)]))
}
