export {
  DEFAULT_DESIGN,
  type Design,
  earliestReport,
  FIRST_REPORT,
  LOOK_FACTOR,
  LOOKS,
  MAX_ROUNDS,
  ROUNDING,
} from './check-design.ts'
export { type Forecast, forecastRounds } from './forecast-rounds.ts'
export { type LookStatistics, lookAt } from './hypothesis-test.ts'
export { type BenchmarkVerdict, type CheckVerdict, judgeBenchmarks, judgeCheck } from './judge-check.ts'
export { type NullPairResult, testNullPair } from './null-pair.ts'
export { type Decision, decide, type Verdict } from './sequential-verdicts.ts'
export type { BenchmarkPairs, Pair, SlowdownInterval } from './slowdown.ts'
