export {
  listSuites,
  listWorkloads,
  parseWorkload,
  type Suite,
  selectionOf,
  type Workload,
} from './catalog.ts'
export {
  CACHE_LABEL,
  type ContainerEngine,
  type ContainerOptions,
  type Labels,
  type Lifecycle,
  type Mount,
  type OurThing,
  type ProcessResult,
  RUN_LABEL,
} from './engine.ts'
export { cacheDirectory, liveRuns, plimsollHome } from './home.ts'
export { openJournal } from './journal.ts'
export { nodeVersion } from './kit.ts'
export { removeEverything } from './leftovers.ts'
export { makePlan, type Plan, type PlannedCell } from './plan.ts'
export { Problem } from './problem.ts'
export { removeDirectory } from './remove-directory.ts'
export { type RunEvent, runPlan } from './run.ts'
export { findScenario, listScenarios } from './scenario.ts'
