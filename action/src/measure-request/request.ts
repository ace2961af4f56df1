import { alternatives } from '@plimsoll/schema'
import { FIRST_REPORT, MAX_ROUNDS } from '@plimsoll/schema/verdict'
import {
  findWorkloads,
  listProjectWorkloads,
  listScenarios,
  listSuites,
  makeSelection,
  Problem,
  type Suite,
  type Workload,
  type Workloads,
} from '@plimsoll/workloads'
import type { MeasureRequest } from './measure-request.ts'
import { folderAboveWithWorkloads, ownNames } from './own-names.ts'
import { findVariantWorkloads, selectionOfVariants, type Variants, type VariantWorkloads } from './variants.ts'

/** A valid request, with the workloads that its names refer to and the suite that they select. */
export interface RequestSelection {
  request: MeasureRequest
  workloads: Workloads
  suite: Suite
  /** messages about workloads that are left out */
  omitted: string[]
}

/**
 * Looks up every name of a request, before anything is started.
 * @throws Problem (2), also for an invalid workload file
 */
export function resolveRequest(request: MeasureRequest): RequestSelection {
  const { engines, scenarios, variants } = request
  const alone = engines.find((id) => id === 'none' || id === 'all')
  if (engines.length > 1 && alone !== undefined)
    throw new Problem(
      2,
      '`all` and `none` cannot be combined with other engines. Give only `all`, only `none`, or the names of engines.',
    )
  assertKnown(
    'scenario',
    scenarios,
    listScenarios().map(({ id }) => id),
  )
  return variants === null ? resolvePlain(request) : resolveCheck(request, variants)
}

/**
 * Checks the settings that a check adds to a plain run: both variants name an engine, or neither does and both use the
 * engines of the run; and the rounds are a number for which the error rates of verdicts are known.
 * @throws Problem (2)
 */
export function assertCheckSettings({ variants, engines, rounds }: MeasureRequest): void {
  const [base, head] = [variants?.base.engine, variants?.head.engine]
  const [named, other] = base ? (['base', 'head'] as const) : (['head', 'base'] as const)
  if (!base !== !head)
    throw new Problem(
      2,
      `Only ${named} names an engine. Give ${other} one too, such as engine=docker, or remove the engine from ${named}.`,
    )
  if (base && String(engines) !== 'all')
    throw new Problem(
      2,
      'Base and head already name their engines. Remove the engines of the run (--engine, in the action the input engines).',
    )
  if (rounds !== undefined && (rounds < FIRST_REPORT || rounds > MAX_ROUNDS))
    throw new Problem(
      2,
      `Invalid number of rounds for a check: ${rounds}. Choose ${FIRST_REPORT} to ${MAX_ROUNDS} rounds. The error rates of verdicts are known only in this range.`,
    )
}

function resolvePlain(request: MeasureRequest): RequestSelection {
  const { workloads, names } = findWorkloads(request.project, namesOf(request), request.command)
  assertKnown(
    'workload',
    names,
    workloads.map(({ workload }) => workload),
  )
  if (request.params.length > 0 && names.length === 0)
    throw new Problem(
      2,
      'Values of parameters need the names of workloads. Name the workloads that have these parameters (--workload, in the action the input workloads).',
    )
  const named = { ...request, workloads: names }
  const isAllOwn = request.workloads.length === 0 && names.length > 0 && !request.command
  const omitted = isAllOwn ? listProjectWorkloads(request.project).problems.map(({ message }) => `! ${message}`) : []
  const isDefault = names.length === 0 && request.suite === undefined
  const above = isDefault ? folderAboveWithWorkloads(request.project) : null
  if (above !== null)
    omitted.push(`! The workloads of ${above} are not measured, because this folder is below it. Run plimsoll there.`)
  return { request: named, workloads, suite: suiteOf(named, workloads), omitted }
}

/**
 * The names of the workloads that a plain run measures. A request that names neither a suite nor workloads measures all of
 * the project's own workloads. Without any, it measures the default suite.
 */
function namesOf({ suite, workloads, command, project }: MeasureRequest): string[] {
  return suite !== undefined || workloads.length > 0 || command ? workloads : ownNames(project)
}

function resolveCheck(asked: MeasureRequest, variants: Variants): RequestSelection {
  assertCheckSettings(asked)
  const workloads = findVariantWorkloads(variants, asked.command)
  const request = asked.command ? { ...asked, workloads: workloads.head.map(({ workload }) => workload) } : asked
  const omitted: string[] = []
  const suite = suiteOfCheck(request, variants, workloads, (line) => omitted.push(line))
  return { request, workloads, suite, omitted }
}

/**
 * The suite of a check. If the variants have two engines, it may be a suite of Plimsoll's catalog.
 * @param known all workloads of each variant
 * @param say receives messages about omitted workloads
 * @throws Problem (2) for names that cannot be compared
 */
function suiteOfCheck(
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

/**
 * The suite that a request names, or the selection of the workloads that it names. Without names, the suite `quick`.
 * @param known all workloads that can be named
 * @throws Problem (2)
 */
function suiteOf({ suite, workloads, params }: MeasureRequest, known: Workload[]): Suite {
  if (suite === undefined && workloads.length > 0)
    return makeSelection(
      known.filter(({ workload }) => workloads.includes(workload)),
      params,
    )
  const suites = listSuites()
  const name = suite ?? 'quick'
  const found = suites.find((entry) => entry.suite === name)
  if (found !== undefined) return found
  throw unknown(
    'suite',
    name,
    suites.map(({ suite }) => suite),
  )
}

function assertKnown(kind: string, chosen: string[], available: string[]): void {
  const given = chosen.find((name) => !available.includes(name))
  if (given !== undefined) throw unknown(kind, given, available)
}

function unknown(kind: string, given: string, available: string[]): Problem {
  return new Problem(2, `Unknown ${kind} '${given}' (${alternatives(given, available)}).`)
}
