export { describeBoth } from './cell-facts.ts'
export type { ComparedCell, ComparedMetric, ComparedRatio, Middle } from './cells.ts'
export { type Comparison, compareRuns, differencesOf, NOT_A_VERDICT } from './compare.ts'
export { bothIds, type Fact, type FactValue, type Subject } from './fact.ts'
