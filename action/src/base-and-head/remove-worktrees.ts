import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isAlive } from '@plimsoll/schema/node'
import { git } from '../git.ts'

/** Removes a git worktree in any state, including a partial one. A missing worktree is no error. */
export async function removeWorktree(repository: string, directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  const end = endOf(directory)
  await forget(repository, (folder) => endOf(folder) === end)
}

/**
 * The prefix of the folder that a step creates for its worktrees and other files. The prefix contains the step's PID.
 */
export function stepFolder(): string {
  return `plimsoll-${process.pid}-`
}

/**
 * Removes the git worktrees of steps that were killed before their `post:` could run, for example by a power failure.
 */
export async function removeDeadWorktrees(repository: string): Promise<void> {
  await forget(repository, (folder) => {
    const [, pid] = /^plimsoll-(\d+)-[^/]+\/(?:base|head)$/.exec(endOf(folder)) ?? []
    // This step has not created a worktree yet. So a folder with its PID is from another process, before the system or
    // its container restarted.
    return pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))
  })
}

/** The last two segments of a folder's path. The path above them can have several spellings. */
function endOf(folder: string): string {
  return folder.split('/').slice(-2).join('/')
}

/**
 * Removes git worktrees, and removes git's records of them without calling git. A record that a killed git left
 * incomplete can make git refuse to list, to remove and even to fetch.
 */
async function forget(repository: string, wanted: (folder: string) => boolean): Promise<void> {
  const { exitCode, stdout } = await git(repository, ['rev-parse', '--git-path', 'worktrees'])
  if (exitCode !== 0) return
  const notes = resolve(repository, stdout.trim())
  for (const name of existsSync(notes) ? readdirSync(notes) : []) {
    const note = join(notes, name)
    const folder = dirname(textOf(join(note, 'gitdir')).trim())
    // Git was killed before it recorded the path of the folder.
    const nameless = folder === '.' && /^(base|head)\d*$/.test(name)
    if (!nameless && !wanted(folder)) continue
    if (!nameless) rmSync(folder, { recursive: true, force: true })
    rmSync(note, { recursive: true, force: true })
  }
  await git(repository, ['worktree', 'prune'])
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
