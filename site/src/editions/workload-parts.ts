import { idOfHash } from '@plimsoll/schema'
import { isPageName } from '../store/slug.ts'
import type { LoadedEdition } from './load-editions.ts'

type Loaded = Pick<LoadedEdition, 'edition' | 'parts' | 'provenance'>

/** A part of an edition that has a workload. */
export interface WorkloadPart {
  /** The address of the part, relative to the folder of the editions. */
  address: string
  /** The title of the edition. */
  edition: string
  /** The title of the part; null if it is the only part of its edition. */
  part: string | null
}

/** Returns the parts of editions that have a workload, in the order of the editions. */
export function partsOfWorkload(editions: readonly Loaded[], workload: string): WorkloadPart[] {
  return editions.flatMap(({ edition, parts }) =>
    parts
      .filter(({ rows }) => rows.some((row) => row.workload === workload))
      .map(({ code, title }) => ({
        address: `${edition.name}#${code}`,
        edition: edition.title,
        part: parts.length === 1 ? null : title,
      })),
  )
}

/**
 * Returns the workloads of a part that surely have a page: those with a run that is in histories, that is, of an
 * unmodified suite and neither withdrawn nor superseded.
 * @param index the index of the part in the edition
 */
export function workloadsOfPart({ edition, parts, provenance }: Loaded, index: number): string[] {
  const shown = new Set(
    provenance
      .filter(
        ({ division, state, provenanceLevel }) =>
          state === null && (division === 'standard' || provenanceLevel === 'transcribed'),
      )
      .map(({ run }) => run),
  )
  const workloads = (parts[index]?.rows ?? []).flatMap(({ workload }, row) => {
    const run = edition.parts[index]?.rows[row]?.benchmark?.run
    return workload !== null && run !== undefined && shown.has(idOfHash(run)) && isPageName(workload) ? [workload] : []
  })
  return [...new Set(workloads)]
}
