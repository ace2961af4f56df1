export { METHODS } from './methods.ts'
export { NOISE_MODELS } from './noise.ts'
export { RECORDINGS } from './recordings.ts'
export { type ReportLine, reportLines } from './report-lines.ts'
export { CVS, NOISY_CVS, RUN_NOISES, runNoiseName } from './run-noise.ts'
export { runReportLines } from './run-report-lines.ts'
export { BENCHMARKS, SCENARIOS } from './scenarios.ts'
export { ALPHAS, alarmsAsRecorded, NAMES, runChecks } from './simulate-checks.ts'
export {
  REPLICATION_NAMES,
  RUN_COUNTS,
  RUN_SPREADS,
  replicationReportLines,
  runReplications,
} from './simulate-replications.ts'
export { BIASED, FIXED_ROUNDS, OTHER_MINIMUMS, RUN_NAMES, runRuns, SUITES } from './simulate-runs.ts'
export { addTally, type Count, emptyTally, poolCounts, type Tally, welchAtEqualLevel } from './tally.ts'
