import { holm, mean, welchP } from '@plimsoll/schema/statistics'
import { DEFAULT_DESIGN, type Decision, decide, LOOKS, type LookStatistics, lookAt } from '@plimsoll/schema/verdict'
import type { Variants } from './variants.ts'

/**
 * Common alternatives to the verdict, applied to the same times. A gate reports "slower" if head ÷ base is above the
 * gate's ratio, regardless of the noise.
 */
const GATES = { '110% gate': Math.log(1.1), '200% gate': Math.log(2) }

export const METHODS = ['verdict', 'interleaved Welch', 'base-then-head Welch', '110% gate', '200% gate'] as const
export type Method = (typeof METHODS)[number]

const { threshold } = DEFAULT_DESIGN

/** The data of one benchmark as each method sees it. */
export interface MethodInput {
  looks: LookStatistics[]
  'interleaved Welch': Means
  'base-then-head Welch': Means
  /**
   * The logarithm of the last time of head ÷ the first time of base. It corresponds to one run of today compared with
   * one stored run.
   */
  single: number
}

interface Means {
  p: number
  /** The logarithm of mean(head) ÷ mean(base). */
  slowdown: number
}

/**
 * Computes the data for each method. `sequential` holds the same times as `variants`, but as if all of base had been
 * measured before head.
 */
export function methodInput(variants: Variants, sequential: Variants): MethodInput {
  return {
    looks: LOOKS.filter((rounds) => rounds <= variants.base.length).map((rounds) =>
      lookAt(variants.base.slice(0, rounds), variants.head.slice(0, rounds)),
    ),
    'interleaved Welch': compareMeans(variants),
    'base-then-head Welch': compareMeans(sequential),
    single: (sequential.head.at(-1) as number) - (sequential.base[0] as number),
  }
}

/**
 * The report of a method for each benchmark of a check: 1 is slower, −1 is faster, and 0 is neither. Every method
 * except the gates applies the threshold.
 */
export function reportChanges(family: readonly MethodInput[], method: Method, alpha: number): number[] {
  switch (method) {
    case 'verdict':
      return decideFamily(family, alpha).map(({ verdict }) => ({ slower: 1, faster: -1 })[verdict as string] ?? 0)
    case 'interleaved Welch':
    case 'base-then-head Welch':
      return computeWelchLevels(family, method).map((level, benchmark) =>
        level <= alpha ? Math.sign((family[benchmark] as MethodInput)[method].slowdown) : 0,
      )
    default:
      return family.map(({ single }) => (single > GATES[method] ? 1 : 0))
  }
}

export function decideFamily(family: readonly MethodInput[], alpha: number): Decision[] {
  return decide(
    family.map(({ looks }) => looks),
    { alpha, threshold },
  )
}

/**
 * For each benchmark, the smallest α at which Welch's test reports the benchmark, with Holm's correction over the
 * benchmarks. 1 for a benchmark below the threshold.
 */
export function computeWelchLevels(
  family: readonly MethodInput[],
  method: 'interleaved Welch' | 'base-then-head Welch',
): number[] {
  const adjusted = holm(family.map((benchmark) => benchmark[method].p))
  return family.map((benchmark, index) =>
    Math.abs(benchmark[method].slowdown) >= Math.log1p(threshold) ? (adjusted[index] as number) : 1,
  )
}

function compareMeans({ base, head }: Variants): Means {
  const before = base.map(Math.exp)
  const after = head.map(Math.exp)
  return { p: welchP(before, after), slowdown: Math.log(mean(after) / mean(before)) }
}
