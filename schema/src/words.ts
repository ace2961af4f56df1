/** What amounts and benchmarks are called for people, for where nothing else of this package is wanted, as in a browser. */

export { formatAmount, formatDifference, formatDuration, formatNumber, formatRatio } from './format.ts'
export { describeAbsence, describeBenchmark, describeWork } from './label.ts'
export { RUN_ID } from './run-id.ts'
