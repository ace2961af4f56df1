export { describeBoth } from './benchmark-facts.ts'
export { type BenchmarkLine, benchmarkLines, benchmarksOnlyIn } from './benchmark-words.ts'
export type { ComparedBenchmark, ComparedMetric, ComparedRatio, Middle } from './benchmarks.ts'
export { type Comparison, compareRuns, differencesOf, NOT_A_VERDICT } from './compare.ts'
export {
  agreementRemarks,
  comparisonWarnings,
  type DifferenceLine,
  differenceEffects,
  differenceLines,
} from './difference-words.ts'
export type { Fact, FactValue, Subject } from './fact.ts'
