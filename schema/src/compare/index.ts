export { largestDifference, runReliability } from '../controls.ts'
export { type BenchmarkLine, benchmarkLines, benchmarksOnlyIn, COST_EXPLAINED, ratioText } from './benchmark-lines.ts'
export { describeBoth } from './benchmark-properties.ts'
export type { ComparedBenchmark, ComparedCost, ComparedFigures, ComparedMetric } from './benchmarks.ts'
export {
  type Comparison,
  compareProperties,
  compareRuns,
  listDifferences,
  NOT_A_VERDICT,
  whyNoVerdict,
} from './compare.ts'
export { describeComparison } from './describe-comparison.ts'
export {
  agreementRemarks,
  comparisonWarnings,
  type DifferenceLine,
  describeSubject,
  differenceEffects,
  differenceLines,
  matters,
  nameSubject,
  PART_TITLES,
} from './difference-lines.ts'
export { comparedNotes } from './notes.ts'
export type { Part, PropertyComparison, PropertyValue, Subject } from './property-comparison.ts'
export { whyNothingPairs } from './unpaired.ts'
