export { debianMirror } from './base-image.ts'
export { type Budget, parseBudget, withBudget } from './budget.ts'
export {
  listSuites,
  listWorkloads,
  parseWorkload,
  type Suite,
  selectionOf,
  type Workload,
} from './catalog.ts'
export { converse } from './conversation.ts'
export {
  CACHE_LABEL,
  type ContainerEngine,
  type ContainerOptions,
  type Conversation,
  type ImageConfig,
  type Labels,
  type Lifecycle,
  type Machine,
  type Mount,
  type OurThing,
  type ProcessResult,
  RUN_LABEL,
} from './engine.ts'
export { cacheDirectory, liveRuns, plimsollHome } from './home.ts'
export { type CutJournal, continueJournal, openJournal, readJournal } from './journal.ts'
export { nodeVersion } from './kit.ts'
export { removeEverything } from './leftovers.ts'
export { findWorkloads, listOwnWorkloads, readOwnWorkload } from './own.ts'
export { makePlan, type Plan, type PlannedCell } from './plan.ts'
export { Problem } from './problem.ts'
export { removeDirectory } from './remove-directory.ts'
export { type RunEvent, runPlan } from './run.ts'
export { type Declared, findScenario, listScenarios, type Scenario } from './scenario.ts'
