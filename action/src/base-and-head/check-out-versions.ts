import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { saveState } from '@actions/core'
import { Problem, projectUses, type WorkloadFile } from '@plimsoll/workloads'
import { git } from '../git.ts'
import { connectToGitHub } from '../steps/write-comment.ts'
import { assertAsCheckedOut } from './as-checked-out.ts'
import { fetchCommit, fetchMissingObjects, lastLine, type RemoteRepository } from './fetch-objects.ts'
import { completeVersion } from './fill-submodules-and-lfs.ts'
import { gitFilters } from './git-filters.ts'

/** The folders of base and head, the two versions of a pull request or a merge group. */
export interface Folders {
  base: string
  head: string
}

/** The two versions that an event or an input names. */
export interface ComparedVersions {
  /** Of a pull request, its target branch may have moved on, so that its base is elsewhere. */
  name: 'pull_request' | 'merge_group' | 'named'
  repository: { fullName: string }
  base: { sha: string }
  head: { sha: string }
}

/** The commits of a pull request, from its event. */
export interface CommitPair {
  /** the commit at the tip of the target branch, and the commit at the tip of the pull request */
  base: string
  head: string
}

/** The workloads that are measured. */
export interface ChosenWorkloads {
  /** their names; if empty, all workloads of the project */
  named: readonly string[]
  /** a workload that is in no file, which is then the only one */
  command?: WorkloadFile | undefined
}

/** The server from which objects that the local repository lacks are fetched. */
export interface Remote extends RemoteRepository {
  /** the merge base of both commits, from the server */
  mergeBase: () => Promise<string>
}

/**
 * Checks out both versions, each in its own git worktree. A worktree has everything that its workloads
 * use, also from submodules and from Git LFS.
 * @param directory the parent of the worktrees
 * @throws Problem if a version cannot be checked out, or not as the checkout has it
 */
export async function checkOutVersions(
  repository: string,
  versions: ComparedVersions,
  token: string,
  directory: string,
  chosen: ChosenWorkloads = { named: [] },
): Promise<Folders> {
  saveState('repository', repository)
  const [owner = '', repo = ''] = versions.repository.fullName.split('/')
  const mergeBase = async () => {
    if (versions.name !== 'pull_request') return versions.base.sha
    const basehead = `${versions.base.sha}...${versions.head.sha}`
    const { data } = await connectToGitHub(token).request('GET /repos/{owner}/{repo}/compare/{basehead}', {
      owner,
      repo,
      basehead,
    })
    return data.merge_base_commit.sha
  }
  const server = process.env.GITHUB_SERVER_URL ?? 'https://github.com'
  const remote: Remote = { server, repository: versions.repository.fullName, token, mergeBase }
  const commits = await comparedCommits(repository, { base: versions.base.sha, head: versions.head.sha }, remote)
  const folders = { base: join(directory, 'base'), head: join(directory, 'head') }
  for (const variant of ['base', 'head'] as const)
    await addWorktree(repository, commits[variant], folders[variant], remote)
  await fillVersions(repository, commits, folders, remote, chosen)
  return folders
}

/**
 * Fills what git leaves out of the worktrees of base and head, as far as workloads use it.
 * @throws Problem if it cannot be had, or if the checkout has files for the workloads that head does not have
 */
async function fillVersions(
  checkout: string,
  commits: CommitPair,
  folders: Folders,
  remote: Remote,
  { named, command }: ChosenWorkloads,
): Promise<void> {
  const objects = new Map<string, string>()
  /**
   * Fills the workload files, and what the chosen workloads use; if null, only the workload files.
   * @returns the paths of the submodules that were filled
   */
  const fill = async (name: 'base' | 'head', names: readonly string[] | null) => {
    const folder = folders[name]
    const filled = { submodules: new Set<string>(), files: new Set<string>() }
    const uses = () => {
      const { includes, definesWorkloads } = projectUses(folder, names ?? [], command)
      return (path: string, kind: 'file' | 'directory') =>
        definesWorkloads(path, kind) || (names !== null && includes(path, kind))
    }
    await completeVersion({ checkout, name, commit: commits[name], folder, remote, uses, objects, filled })
    return [...filled.submodules]
  }
  const submodules = await fill('head', named)
  const uses = projectUses(folders.head, named, command)
  await assertAsCheckedOut(checkout, folders.head, uses, submodules)
  // Workloads that only base has are not measured.
  await fill('base', uses.names.length > 0 ? uses.names : null)
}

