import type { Note } from '@plimsoll/schema'
import { FIRST_REPORT, MAX_ROUNDS } from '@plimsoll/schema/verdict'
import {
  type Budget,
  type EngineOptions,
  findWorkloads,
  type HostDeclarations,
  listScenarios,
  type Suite,
  type Workloads,
} from '@plimsoll/workloads'
import type { VariantSpec } from './parse-settings.ts'
import { type Refusal, WrongRequest } from './refusals.ts'
import { type SuiteNames, suiteOf } from './suite-of-names.ts'
import { suiteOfVariants, type Variants, workloadsOf } from './variants.ts'

/**
 * A request to measure, from the command or the action. An empty list in it selects everything. `request.schema.json`
 * is its JSON Schema. It has no secrets.
 */
export interface MeasureRequest extends EngineOptions, SuiteNames {
  /** the folder whose own workloads can be named */
  project: string
  scenarios: string[]
  /** engine ids, or `all`, or `none` */
  engines: string[]
  rounds?: number | undefined
  seed?: number | undefined
  budget?: Budget | undefined
  /** whether the run must not rest before its first sample */
  noRest?: boolean | undefined
  /** the variants of a check; null for a plain run */
  variants: Variants | null
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
  notes?: Note[] | undefined
}

/** A valid request, with the workloads that its names refer to and the suite that they select. */
export interface RequestSelection {
  request: MeasureRequest
  workloads: Workloads
  suite: Suite
  /** messages about workloads that are left out */
  omitted: string[]
}

/**
 * Look up every name of a request, before anything is started.
 * @throws WrongRequest, or another Problem (2), such as for an invalid workload file
 */
export function resolveRequest(request: MeasureRequest): RequestSelection {
  const { engines, scenarios, variants } = request
  const alone = engines.find((id) => id === 'none' || id === 'all')
  if (engines.length > 1 && alone !== undefined) throw new WrongRequest({ wrong: 'engines beside all or none', alone })
  assertKnown(
    'scenarios',
    scenarios,
    listScenarios().map(({ id }) => id),
  )
  return variants === null ? resolvePlain(request) : resolveCheck(request, variants)
}

/**
 * Check the settings that a check adds to a plain run: both variants name an engine, or neither does and both use the
 * engines of the run; and the rounds are a number for which the error rates of verdicts are known.
 * @throws WrongRequest
 */
export function assertCheckSettings(
  { base, head }: Record<'base' | 'head', { engine?: VariantSpec['engine'] | null }>,
  { engines, rounds }: Pick<MeasureRequest, 'engines' | 'rounds'>,
): void {
  const [named, other] = base.engine ? (['base', 'head'] as const) : (['head', 'base'] as const)
  if (!base.engine !== !head.engine) throw new WrongRequest({ wrong: 'engine of one variant', named, other })
  if (base.engine && String(engines) !== 'all') throw new WrongRequest({ wrong: 'engines of variants and of the run' })
  if (rounds !== undefined && (rounds < FIRST_REPORT || rounds > MAX_ROUNDS))
    throw new WrongRequest({ wrong: 'rounds of a check', given: rounds })
}

function resolvePlain(request: MeasureRequest): RequestSelection {
  const { workloads, names } = findWorkloads(request.project, request.workloads)
  assertKnown(
    'workloads',
    names,
    workloads.map(({ workload }) => workload),
  )
  if (request.params.length > 0 && names.length === 0) throw new WrongRequest({ wrong: 'params without workloads' })
  const named = { ...request, workloads: names }
  return { request: named, workloads, suite: suiteOf(named, workloads), omitted: [] }
}

function resolveCheck(request: MeasureRequest, variants: Variants): RequestSelection {
  assertCheckSettings(variants, request)
  const workloads = workloadsOf(variants)
  const omitted: string[] = []
  const suite = suiteOfVariants(request, variants, workloads, (line) => omitted.push(line))
  return { request, workloads, suite, omitted }
}

function assertKnown(field: (Refusal & { wrong: 'name' })['field'], chosen: string[], available: string[]): void {
  const given = chosen.find((name) => !available.includes(name))
  if (given !== undefined) throw new WrongRequest({ wrong: 'name', field, given, available })
}
