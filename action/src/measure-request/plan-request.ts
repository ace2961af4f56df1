import { randomInt } from 'node:crypto'
import type { Note, VariantOrigin } from '@plimsoll/schema'
import {
  type ContainerEngine,
  findScenario,
  listSuites,
  makePlan,
  type Plan,
  type PlannedBenchmark,
  type Scenario,
  type VariantRequest,
  withBudget,
  withoutRegistry,
} from '@plimsoll/workloads'
import { findCleanCommit } from '../git.ts'
import { shortList } from '../plain-text.ts'
import { ignoredInOneVariant } from './ignored-files.ts'
import type { RequestSelection } from './request.ts'
import { unsupportedReason } from './unsupported-scenarios.ts'
import { notesOnOneVariant, type Variants } from './variants.ts'

/**
 * Makes the plan of a request, on the engines that were found.
 * @param say receives messages about omitted parts
 * @throws Problem (2)
 */
export async function planRequest(
  resolved: RequestSelection,
  engines: ContainerEngine[],
  say: (line: string) => void,
): Promise<Plan> {
  const { request, workloads, suite, omitted } = resolved
  const { variants, scenarios, rounds, seed, budget, noRest = false, alpha, threshold, declared } = request
  for (const line of [...omitted, ...notesOnScenarios(resolved).map(({ text }) => text)]) say(line)
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
        variants: await readVariantOrigins(variants),
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

/**
 * Makes the plan of a request for a slow machine, if its suite names one with less work. A request that sets the rounds
 * or compares variants has none.
 */
export async function planSmallerRequest(resolved: RequestSelection, engines: ContainerEngine[]): Promise<Plan | null> {
  const { request, suite } = resolved
  const smaller = listSuites().find((entry) => entry.suite === suite.smaller)
  if (smaller === undefined || request.variants !== null || request.rounds !== undefined) return null
  return planRequest({ ...resolved, suite: smaller }, engines, () => {})
}

/** Notes for the run document: those of the request, and those on the parts of a suite that it left out. */
export function listNotes(resolved: RequestSelection): Note[] {
  const { request, workloads } = resolved
  const notes = [...(request.notes ?? []), ...notesOnScenarios(resolved)]
  return Array.isArray(workloads) || request.suite !== undefined || request.workloads.length > 0
    ? notes
    : [...notes, ...notesOnOneVariant(workloads)]
}

/** A note on the requested scenarios that none of the chosen workloads has. */
function notesOnScenarios({ request, suite }: RequestSelection): Note[] {
  const { workloads, scenarios } = request
  const chosen = suite.benchmarks.filter(({ workload }) => workloads.length === 0 || workloads.includes(workload))
  const missing = scenarios.filter((id) => !chosen.some((entry) => entry.scenarios.includes(id)))
  if (missing.length === 0) return []
  const text = `The chosen workloads are not measured in these scenarios, which they lack: ${shortList(missing)}.`
  return [{ code: 'missing-scenarios', text }]
}

/** The description of the two variants for the run document. */
export async function readVariantOrigins({
  base,
  head,
}: Variants): Promise<{ base: VariantOrigin; head: VariantOrigin }> {
  return { base: await originOf(base), head: await originOf(head) }
}

async function originOf({ directory, engine, image }: VariantRequest): Promise<VariantOrigin> {
  return { commit: await findCleanCommit(directory), engine, image: image && withoutRegistry(image) }
}
