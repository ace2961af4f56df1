import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { join, relative } from 'node:path'
import { notice } from '@actions/core'
import { shortList } from '@plimsoll/schema'
import { gitIgnored, isProjectFile, Problem, type ProjectUses } from '@plimsoll/workloads'
import { git } from '../git.ts'
import { printable } from '../plain-text.ts'
import { isPointerTo } from './lfs-objects.ts'

/** The maximum number of differing paths to find. */
const MAX_PATHS = 6

/**
 * Checks that every file of the checkout that workloads use is the same in head. Files that an earlier step made or
 * changed are in the checkout only. So are files that git ignores; a notice names those that no copied folder has. The
 * checkout may lack submodules and, if it is sparse, files. A file in Git LFS may be its pointer there.
 * @param submodules the paths of the submodules that head contains
 * @throws Problem (2) that names the paths
 */
export async function assertAsCheckedOut(
  checkout: string,
  head: string,
  uses: ProjectUses,
  submodules: readonly string[],
): Promise<void> {
  const paths: string[] = []
  const ignored = ['', ...submodules].flatMap((path) =>
    [...gitIgnored(join(checkout, path))].map((found) => relative(checkout, found)),
  )
  const isIgnored = (path: string) => ignored.some((other) => path === other || path.startsWith(`${other}/`))
  const leftOut = ignored.filter(
    (path) => uses.includes(path, 'directory') && !uses.includes(path, 'directory', isIgnored),
  )
  if (leftOut.length > 0)
    notice(
      `Git ignores files of the checkout, so base and head do not have them: ${shortList(leftOut.map((path) => printable(path)))}. If a workload needs them, make them in its setup.`,
    )
  for (const repository of ['', ...submodules].filter((path) => existsSync(join(checkout, path, '.git')))) {
    const { stdout } = await git(join(checkout, repository), ['ls-files', '--deleted', '-z'])
    const deleted = stdout.split('\0').flatMap((path) => (path === '' ? [] : [join(repository, path)]))
    // A submodule that was not checked out has an empty folder, so one without a folder was deleted.
    paths.push(...deleted.filter((path) => uses.includes(path, submodules.includes(path) ? 'directory' : 'file')))
  }
  for (const root of uses.roots)
    for (const path of differing(root === '.' ? '' : root)) {
      if (!paths.includes(path)) paths.push(path)
      if (paths.length >= MAX_PATHS) break
    }
  if (paths.length > 0)
    throw new Problem(
      2,
      `The workloads use files of the checkout that are not in the commit of head, or differ there: ${shortList(paths.map((path) => printable(path)))}. The action compares commits, so commit these files or list them in .dockerignore; run a step that makes or changes them after Plimsoll, or as a part of the workload.`,
    )

  /** The paths that differ. A directory that is only in the checkout is one path. */
  function* differing(path: string): Generator<string> {
    const [ours, theirs] = [join(checkout, path), join(head, path)]
    const [there, here] = [ours, theirs].map((file) => lstatSync(file, { throwIfNoEntry: false }))
    if (!there || !isProjectFile(checkout, ours)) return
    if (!there.isDirectory()) {
      if (uses.includes(path, 'file', isIgnored) && !isSame(ours, there, theirs, here)) yield path
      return
    }
    if (path !== '' && !uses.includes(path, 'directory', isIgnored)) return
    const below = differingBelow(path)
    if (here?.isDirectory()) yield* below
    else if (!below.next().done) yield `${path}/`
  }

  function* differingBelow(path: string): Generator<string> {
    let names: string[]
    try {
      names = readdirSync(join(checkout, path)).sort()
    } catch {
      yield path // No workload can use a folder that this user may not read.
      return
    }
    for (const name of names) yield* differing(join(path, name))
  }
}

function isSame(ours: string, there: Stats, theirs: string, here: Stats | undefined): boolean {
  if (there.isSymbolicLink() && here?.isSymbolicLink()) return readlinkSync(ours) === readlinkSync(theirs)
  if (!there.isFile() || !here?.isFile()) return false
  const isExecutable = ({ mode }: Stats) => (mode & 0o100) !== 0
  if (isExecutable(there) !== isExecutable(here)) return false
  try {
    if (there.size === here.size && readFileSync(ours).equals(readFileSync(theirs))) return true
    return isPointerTo(ours, theirs)
  } catch {
    return false // The checkout has a file that this user may not read, or that is too large to copy.
  }
}