/**
 * The two commits to compare in a repository that actions/checkout has checked out. By default, actions/checkout checks
 * out the merge of the pull request into its base. Then that merge and that base are compared. If the pull request's
 * own head is checked out, that head is compared with the commit at which it left its base.
 * @throws Problem (2) if something else is checked out
 */
export async function comparedCommits(repository: string, { head }: CommitPair, remote: Remote): Promise<CommitPair> {
  const found = await git(repository, ['rev-parse', '--verify', 'HEAD'])
  if (found.exitCode !== 0) throw new Problem(3, withoutCommit(repository, found.stderr))
  const checkedOut = found.stdout.trim()
  if (checkedOut === head) return { base: await remote.mergeBase(), head }
  // A shallow clone lacks the parent commits, but the commit object still names them.
  const commit = await must(repository, ['cat-file', 'commit', checkedOut], 'cannot be read')
  const [fields = ''] = commit.split('\n\n')
  const parents = [...fields.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent as string)
  if (parents.length === 2 && parents[1] === head) return { base: parents[0] as string, head: checkedOut }
  throw new Problem(
    2,
    `The checked-out commit ${checkedOut.slice(0, 10)} is neither the head that the event names nor its merge commit. Remove the input ref of actions/checkout.`,
  )
}

/** Why git finds no commit in the workspace, as a sentence. */
function withoutCommit(repository: string, said: string): string {
  if (said.includes('dubious ownership'))
    return `git refuses the repository ${repository}, because it belongs to another user. Add a step before this one: git config --global --add safe.directory '${repository}'`
  const [within] = ['*/.git', '*/*/.git'].flatMap((pattern) => globSync(pattern, { cwd: repository }).sort())
  if (said.includes('not a git repository') && within)
    return `The workspace ${repository} is no git repository, but its folder ${dirname(within)} is one. Remove the input path of actions/checkout.`
  return `The repository has no commit checked out. Run actions/checkout before this step (${lastLine(said)}).`
}

/**
 * Checks a commit out into its own folder, which must not exist yet. If the repository lacks the commit or its files,
 * fetch them. All files are checked out, also if the checkout is sparse. No filter program runs.
 * @throws Problem (3)
 */
export async function addWorktree(
  repository: string,
  commit: string,
  directory: string,
  remote: RemoteRepository,
): Promise<void> {
  if (!(await has(repository, commit))) {
    const reason = await fetchCommit(repository, commit, 'origin', remote)
    if (reason !== null)
      throw new Problem(
        3,
        `Cannot fetch the commit ${commit.slice(0, 10)}, which the comparison needs (${reason}). Set fetch-depth: 0 in actions/checkout.`,
      )
  }
  await fetchMissingObjects(repository, commit, remote)
  const { none } = await gitFilters(repository)
  await must(
    repository,
    ['-c', 'core.sparseCheckout=false', 'worktree', 'add', '--detach', directory, commit],
    `could not check out ${commit.slice(0, 10)}`,
    none,
  )
}

async function has(repository: string, commit: string): Promise<boolean> {
  return (await git(repository, ['cat-file', '-e', `${commit}^{commit}`])).exitCode === 0
}

async function must(
  repository: string,
  args: string[],
  wrong: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await git(repository, args, { environment })
  if (exitCode !== 0) throw new Problem(3, `The repository ${wrong} (${lastLine(stderr)}).`)
  return stdout
}
