import { formatShare, splitAlpha, type VariantOrigin } from '@plimsoll/schema'
import { DEFAULT_DESIGN, earliestReport, LOOKS } from '@plimsoll/schema/verdict'
import { Problem } from '../problem.ts'
import type { Scenario } from '../scenario.ts'
import { findScenario } from '../scenarios.ts'
import { type BenchmarkChoice, type PlannedBenchmark, planBenchmarks } from './plan-benchmarks.ts'

/** The parts of a plan that make a run a check (a comparison of two variants), as the document records them. */
export interface CheckPlan {
  /** The looks: the rounds after which benchmarks are judged. */
  looks: number[]
  threshold: number
  level: number
  variants: { base: VariantOrigin; head: VariantOrigin }
}

/** The variants of a check, and settings that override the defaults. */
export type CheckChoice = Pick<CheckPlan, 'variants'> &
  Partial<Pick<CheckPlan, 'threshold' | 'level'>> & {
    /** Whether a benchmark can be measured on this host, as far as is known before preparation. By default, all can. */
    canRun?: (benchmark: PlannedBenchmark) => boolean
  }

/**
 * Returns the design of a check.
 * @param rounds the maximum number of rounds, from 14 to 50; null for the rounds of all looks
 */
export function checkPlan({ variants, threshold, level }: CheckChoice, rounds: number | null): CheckPlan {
  const looks = LOOKS.filter((look) => rounds === null || look <= rounds)
  return {
    looks,
    threshold: threshold ?? DEFAULT_DESIGN.threshold,
    level: level ?? DEFAULT_DESIGN.alpha,
    variants,
  }
}

/**
 * The benchmarks of a check, with base and head side by side. One benchmark also has a second base. The null pair is
 * base and second base of this benchmark: two variants that do the same work.
 * @param canRun selects the benchmarks that can be measured; the null pair needs one of these
 */
export function pairedBenchmarks(
  choice: BenchmarkChoice,
  { variants, looks }: CheckPlan,
  canRun: CheckChoice['canRun'] = () => true,
): PlannedBenchmark[][] {
  const rounds = looks.at(-1) as number
  const ofVariant = (variant: 'base' | 'head' | 'second-base') => {
    const { engine } = variants[variant === 'head' ? 'head' : 'base']
    const benchmarks = planBenchmarks({ ...choice, rounds }, variant, engine === null ? choice.engines : [engine])
    // Host benchmarks are the same for two engines, so there is nothing to compare.
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
 * The benchmark for the null pair. It is the one whose times depend most on the slots of its samples, because it shows
 * a bias first. In order of preference, it has all its files in a directory shared with the host, some of them there,
 * or any other container scenario.
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

/**
 * Ensures that a check of these benchmarks, each with its variants, can report a change.
 * @throws Problem (2)
 */
export function assertCanReport(benchmarks: PlannedBenchmark[][], { level, looks }: CheckPlan): void {
  const { rounds } = earliestReport(benchmarks.length, splitAlpha(benchmarks.flat(), level).wall)
  if (looks.some((look) => look >= rounds)) return
  throw new Problem(
    2,
    `With ${benchmarks.length} benchmarks and α ${formatShare(level)}, no change can be reported before round ${rounds}, but the check ends at round ${looks.at(-1)}. Measure fewer benchmarks or more rounds, or raise alpha.`,
  )
}
