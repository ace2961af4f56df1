import { listWorkloads, Problem } from '@plimsoll/workloads'
import { commitNamed } from '../git.ts'
import type { WorkflowEvent } from '../github/event.ts'
import type { Inputs } from '../inputs/read-inputs.ts'
import type { ComparedVersions } from './check-out-versions.ts'

/** Whether a step compares two versions of the project. */
export interface Comparison {
  /** both versions; null if the step measures only the checked-out version */
  versions: ComparedVersions | null
  /** why a requested comparison is not possible, as a sentence */
  remark: string | null
}

/**
 * Whether the inputs and the event of a step request a comparison, and whether it is possible.
 * @throws Problem (2) if the checkout has no commit that the input `compare` names
 */
export async function decideComparison({ request, compare }: Inputs, event: WorkflowEvent): Promise<Comparison> {
  const { suite, workloads, variants, project } = request
  const isComparable = compare !== 'base' || event.name === 'pull_request' || event.name === 'merge_group'
  if (!isComparable || compare === 'none' || variants?.base.engine !== variants?.head.engine)
    return { versions: null, remark: null }
  const catalog = listWorkloads().map(({ workload }) => workload)
  const ofCatalog = workloads.length > 0 && workloads.every((name) => catalog.includes(name))
  if (suite === undefined && !ofCatalog) {
    const versions = compare === 'base' ? (event as ComparedVersions) : await versionsSince(project, compare)
    return { versions, remark: null }
  }
  const remark =
    "Workloads of Plimsoll's catalog do not differ between base and head: they are measured once and not compared."
  return { versions: null, remark }
}

/** The full hash of a commit. */
const COMMIT = /^[0-9a-f]{40}$/

/** The checked-out version, and the one that a branch, a tag or a commit names. */
async function versionsSince(project: string, name: string): Promise<ComparedVersions> {
  const commitOf = (text: string) => commitNamed(project, text)
  // A commit that the checkout lacks is fetched. actions/checkout makes a local branch only of the one that it checks out.
  const base = COMMIT.test(name) ? name : ((await commitOf(name)) ?? (await commitOf(`refs/remotes/origin/${name}`)))
  const head = await commitOf('HEAD')
  if (base === null || head === null)
    throw new Problem(
      2,
      `The input 'compare' names ${name}, which is no branch, tag or commit of the checkout. Check the name, and set fetch-depth: 0 in actions/checkout.`,
    )
  const repository = { fullName: process.env.GITHUB_REPOSITORY ?? '' }
  return { name: 'named', repository, base: { sha: base }, head: { sha: head } }
}
