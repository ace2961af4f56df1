export { type ComparedGroups, compareGroups } from './compare-groups.ts'
export { describeAgreement } from './describe-agreement.ts'
export { describeMeans } from './describe-means.ts'
export {
  CLOSE,
  combineRatios,
  MIN_RUNS,
  type RepeatedRatio,
  type RunRatio,
  type RunRatios,
  ratiosOfRun,
  repeatedRatios,
  type Share,
  sumShares,
} from './repeated-ratios.ts'
export {
  findCopy,
  groupByDesign,
  hasCopiedSamples,
  nameDifferences,
  replicationDifferences,
  requestDifferences,
} from './replication.ts'
