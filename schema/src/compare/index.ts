export { describeBoth } from './cell-facts.ts'
export { type CellLine, cellLines, cellsOnlyIn } from './cell-words.ts'
export type { ComparedCell, ComparedMetric, ComparedRatio, Middle } from './cells.ts'
export { type Comparison, compareRuns, differencesOf, NOT_A_VERDICT } from './compare.ts'
export {
  agreementRemarks,
  comparisonWarnings,
  type DifferenceLine,
  differenceEffects,
  differenceLines,
} from './difference-words.ts'
export type { Fact, FactValue, Subject } from './fact.ts'
