/**
 * This entry point formats amounts, counts, labels and fields of CSV, and corrects names. It is small, because a browser does not need the rest of the package.
 */

export { describeAbsence, describeBenchmark, describeWork } from './benchmark-label.ts'
export { type Center, type CenterFigures, chooseCenter, STATISTIC_TITLES } from './center.ts'
export { type CsvValue, csvField } from './csv-field.ts'
export { definitionOf } from './definition-digest.ts'
export {
  formatAmount,
  formatDifference,
  formatDuration,
  formatNumber,
  formatRatio,
  formatRatioInterval,
} from './format.ts'
export { counted } from './format-count.ts'
export { ownValue } from './own-value.ts'
export { revealInvisible } from './plain-text.ts'
export { RUN_ID } from './run-id-pattern.ts'
export { SELECTION } from './selection.ts'
