import type { Benchmark, RunDocument } from '@plimsoll/schema'
import { findScenario, listWorkloads, namesScenarios } from '@plimsoll/workloads'
import { namePlatform, SELECTION } from './rows.ts'

/** A run as a person reads it: without the benchmarks that do not apply here, and with one sentence on them. */
export interface ApplicableRun {
  document: RunDocument
  /** null if every benchmark applies */
  sentence: string | null
}

/**
 * Takes the scenarios out of a run that this host or engine does not have, if they were not requested: a workload of the
 * catalog lists every scenario that exists. A suite, a project's own workload and a check list the scenarios that their
 * author wants, so a missing one is a result there.
 */
export function applicableRun(document: RunDocument): ApplicableRun {
  const { suite, deviations, benchmarks } = document
  if (suite.name !== SELECTION || namesScenarios(deviations)) return { document, sentence: null }
  const ofCatalog = new Set(listWorkloads().map(({ workload }) => workload))
  const [left, shown] = [true, false].map((isLeft) =>
    benchmarks.filter((benchmark) => (ofCatalog.has(benchmark.workload) && doesNotApply(benchmark)) === isLeft),
  ) as [Benchmark[], Benchmark[]]
  if (left.length === 0) return { document, sentence: null }
  const groups = [...Map.groupBy(left, reasonOf)].map(([reason, benchmarks]) => {
    const names = new Set(
      benchmarks.map(({ scenario, engine }) => nameOf(scenario, namePlatform(document, engine), shown)),
    )
    return `${[...names].join(', ')} (${reason})`
  })
  return { document: { ...document, benchmarks: shown }, sentence: `Not applicable here: ${groups.join('; ')}.` }
}

/** Whether a benchmark was not measured, in a scenario that needs more than a container engine. */
function doesNotApply({ status, samples, variant, scenario }: Benchmark): boolean {
  const known = findScenario(scenario)
  const needsMore = known !== undefined && (known.runs === 'machine' || known.unsupported !== undefined)
  return needsMore && variant === null && status === 'unsupported' && samples.length === 0
}

function reasonOf({ reason }: Benchmark): string {
  return (reason ?? '').split('\n')[0]?.replace(/\.$/, '') ?? ''
}

/** The name of a scenario, with the engine if it applies to another engine of the run. */
function nameOf(scenario: string, platform: string, shown: Benchmark[]): string {
  return shown.some((other) => other.scenario === scenario) ? `${scenario} on ${platform}` : scenario
}
