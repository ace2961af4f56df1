import type { Note } from '@plimsoll/schema'
import type { Budget, EngineOptions, HostDeclarations, VariantRequest, WorkloadFile } from '@plimsoll/workloads'

/**
 * A request to measure, from the command or the action. The action writes it for `plimsoll run --request`. An empty list
 * selects everything. It has no secrets.
 */
export interface MeasureRequest extends EngineOptions {
  /** the folder whose own workloads can be named */
  project: string
  /** a workload that is in no file; it is measured alone */
  command?: WorkloadFile
  suite?: string | undefined
  workloads: string[]
  params: { workload?: string; name: string; value: string }[]
  scenarios: string[]
  /** ids of engines, or `all`, or `none` */
  engines: string[]
  rounds?: number | undefined
  seed?: number | undefined
  budget?: Budget | undefined
  /** whether the run does not rest before the first sample */
  noRest?: boolean
  /** the name that citations of the run give */
  author?: string | undefined
  /** the variants of a check; null for a plain run */
  variants: { base: VariantRequest; head: VariantRequest } | null
  alpha?: number | undefined
  threshold?: number | undefined
  /** the directory of native and bind-mounted files */
  dir?: string | undefined
  /** the path of the run document */
  out?: string | undefined
  /** the path of the journal; if given, the journal is kept */
  journal?: string | undefined
  declared: HostDeclarations
  /** notes for the run document */
  notes?: Note[]
}
