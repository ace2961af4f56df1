import { counted, describeWork, formatShare } from '@plimsoll/schema'
import type { Plan, PlannedBenchmark, WorkRounds } from '@plimsoll/workloads'

/** The rounds that the rule of a plan has set, as one line per workload to print. */
export function roundsLines({ roundsRule, benchmarks }: Plan, set: WorkRounds[]): string[] {
  if (!roundsRule) return []
  const wanted = `±${formatShare(roundsRule.halfWidth)}`
  return set.map(({ benchmarks: [first = 0], rounds, needed, isLimitedByTime }) => {
    const line = `${describeWork(benchmarks[first] as PlannedBenchmark)}: ${counted(rounds, 'round')}`
    if (needed === null) return line
    if (rounds >= needed) return `${line} for ${wanted}`
    const reason = isLimitedByTime ? `the time limit of ${roundsRule.longest} s allows no more` : 'the maximum'
    return `${line} (${reason}; intervals of ${wanted} would need ${needed})`
  })
}
