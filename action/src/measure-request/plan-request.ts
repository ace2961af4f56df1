import { randomInt } from 'node:crypto'
import type { Note } from '@plimsoll/schema'
import {
  type ContainerEngine,
  findScenario,
  makePlan,
  type Plan,
  type PlannedBenchmark,
  type Scenario,
  withBudget,
} from '@plimsoll/workloads'
import { ignoredInOneVariant } from './ignored-files.ts'
import type { MeasureRequest, ResolvedRequest } from './request.ts'
import { unsupportedReason } from './unsupported-scenarios.ts'
import { notesOnOneVariant, originsOf } from './variants.ts'

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
  { request, workloads, suite, omitted }: ResolvedRequest,
  engines: ContainerEngine[],
  say: (line: string) => void,
): Promise<Plan> {
  const { variants, scenarios, rounds, seed, budget, noRest = false, alpha, threshold, declared } = request
  for (const line of omitted) say(line)
  const canRun = ({ scenario, engine }: PlannedBenchmark) => {
    const own = engines.filter(({ id }) => id === engine)
    return unsupportedReason(findScenario(scenario) as Scenario, own, declared) === null
  }
  const plan = makePlan({
    suite,
    workloads,
    engines: engines.map(({ id }) => id),
    sharingKernel: engines.filter(({ sharesHostKernel }) => sharesHostKernel).map(({ id }) => id),
    // If the request names no suite, the named workloads are the whole selection: none was left out.
    onlyWorkloads: request.suite === undefined ? [] : request.workloads,
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
  if (variants && !Array.isArray(workloads)) {
    const names = plan.benchmarks.map(({ workload }) => workload)
    for (const sentence of await ignoredInOneVariant(variants, workloads, names)) say(`! ${sentence}`)
  }
  return budget ? withBudget(plan, budget) : plan
}

/** Notes for the run document on the parts of a suite that the request left out. */
export function notesOf({ request, workloads }: ResolvedRequest): Note[] {
  return Array.isArray(workloads) || request.suite !== undefined || request.workloads.length > 0
    ? []
    : notesOnOneVariant(workloads)
}
