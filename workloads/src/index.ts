export { agentBinary, agentDigest, readAgentReport, runHostAgent } from './agent.ts'
export {
  listSuites,
  listWorkloads,
  type Params,
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
export { type Journal, openJournal } from './journal.ts'
export { nodeVersion } from './kit.ts'
export { removeEverything } from './leftovers.ts'
export { makePlan, type Plan, type PlannedCell } from './plan.ts'
export { Problem } from './problem.ts'
export { redactor } from './redact.ts'
export { removeDirectory } from './remove-directory.ts'
export { type RunEvent, type RunOptions, runPlan } from './run.ts'
export { findScenario, listScenarios, type Scenario } from './scenario.ts'
