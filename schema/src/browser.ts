/** Formats amounts and labels. A small entry point for the browser, without the rest of the package. */

export { describeAbsence, describeBenchmark, describeWork } from './benchmark-label.ts'
export { formatAmount, formatDifference, formatDuration, formatNumber, formatRatio } from './format.ts'
export { RUN_ID } from './run-id-pattern.ts'
