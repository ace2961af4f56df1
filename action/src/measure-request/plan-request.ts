import { randomInt } from 'node:crypto'
import { type Note, shortList, type VariantOrigin } from '@plimsoll/schema'
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
import { ignoredInOneVariant } from './ignored-files.ts'
import type { RequestSelection } from './request.ts'
import { unsupportedReason } from './unsupported-scenarios.ts'
import { notesOnOneVariant, type Variants } from './variants.ts'

/** What a run measures. */
export interface PlannedRun {
  plan: Plan
  /** The same run with less work, for a slow machine. Null if there is none. */
  smaller: Plan | null
  /** Notes for the run document. */
  notes: Note[]
}

/**
 * Plans the run of a request, on the engines that were found. A request that sets the rounds or compares variants has no
 * plan with less work.
 * @param say receives messages about omitted parts
 * @throws Problem (2)
 */
export async function planRun(
  resolved: RequestSelection,
  engines: ContainerEngine[],
  say: (line: string) => void,
): Promise<PlannedRun> {
  const { request, suite } = resolved
  const plan = await planRequest(resolved, engines, say)
  const small = listSuites().find((entry) => entry.suite === suite.smaller)
  const hasSmaller = small !== undefined && request.variants === null && request.rounds === undefined
  const smaller = hasSmaller ? await planRequest({ ...resolved, suite: small }, engines, () => {}) : null
  return { plan, smaller, notes: [...listNotes(resolved), ...notesOnInapplicable(resolved, engines, plan)] }
}

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
    isLeftOut: (benchmark) => reasonOfLeavingOut(resolved, engines, benchmark) !== null,
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

/** Notes for the run document: those of the request, and those on the parts of a suite that it left out. */
export function listNotes(resolved: RequestSelection): Note[] {
  const { request, workloads } = resolved
  const notes = [...(request.notes ?? []), ...notesOnScenarios(resolved)]
  return Array.isArray(workloads) || request.suite !== undefined || request.workloads.length > 0
    ? notes
    : [...notes, ...notesOnOneVariant(workloads)]
}

/**
 * Why a benchmark is left out of a plan; null if it is not. A workload of the catalog lists every scenario that exists.
 * Those that this host or the engine does not have are left out, if they were not requested. A suite, a project's own
 * workload and a check list the scenarios that their author wants, so a missing one is a result there.
 */
function reasonOfLeavingOut(
  { request, workloads }: RequestSelection,
  engines: ContainerEngine[],
  { workload, scenario, engine, variant }: Pick<PlannedBenchmark, 'workload' | 'scenario' | 'engine' | 'variant'>,
): string | null {
  const { suite, scenarios, declared } = request
  if (suite !== undefined || scenarios.length > 0 || variant !== null || !Array.isArray(workloads)) return null
  const known = findScenario(scenario) as Scenario
  const needsMore = known.runs === 'machine' || known.unsupported !== undefined
  const isOfCatalog = workloads.some((entry) => entry.workload === workload && entry.project === null)
  const own = engines.filter(({ id }) => id === engine)
  return needsMore && isOfCatalog ? unsupportedReason(known, own, declared) : null
}

/** A note on the scenarios that a plan leaves out because they do not apply here. */
function notesOnInapplicable(resolved: RequestSelection, engines: ContainerEngine[], plan: Plan): Note[] {
  const left = resolved.suite.benchmarks.flatMap(({ workload, scenarios }) =>
    scenarios.flatMap((scenario) =>
      [null, ...engines].flatMap((engine) => {
        const benchmark = { workload, scenario, engine: engine?.id ?? null, variant: null }
        const runsThere = (findScenario(scenario)?.runs === 'host') === (engine === null)
        const reason = runsThere ? reasonOfLeavingOut(resolved, engines, benchmark) : null
        const isElsewhere = plan.benchmarks.some((other) => other.scenario === scenario)
        return reason === null
          ? []
          : [{ name: isElsewhere && engine ? `${scenario} on ${engine.product}` : scenario, reason }]
      }),
    ),
  )
  if (left.length === 0) return []
  const groups = [...Map.groupBy(left, ({ reason }) => reason)].map(
    ([reason, entries]) => `${[...new Set(entries.map(({ name }) => name))].join(', ')} (${reason})`,
  )
  return [{ code: 'not-applicable', text: `Not applicable here: ${groups.join('; ')}.` }]
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
