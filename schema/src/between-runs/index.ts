export {
  CLOSE,
  MIN_RUNS,
  type RepeatedRatio,
  type RunRatio,
  repeatedRatios,
  type Share,
  sumShares,
} from './repeated-ratios.ts'
export { replicationDifferences } from './replication.ts'
