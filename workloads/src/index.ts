export { cacheDirectory, plimsollHome, samplesDirectory } from './cleanup/plimsoll-home.ts'
export { activeRuns } from './cleanup/registered-runs.ts'
export { removeDirectory } from './cleanup/remove-directory.ts'
export { removeEverything, removeKilledRuns } from './cleanup/remove-runs.ts'
export { removeUnusedDirectories } from './cleanup/temporary-directory.ts'
export {
  CACHE_LABEL,
  type ContainerEngine,
  type ContainerOptions,
  type ImageConfig,
  type LabelledResource,
  type Labels,
  type Lifecycle,
  type Machine,
  type ProcessResult,
  RUN_LABEL,
} from './engine.ts'
export type { EngineOptions, VmEngine } from './engine-file.ts'
export { readStatus } from './engines/colima-status.ts'
export { readInstance } from './engines/lima-instance.ts'
export type { RunningVm, VmSettings } from './engines/running-vm.ts'
export { fewerErrorLines } from './error-lines.ts'
export { chooseEngines, findEngines, supportedEngines } from './find-engines.ts'
export { gitCall } from './git-call.ts'
export { BUSY_SHARE, busyShare } from './host/busy-share.ts'
export { buildBaseTar, debianMirror } from './image/base-image.ts'
export { catalogImage, imagesToPublish } from './image/catalog-image.ts'
export { withoutRegistry } from './image/ensure-image.ts'
export { type PublishedImages, publishedImages } from './image/published-images.ts'
export { Problem } from './problem.ts'
export { describeEnd } from './process-end.ts'
export { quoted } from './quoted.ts'
export {
  listSuites,
  listWorkloads,
  makeSelection,
  parseWorkload,
  workloadDigest,
} from './read-catalog/catalog.ts'
export { gitIgnored } from './read-catalog/git-ignored.ts'
export type { ParamChoice } from './read-catalog/param-choices.ts'
export { isOutputOfRun, isProjectFile } from './read-catalog/project-files.ts'
export { type ProjectWorkload, projectInputFiles } from './read-catalog/project-inputs.ts'
export { type ProjectUses, projectUses } from './read-catalog/project-uses.ts'
export {
  findWorkloads,
  listProjectWorkloads,
  problemsOfWorkload,
  readProjectWorkload,
  type WorkloadFile,
} from './read-catalog/project-workloads.ts'
export { literal } from './read-catalog/template.ts'
export type { Suite, Workload } from './read-catalog/workload.ts'
export { InvalidYamlFile } from './read-catalog/yaml-file.ts'
export type { WorkRounds } from './run/adapt-rounds.ts'
export { type Budget, parseBudget, withBudget } from './run/budget.ts'
export type { CheckPlan } from './run/check-plan.ts'
export { continueJournal, openJournal, readJournal } from './run/journal.ts'
export type { InterruptedJournal, StartEntry, VariantRequest } from './run/journal-entry.ts'
export { makePlan, NO_REST, type Plan } from './run/plan.ts'
export type { PlannedBenchmark, Workloads } from './run/plan-benchmarks.ts'
export { redactor } from './run/redact.ts'
export type { RepeatedRun } from './run/replication.ts'
export { runPlan } from './run/run.ts'
export type { RunEvent } from './run/run-options.ts'
export { runWarnings } from './run/run-warnings.ts'
export { agentBinary } from './sample/agent.ts'
export { startInteractive } from './sample/interactive-process.ts'
export { hostPath } from './sample/run-with-agent.ts'
export type { HostDeclarations, Scenario } from './scenario.ts'
export { findScenario, listScenarios } from './scenarios.ts'
