export { describeAbsence, describeBenchmark, describeWork } from './benchmark-label.ts'
export { sampleErrors } from './benchmark-rules.ts'
export { canonicalize } from './canonical-json.ts'
export {
  type Center,
  type CenterFigures,
  chooseCenter,
  formatCenter,
  ratioOfCenters,
  STATISTIC_TITLES,
  type Statistic,
} from './center.ts'
export { type CheckCost, checkCost } from './check-cost.ts'
export { configurationDrift, fileSystemOfMount, type RequestedAndEffective } from './configuration-drift.ts'
export {
  type ControlKind,
  type ControlPair,
  type ControlProblem,
  checkedTo,
  comparedWorks,
  controlPairs,
  findControlProblem,
  judgeControlPairs,
  type RunReliability,
  runReliability,
  TOLERANCE,
  UNEQUAL_SHARES,
  WIDEST_CONTROL,
} from './controls.ts'
export { isCopiedMount } from './copied-mount.ts'
export { type Alphas, type CpuChange, type CpuVerdict, splitAlpha } from './cpu-time.ts'
export { type CsvValue, csvField } from './csv-field.ts'
export { definitionOf } from './definition-digest.ts'
export {
  type Check,
  type CheckDesign,
  type CheckedBenchmark,
  type CheckedNullPair,
  forecastVariants,
  judgeRun,
  judgeVariants,
  type VariantBenchmark,
} from './derive-check.ts'
export {
  benchmarkOutcome,
  type CountedCheck,
  comparedValues,
  countOutcomes,
  describeCounts,
  describeCpuChange,
  describeDifference,
  describeNoVerdict,
  describeUnjudged,
  describeUnreliable,
  formatChange,
  formatChanges,
  formatLevel,
  formatP,
  formatProbability,
  formatShare,
  type Outcome,
  UNRELIABLE,
  verdictBound,
  verdictTitle,
  withSlowdown,
} from './describe-check.ts'
export { describeFindings, findingsOfRun, type RunFinding } from './describe-findings.ts'
export {
  describeControl,
  describeRatio,
  describeRatioReason,
  describeResolution,
  describeUnreliableRun,
  describeWithheld,
  formatBound,
  REMEDIES,
} from './describe-ratio.ts'
export { type DocumentError, InvalidDocument } from './document-errors.ts'
export { type Identity, identify, identifyCanonical, idOfHash } from './document-id.ts'
export { MAX_DOCUMENT_BYTES } from './document-limits.ts'
export { emulatedEngines } from './emulation.ts'
export {
  formatAmount,
  formatDifference,
  formatDuration,
  formatNumber,
  formatRange,
  formatRatio,
  formatRatioInterval,
} from './format.ts'
export { counted, listed, shortList } from './format-count.ts'
export { isSameImage } from './image-digests.ts'
export { splitNotes } from './informative-notes.ts'
export type { JsonValue } from './json-value.ts'
export { isSameMemory } from './memory.ts'
export { countedValues, sampleValues } from './metric-statistics.ts'
export { alternatives, nearest } from './nearest.ts'
export { ownValue } from './own-value.ts'
export { parseStrict } from './parse.ts'
export { forTerminal, revealInvisible, withoutCommands } from './plain-text.ts'
export { describeTimeLeft, progressLine, type WorkProgress } from './progress-line.ts'
export { type ProjectHistory, parseProjectHistory, type Slowdown } from './project-history.ts'
export { readRun } from './read-run.ts'
export { benchmarkKey, indexBenchmarks } from './reference-benchmark.ts'
export { MIN_ROUNDS, type RoundEstimate, ratioOfLogs, roundDifference, roundRatio } from './round-ratios.ts'
export { MIN_ADAPTED_ROUNDS, pooledResidual, roundsNeeded } from './rounds-rule.ts'
export type * from './run.v1.generated.ts'
export { RUN_ID } from './run-id-pattern.ts'
export { placeOf } from './scenario-places.ts'
export { SELECTION } from './selection.ts'
export type { Interval } from './statistics/index.ts'
export { computeSteps, type Step, type Steps } from './steps.ts'
export {
  formatSubmission,
  InvalidSubmission,
  parseSubmission,
  registryName,
  STATEMENT_MEDIA_TYPE,
  SUBMISSION_TYPE,
  type Submission,
  type SubmissionAction,
} from './submission.ts'
export {
  ANALYSIS_VERSION,
  atLeastAsWide,
  type BenchmarkSummary,
  estimateRatios,
  metricUnit,
  type RatioEstimate,
  type RatioStatus,
  type RatioToReference,
  ratioStatus,
  summarizeRun,
} from './summarize-run.ts'
export { SCHEMA_VERSION, validateRun } from './validate.ts'
