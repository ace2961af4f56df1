import type { Cell, Metric } from '@plimsoll/schema'
import { workloadDigest } from '../catalog/catalog.ts'
import type { Params, Suite, Workload } from '../catalog/workload.ts'
import { Problem } from '../problem.ts'
import { findScenario, listScenarios } from '../scenario.ts'

/** One cell to measure, before it is known whether it can be. */
export interface PlannedCell {
  workload: string
  workloadDigest: string
  params: Params
  scenario: string
  engine: string | null
  arm: Cell['arm']
  metrics: Metric[]
  rounds: number
  warmups: number
}

/** What cells are made of: in a check, by arm. */
export type Workloads = Workload[] | { base: Workload[]; head: Workload[] }

/** The workload of a cell; the second base does the work of base. */
export function workloadOf(workloads: Workloads, { workload, arm }: Pick<PlannedCell, 'workload' | 'arm'>) {
  const own = Array.isArray(workloads) ? workloads : workloads[arm === 'head' ? 'head' : 'base']
  return own.find((entry) => entry.workload === workload)
}

/** What cells are chosen by. */
export interface CellChoice {
  suite: Suite
  workloads: Workloads
  /** ids of the engines, in the order of the table */
  engines: string[]
  /** only these workloads, scenarios; empty means all of the suite */
  onlyWorkloads: string[]
  onlyScenarios: string[]
  /** rounds that count, in place of the suite's */
  rounds: number | null
}

/** The cells of a run, or of one arm of a check: for the same choice always in the same order. */
export function cellsOf(choice: CellChoice, arm: PlannedCell['arm'], engines = choice.engines): PlannedCell[] {
  const { suite, onlyWorkloads } = choice
  return suite.cells
    .filter(({ workload }) => onlyWorkloads.length === 0 || onlyWorkloads.includes(workload))
    .flatMap((entry) => cellsOfEntry(entry, choice, arm, engines))
}

function cellsOfEntry(
  entry: Suite['cells'][number],
  choice: CellChoice,
  arm: PlannedCell['arm'],
  engines: string[],
): PlannedCell[] {
  const workload = workloadOf(choice.workloads, { workload: entry.workload, arm })
  if (!workload)
    throw new Problem(
      2,
      `The suite ${choice.suite.suite} names a workload ${entry.workload} that is not in the catalog.`,
    )
  const common = {
    workload: workload.workload,
    workloadDigest: workloadDigest(workload, entry.params),
    params: entry.params,
    arm,
    metrics: workload.metrics.map(({ from: _, ...metric }) => metric),
    rounds: choice.rounds ?? entry.rounds,
    warmups: entry.warmups,
  }
  const known = listScenarios().map(({ id }) => id)
  const wanted = [...entry.scenarios].sort((a, b) => known.indexOf(a) - known.indexOf(b))
  const scenarios = wanted.filter((id) => choice.onlyScenarios.length === 0 || choice.onlyScenarios.includes(id))
  const onHost = scenarios.filter((id) => findScenario(id)?.runs === 'host')
  const inContainers = scenarios.filter((id) => findScenario(id)?.runs !== 'host')
  return [
    ...onHost.map((scenario) => ({ ...common, scenario, engine: null })),
    ...engines.flatMap((engine) => inContainers.map((scenario) => ({ ...common, scenario, engine }))),
  ].map((cell) => (findScenario(cell.scenario)?.settles ? { ...cell, metrics: [...cell.metrics, VISIBLE] } : cell))
}

/** In a synchronised folder: from the end of the work until the host sees all that it left. */
const VISIBLE: Metric = { name: 'visible', unit: 'ns', better: 'lower', primary: false }
