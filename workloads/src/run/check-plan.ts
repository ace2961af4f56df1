import { formatShare, type VariantOrigin } from '@plimsoll/schema'
import { DEFAULT_DESIGN, earliestReport, FIRST_REPORT, LOOKS, MAX_ROUNDS } from '@plimsoll/schema/verdict'
import { Problem } from '../problem.ts'
import { findScenario, type Scenario } from '../scenario.ts'
import { type BenchmarkChoice, benchmarksOf, type PlannedBenchmark } from './plan-benchmarks.ts'

/** What makes a run a check, as its document says it. */
export interface CheckPlan {
  /** after how many rounds benchmarks are judged */
  looks: number[]
  threshold: number
  level: number
  variants: { base: VariantOrigin; head: VariantOrigin }
}

/** What is compared, and how where that is not as usual. */
export type CheckChoice = Pick<CheckPlan, 'variants'> &
  Partial<Pick<CheckPlan, 'threshold' | 'level'>> & {
    /** whether a benchmark can be measured here, as far as is known before anything is prepared; every benchmark, unless said */
    canRun?: (benchmark: PlannedBenchmark) => boolean
  }

/** What a check is planned by. @param rounds the most, null for all there are @throws Problem (2) for fewer than a look needs */
export function checkPlan({ variants, threshold, level }: CheckChoice, rounds: number | null): CheckPlan {
  if (rounds !== null && (rounds < FIRST_REPORT || rounds > MAX_ROUNDS))
    throw new Problem(
      2,
      `A check takes from ${FIRST_REPORT} to ${MAX_ROUNDS} rounds, and not ${rounds}: its error rates are known for no other number.`,
    )
  const looks = LOOKS.filter((look) => rounds === null || look <= rounds)
  return {
    looks,
    threshold: threshold ?? DEFAULT_DESIGN.threshold,
    level: level ?? DEFAULT_DESIGN.alpha,
    variants,
  }
}

/**
 * The benchmarks of a check, base beside head; the benchmark of the null pair has its second base beside them.
 * @param canRun where the null pair may be: in a benchmark that cannot be measured it would say nothing
 */
export function pairedBenchmarks(
  choice: BenchmarkChoice,
  { variants, looks }: CheckPlan,
  canRun: CheckChoice['canRun'] = () => true,
): PlannedBenchmark[][] {
  const rounds = looks.at(-1) as number
  const ofVariant = (variant: 'base' | 'head' | 'second-base') => {
    const { engine } = variants[variant === 'head' ? 'head' : 'base']
    const benchmarks = benchmarksOf({ ...choice, rounds }, variant, engine === null ? choice.engines : [engine])
    // Two engines have one host: there is nothing to compare on it.
    return variants.base.engine === variants.head.engine
      ? benchmarks
      : benchmarks.filter((benchmark) => benchmark.engine !== null)
  }
  const [base, head, second] = [ofVariant('base'), ofVariant('head'), ofVariant('second-base')]
  const nullPair = base.indexOf(mostWriteHeavy(base.filter(canRun)) ?? (base[0] as PlannedBenchmark))
  return base.map((benchmark, index) => {
    const unit = [benchmark, head[index] as PlannedBenchmark]
    return index === nullPair ? [...unit, second[index] as PlannedBenchmark] : unit
  })
}

/**
 * The benchmark whose place matters the most, and so shows a bias the soonest: all files in a directory shared with the host,
 * else some of them, else in any other place of a container's.
 */
function mostWriteHeavy(benchmarks: PlannedBenchmark[]): PlannedBenchmark | undefined {
  const found = [isShared, isPartlyShared, isContainers].map((is) =>
    benchmarks.find(({ scenario }) => is(findScenario(scenario) as Scenario)),
  )
  return found.find((benchmark) => benchmark !== undefined) ?? benchmarks[0]
}

const isContainers = ({ runs }: Scenario) => runs === 'container'
const isPartlyShared = (scenario: Scenario) => isContainers(scenario) && scenario.usesHostDirectory
const isShared = (scenario: Scenario) =>
  isPartlyShared(scenario) &&
  scenario.mounts('/', 'hot', { hostDirectory: '', volume: '' }).every(({ kind }) => kind === 'bind')

/** Make sure that a check of so many benchmarks can call something. @throws Problem (2) */
export function assertCanCall(benchmarks: number, { level, looks }: CheckPlan): void {
  const { rounds } = earliestReport(benchmarks, level)
  if (looks.some((look) => look >= rounds)) return
  throw new Problem(
    2,
    `With ${benchmarks} benchmarks and α ${formatShare(level)} nothing can be reported as slower before round ${rounds}, and the check ends at ${looks.at(-1)}: measure fewer benchmarks, or more rounds, or raise --alpha.`,
  )
}
