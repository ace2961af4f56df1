import { shortList } from '@plimsoll/schema'
import { type Suite, type Workload, workloadDigest } from '@plimsoll/workloads'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { listNotes } from '../measure-request/plan-request.ts'
import { resolveRequest } from '../measure-request/request.ts'
import { findVariantWorkloads, type VariantWorkloads } from '../measure-request/variants.ts'
import type { Folders } from './check-out-versions.ts'
import { comparedRequest } from './comparing-request.ts'

/**
 * Why a check of two versions could not find a difference, as sentences: everything that it measures is the same in
 * both. Null if something differs, or if the versions have no workload in common.
 * @param request names the workloads, and the engines or images of the variants
 * @throws Problem (2)
 */
export function unchangedReason(request: MeasureRequest, folders: Folders): string | null {
  const compared = comparedRequest(request, folders)
  if (compared === null) return null
  const resolved = resolveRequest(compared)
  const workloads = findVariantWorkloads(compared.variants, compared.command)
  if (!resolved.suite.benchmarks.every((entry) => isSame(entry, workloads))) return null
  return [sameText(resolved.suite, workloads), ...listNotes(resolved).map(({ text }) => text)].join(' ')
}

/** Whether a benchmark has the same digest in both variants. A run document has the same digests. */
function isSame({ workload, params }: Suite['benchmarks'][number], { base, head }: VariantWorkloads): boolean {
  return workloadDigest(named(workload, base), params) === workloadDigest(named(workload, head), params)
}

function sameText({ benchmarks }: Suite, { head }: VariantWorkloads): string {
  const names = [...new Set(benchmarks.map(({ workload }) => workload))]
  const isBuilt = names.some((name) => 'dockerfile' in named(name, head).image)
  const [compared, not] = isBuilt
    ? ['workload files, copied files, Dockerfiles and build contexts', 'Base images and downloads of a Dockerfile']
    : ['workload files and copied files', 'The contents of images']
  return `Base and head have the same ${compared} (${shortList(names)}), so there was nothing to measure. ${not} were not compared.`
}

function named(name: string, workloads: readonly Workload[]): Workload {
  return workloads.find(({ workload }) => workload === name) as Workload
}
