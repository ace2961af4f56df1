import { randomInt } from 'node:crypto'
import type { Note } from '@plimsoll/schema'
import {
  type Budget,
  type ContainerEngine,
  findScenario,
  findWorkloads,
  type HostDeclarations,
  listScenarios,
  listSuites,
  makePlan,
  type Plan,
  type PlannedBenchmark,
  Problem,
  type Scenario,
  type Suite,
  selectionOf,
  type Workload,
  type Workloads,
  withBudget,
} from '@plimsoll/workloads'
import { ignoredInOneVariant } from './ignored-files.ts'
import { unsupportedReason } from './unsupported-scenarios.ts'
import {
  notesOnOneVariant,
  originsOf,
  selectionOfVariants,
  type Variants,
  type VariantWorkloads,
  workloadsOf,
} from './variants.ts'

/** A request to measure, from the command or the action. An empty list in it selects everything. */
export interface MeasureRequest {
  /** the folder whose own workloads can be named */
  project: string
  suite?: string | undefined
  workloads: string[]
  params: { name: string; value: string }[]
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
}

/** A request to measure, with the workloads that the names in it refer to. */
export interface RequestWithWorkloads extends MeasureRequest {
  known: Workloads
}

/**
 * Look up every name of a request before anything is started.
 * @throws Problem (2) for an unknown name
 */
export function lookUp(request: MeasureRequest): RequestWithWorkloads {
  const { engines, scenarios, variants } = request
  if (engines.length > 1 && engines.some((id) => id === 'none' || id === 'all'))
    throw new Problem(
      2,
      '`all` and `none` cannot be combined with other engines. Give only `all`, only `none`, or the names of engines.',
    )
  assertKnown(
    'scenario',
    scenarios,
    listScenarios().map(({ id }) => id),
  )
  if (variants) return lookUpVariants(request, variants)
  const { workloads, names } = findWorkloads(request.project, request.workloads)
  assertKnown(
    'workload',
    names,
    workloads.map(({ workload }) => workload),
  )
  if (request.params.length > 0 && names.length === 0)
    throw new Problem(2, '--param needs --workload. Name the workloads that have the parameter.')
  const known = { ...request, workloads: names, known: workloads }
  suiteOf(known, workloads)
  return known
}

/** The ids of the engines to find for a request. The variants of a check may name their own engines. */
export function enginesOf({ variants, engines }: MeasureRequest): string[] {
  return variants?.base.engine && variants.head.engine
    ? [...new Set([variants.base.engine, variants.head.engine])]
    : engines
}

/**
 * Make the plan of a request, on the engines that were found.
 * @param say receives messages about omitted parts
 * @throws Problem (2)
 */
export async function planOf(
  request: RequestWithWorkloads,
  engines: ContainerEngine[],
  declared: HostDeclarations,
  say: (line: string) => void,
): Promise<Plan> {
  const {
    known,
    variants,
    suite,
    workloads,
    scenarios,
    rounds,
    seed,
    budget,
    noRest = false,
    alpha,
    threshold,
  } = request
  const canRun = ({ scenario, engine }: PlannedBenchmark) => {
    const own = engines.filter(({ id }) => id === engine)
    return unsupportedReason(findScenario(scenario) as Scenario, own, declared) === null
  }
  const plan = makePlan({
    suite: Array.isArray(known) ? suiteOf(request, known) : suiteOfVariants(request, variants as Variants, known, say),
    workloads: known,
    engines: engines.map(({ id }) => id),
    sharingKernel: engines.filter(({ sharesHostKernel }) => sharesHostKernel).map(({ id }) => id),
    // If the request names no suite, the named workloads are the whole selection: none was left out.
    onlyWorkloads: suite === undefined ? [] : workloads,
    onlyScenarios: scenarios,
    rounds: rounds ?? null,
    seed: seed ?? randomInt(2 ** 32 - 1),
    noRest,
    ...(variants && {
      check: {
        variants: await originsOf(variants),
        canRun,
        ...(alpha !== undefined && { level: alpha }),
        ...(threshold !== undefined && { threshold }),
      },
    }),
  })
  if (variants && !Array.isArray(known)) {
    const names = plan.benchmarks.map(({ workload }) => workload)
    for (const sentence of await ignoredInOneVariant(variants, known, names)) say(`! ${sentence}`)
  }
  return budget ? withBudget(plan, budget) : plan
}

/** Notes for the run document on the parts of a suite that the request left out. */
export function notesOf({ known, suite, workloads }: RequestWithWorkloads): Note[] {
  return Array.isArray(known) || suite !== undefined || workloads.length > 0 ? [] : notesOnOneVariant(known)
}

function lookUpVariants(request: MeasureRequest, variants: Variants): RequestWithWorkloads {
  const known = workloadsOf(variants)
  suiteOfVariants(request, variants, known, () => {})
  return { ...request, known }
}

function suiteOfVariants(
  request: MeasureRequest,
  variants: Variants,
  known: VariantWorkloads,
  say: (line: string) => void,
): Suite {
  const { suite, workloads, params } = request
  const twoEngines = variants.base.engine !== variants.head.engine
  if (suite !== undefined && !twoEngines)
    throw new Problem(
      2,
      `The suite ${suite} is part of Plimsoll and does not differ between the folders of base and head. Remove the suite, or give each variant an engine.`,
    )
  const elsewhere = [variants.base, variants.head].some(({ directory }) => directory !== request.project)
  return twoEngines && (suite !== undefined || (workloads.length === 0 && !elsewhere))
    ? suiteOf(request, known.head)
    : selectionOfVariants(variants, known, workloads, params, say)
}

function suiteOf({ suite, workloads, params }: MeasureRequest, known: Workload[]): Suite {
  if (suite === undefined && workloads.length > 0)
    return selectionOf(
      known.filter(({ workload }) => workloads.includes(workload)),
      params,
    )
  const suites = listSuites()
  const found = suites.find((entry) => entry.suite === (suite ?? 'quick'))
  if (!found)
    throw new Problem(2, `Unknown suite '${suite}' (available: ${suites.map(({ suite }) => suite).join(', ')}).`)
  return found
}

function assertKnown(what: string, chosen: string[], all: string[]): void {
  for (const name of chosen) {
    if (!all.includes(name)) throw new Problem(2, `Unknown ${what} '${name}' (available: ${all.join(', ')}).`)
  }
}
