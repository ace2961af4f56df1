export { describeAgreement } from './describe-agreement.ts'
export {
  CLOSE,
  MIN_RUNS,
  type RepeatedRatio,
  type RunRatio,
  repeatedRatios,
  type Share,
  sumShares,
} from './repeated-ratios.ts'
export { nameDifferences, replicationDifferences, requestDifferences } from './replication.ts'
