import { notice, saveState } from '@actions/core'
import { listProjectWorkloads, listWorkloads } from '@plimsoll/workloads'
import type { WorkflowEvent } from '../github/event.ts'
import { withOwnWorkloads } from '../inputs/own-workloads.ts'
import type { Inputs } from '../inputs/read-inputs.ts'
import type { VariantSpec } from '../measure-request/parse-settings.ts'
import type { MeasureRequest } from '../measure-request/request.ts'
import type { Variants } from '../measure-request/variants.ts'
import { newWorkloadsNote, noWorkloadsNote } from '../pull-request/uncompared.ts'
import { checkOutVariants, comparableWorkloads, type Folders } from './check-out-variants.ts'
import { octokitOf } from './write-comment.ts'

/**
 * The request for the command: the two versions of a pull request, or one folder, with the variants that the inputs
 * name.
 * @param directory the parent of the folders in which the versions are checked out
 * @throws Problem if a version cannot be checked out or read
 */
export async function requestToRun(inputs: Inputs, event: WorkflowEvent, directory: string): Promise<MeasureRequest> {
  const { request, variants, token } = inputs
  const isCheck = Object.keys({ ...variants.base, ...variants.head }).length > 0
  const alone = (project: string): MeasureRequest =>
    withOwnWorkloads({
      ...request,
      project,
      variants: isCheck ? variantsOf(variants, { base: project, head: project }) : null,
    })
  const why = plainRunReason(inputs, event)
  if (event.name !== 'pull_request' || why !== null) {
    if (why) notice(why)
    return alone(request.project)
  }
  saveState('repository', request.project)
  const server = process.env.GITHUB_SERVER_URL ?? 'https://github.com'
  const folders = await checkOutVariants(request.project, event, directory, {
    octokit: () => octokitOf(token),
    server,
    token,
  })
  const { both, onlyHead, others } = comparableWorkloads(folders, request.workloads)
  if (both.length === 0) {
    const added = listProjectWorkloads(folders.head).workloads.filter(({ workload }) => onlyHead.includes(workload))
    const note = added.length > 0 ? newWorkloadsNote(added) : noWorkloadsNote()
    notice(`Base and head are not compared. ${note.text}`)
    // Two images are still compared, and a note would deny it.
    return { ...alone(folders.head), notes: isCheck ? [] : [note] }
  }
  if (onlyHead.length > 0) notice(`These workloads are not in base, so they are not compared: ${onlyHead.join(', ')}.`)
  if (others.length > 0)
    notice(
      `Workloads of Plimsoll's catalog do not differ between base and head, so they are not measured together with the project's workloads. Measure ${others.join(', ')} in a separate step.`,
    )
  // If the inputs name no workloads, the command compares all workloads that both versions have. Its document lists the
  // workloads that only one version has.
  const workloads = request.workloads.length > 0 ? both : []
  return { ...request, project: folders.head, workloads, variants: variantsOf(variants, folders) }
}

/**
 * Why two versions of the project are not compared, as a sentence. Empty if the step requests no comparison. Null if
 * the versions are compared.
 */
export function plainRunReason({ request, variants, compare }: Inputs, event: WorkflowEvent): string | null {
  const { suite, workloads } = request
  if (event.name !== 'pull_request' || compare === 'none' || variants.base.engine !== variants.head.engine) return ''
  const ofCatalog = workloads.length > 0 && workloads.every((name) => isOfCatalog(name))
  return suite !== undefined || ofCatalog
    ? "Workloads of Plimsoll's catalog do not differ between base and head: they are measured once and not compared."
    : null
}

function variantsOf({ base, head }: Inputs['variants'], folders: Folders): Variants {
  const variantOf = ({ engine, image }: VariantSpec, directory: string) => ({
    ...{ directory, engine: engine ?? null, image: image ?? null },
  })
  return { base: variantOf(base, folders.base), head: variantOf(head, folders.head) }
}

function isOfCatalog(name: string): boolean {
  return listWorkloads().some(({ workload }) => workload === name)
}
