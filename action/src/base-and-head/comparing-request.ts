import { notice } from '@actions/core'
import type { Note } from '@plimsoll/schema'
import { listProjectWorkloads, problemsOfWorkload, projectUses } from '@plimsoll/workloads'
import { newWorkloadsNote, noWorkloadsNote } from '../comment/uncompared.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { ownNames } from '../measure-request/own-names.ts'
import { noteOnMissing } from '../measure-request/variants.ts'
import type { Folders } from './check-out-versions.ts'

/**
 * The request that compares two versions of a project, with the engines or images that `request` names. If the versions
 * have no workload in common, the request measures head alone.
 * @throws Problem (2) if the workloads that head defines cannot be read
 */
export function comparingRequest(request: MeasureRequest, folders: Folders): MeasureRequest {
  // Both versions have a workload that is in no file.
  if (request.command) return inBoth(request, folders)
  const { requested, onlyHead, onlyBase, others } = comparableWorkloads(folders, request.workloads)
  const compared = comparedRequest(request, folders)
  if (compared === null) {
    const added = listProjectWorkloads(folders.head).workloads.filter(({ workload }) => onlyHead.includes(workload))
    const note = added.length > 0 ? newWorkloadsNote(added) : noWorkloadsNote()
    notice(`Base and head are not compared. ${note.text}`)
    const alone = { ...request, project: folders.head, workloads: requested }
    const removed = noteOnMissing('head', onlyBase)
    if (request.variants === null) return { ...alone, variants: null, notes: [note, ...removed] }
    // Two engines or images are still compared, and the first note would deny it.
    const { base, head } = variantsIn(folders, request.variants)
    return { ...alone, variants: { base: { ...base, directory: folders.head }, head }, notes: removed }
  }
  for (const { text } of notesOnMissing({ onlyHead, onlyBase })) notice(text)
  if (others.length > 0)
    notice(
      `Workloads of Plimsoll's catalog do not differ between base and head, so they are not measured together with the project's workloads. Measure ${others.join(', ')} in a separate step.`,
    )
  return compared
}

/**
 * The request that measures head alone. The checkout itself may lack workload files, for example if it is sparse.
 * @throws Problem (2) if the workloads that head defines cannot be read
 */
export function headRequest(request: MeasureRequest, folders: Folders): MeasureRequest {
  if (request.command) return { ...request, project: folders.head }
  const { onlyBase } = comparableWorkloads(folders, request.workloads)
  const workloads = request.workloads.filter((name) => !onlyBase.includes(name))
  return { ...request, project: folders.head, workloads }
}

/**
 * Why a pull request that removes all workloads of a project, or all of them that the inputs name, measures nothing, as a
 * sentence that names them. Null if head has other workloads, or if base has none.
 * @throws Problem (2) if the workloads that head defines cannot be read
 */
export function removedReason(folders: Folders, named: string[]): string | null {
  const { requested, onlyBase, others } = comparableWorkloads(folders, named)
  if (onlyBase.length === 0 || requested.length > others.length) return null
  const rest = named.length > 0 ? 'The inputs name' : 'Head has'
  return `${noteOnMissing('head', onlyBase).map(({ text }) => text)} ${rest} no other workloads of the project, so nothing was measured.`
}

/**
 * The request that compares the workloads that two versions of a project have in common. Null if they have none.
 * @throws Problem (2) if the workloads that head defines cannot be read
 */
export function comparedRequest(request: MeasureRequest, folders: Folders): ComparedRequest | null {
  const compared = inBoth(request, folders)
  if (request.command) return compared
  const { both, ...parts } = comparableWorkloads(folders, request.workloads)
  if (both.length === 0) return null
  // If the inputs name no workloads, the command compares all workloads that both versions have. Its document then lists
  // the workloads that only one version has by itself.
  return request.workloads.length === 0 ? compared : { ...compared, workloads: both, notes: notesOnMissing(parts) }
}

function notesOnMissing({ onlyHead, onlyBase }: Pick<ComparableWorkloads, 'onlyHead' | 'onlyBase'>): Note[] {
  return [...noteOnMissing('base', onlyHead), ...noteOnMissing('head', onlyBase)]
}

type ComparedRequest = MeasureRequest & { variants: NonNullable<MeasureRequest['variants']> }

/** The workloads of a pull request, grouped by whether they can be compared. */
export interface ComparableWorkloads {
  /** the names that the inputs give, without `onlyBase`; without names, those of all workloads that head defines */
  requested: string[]
  /** the names of workloads that both versions have */
  both: string[]
  /** the names of workloads that only head has */
  onlyHead: string[]
  /** the names of workloads that only base has */
  onlyBase: string[]
  /** the names of workloads that are not the project's own */
  others: string[]
}

/**
 * Finds the workloads of a project that both versions have.
 * @param named the names that the inputs give; if empty, all workloads that head defines
 * @throws Problem (2) if the workloads that head defines cannot be read
 */
export function comparableWorkloads({ base, head }: Folders, named: string[]): ComparableWorkloads {
  const ofHead = ownNames(head)
  // Ignore unreadable workload files in base: the pull request may fix them.
  const ofBase = listProjectWorkloads(base).workloads.map(({ workload }) => workload)
  // Files of base that a workload needs may be missing: base is completed only for the workloads of head. A workload
  // file of head that cannot be read is not missing.
  const onlyBase = projectUses(base, named).names.filter(
    (name) => !ofHead.includes(name) && problemsOfWorkload(head, name).length === 0,
  )
  const requested = named.length > 0 ? named.filter((name) => !onlyBase.includes(name)) : ofHead
  return {
    requested,
    both: requested.filter((name) => ofHead.includes(name) && ofBase.includes(name)),
    onlyHead: requested.filter((name) => ofHead.includes(name) && !ofBase.includes(name)),
    onlyBase,
    others: requested.filter((name) => !ofHead.includes(name)),
  }
}

function inBoth(request: MeasureRequest, folders: Folders): ComparedRequest {
  return { ...request, project: folders.head, variants: variantsIn(folders, request.variants) }
}

function variantsIn(folders: Folders, named: MeasureRequest['variants']): NonNullable<MeasureRequest['variants']> {
  const variantOf = (name: 'base' | 'head') => ({
    ...{ engine: null, image: null, ...named?.[name], directory: folders[name] },
  })
  return { base: variantOf('base'), head: variantOf('head') }
}
