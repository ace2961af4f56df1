import { type ControlPair, checkedTo, controlPairs, type RunReliability } from './controls.ts'
import { formatRatio, formatRatioInterval } from './format.ts'
import { counted } from './format-count.ts'
import { MIN_ROUNDS } from './round-ratios.ts'
import type { RunDocument } from './run.v1.generated.ts'
import type { Interval } from './statistics/index.ts'
import type { RatioToReference } from './summarize-run.ts'

/** A ratio as text: its estimate with the interval, `0.72–1.27×` for a range, or its status if it may not be shown. */
export function describeRatio({
  status,
  value,
  interval,
}: Pick<RatioToReference, 'status' | 'value' | 'interval'>): string {
  if (value !== null) return formatRatio(value, interval)
  return interval === null ? status : formatRatioInterval(interval)
}

/** Why a ratio has no estimate, as a sentence. Null if it has one. */
export function describeRatioReason({ status, rounds }: Pick<RatioToReference, 'status' | 'rounds'>): string | null {
  switch (status) {
    case 'range':
      return 'A range is a 95% interval without an estimate, because the rounds, equal things of the workload, or its samples on a file system without a journal, differ by so much.'
    case 'too few rounds':
      return `A ratio needs ${MIN_ROUNDS} rounds that both benchmarks have; there ${rounds === 1 ? 'is 1' : `are ${rounds}`}.`
    case 'withheld':
      return 'Two equal things of this workload were not measured as equal, or the busy host had less of the CPU than containers, so its ratios are not shown.'
    case 'unreliable':
      return 'Equal things were not measured as equal in several workloads, so the run shows no ratios.'
    default:
      return null
  }
}

/**
 * What the control pairs of one workload say: `equal things agree within 4%`, `unchecked`, that its ratios are ranges, or
 * why they are withheld.
 */
export function describeControl(pairs: readonly ControlPair[]): string {
  const biased = biasedPair(pairs)
  if (biased) return `withheld: ${describeBias(biased)}`
  const bound = checkedTo(pairs)
  if (bound === null) return 'unchecked'
  return pairs.some(({ problem }) => problem === 'imprecise')
    ? `equal things agree only within ${formatBound(bound)}, so each ratio is a range at least as wide as theirs`
    : `equal things agree within ${formatBound(bound)}`
}

/**
 * How small a slowdown the rounds of this run can show, in a sentence for each workload that has control
 * pairs. Equal things can differ by the bounds of their intervals, so a smaller slowdown looks like chance.
 */
export function describeResolution(document: RunDocument): string[] {
  const works = Map.groupBy(controlPairs(document), ({ workload }) => workload)
  return [...works].flatMap(([workload, pairs]) => {
    const bound = checkedTo(pairs)
    if (bound === null) return []
    const rounds = Math.max(...pairs.map(({ estimate }) => estimate.rounds))
    return `Smallest slowdown that ${counted(rounds, 'round')} can show here in ${workload}: about ${formatBound(bound)}. Equal measurements can differ by that much (95% confidence); more rounds show smaller ones.`
  })
}

/** A sentence for each workload whose ratios are withheld, by its label: the reason, and what to do. */
export function describeWithheld(
  { pairs, withheld, unjournaled }: RunReliability,
  reader: Reader = 'command',
): Map<string, string> {
  return new Map(
    [...withheld].map((workload) => {
      const biased = biasedPair(pairs.filter((pair) => pair.workload === workload))
      const reason = biased
        ? `${describeBias(biased)}. ${remedyOf(unjournaled, reader)}`
        : `The host was busy, and its work got less of the CPU than work in containers. ${REMEDIES[reader].again}`
      return [workload, `${workload}: ratios withheld. ${reason}`]
    }),
  )
}

/** Why a run may show no ratio at all, and what to do. Null if it may. */
export function describeUnreliableRun(
  { withheld, unreliable, unjournaled }: RunReliability,
  reader: Reader = 'command',
): string | null {
  if (!unreliable) return null
  const names = [...withheld].slice(0, MAX_NAMED)
  if (names.length < withheld.size) names.push('…')
  return `This run is unreliable: equal things were not measured as equal in ${counted(withheld.size, 'workload')} (${names.join(', ')}). It shows no ratios. ${remedyOf(unjournaled, reader)}`
}

/** The maximum number of workloads that a sentence names. */
const MAX_NAMED = 20

/** Who reads what a run found: a user of the command, or one of the action. */
export type Reader = 'command' | 'action'

/** What a reader can do about a run that could not resolve its ratios, as sentences or their ends. */
export const REMEDIES: Record<Reader, { again: string; journal: string }> = {
  command: { again: 'Run it again on a quiet machine.', journal: 'use --dir on a file system with one' },
  action: { again: 'Run the job again.', journal: 'set the input dir to a folder on a file system with one' },
}

function remedyOf(unjournaled: boolean, reader: Reader): string {
  const { again, journal } = REMEDIES[reader]
  return unjournaled ? `${again} Its files are on a file system without a journal: ${journal}.` : again
}

/** The pair that withholds the ratios. */
function biasedPair(pairs: readonly ControlPair[]): ControlPair | undefined {
  return pairs.find(({ problem }) => problem === 'differs')
}

function describeBias({ kind, estimate: { interval } }: ControlPair): string {
  const what =
    kind === 'repeat'
      ? 'Measured twice, the same benchmark differed'
      : 'Volume and bind, which are equal here, differed (volume ÷ bind)'
  return `${what} by a factor of ${formatRatioInterval(interval as Interval).replace('×', '')}`
}

/**
 * A bound as a percentage, or as a factor from 100% on, rounded up, so that it is never understated: at least 0.1%, because
 * nothing is exact.
 */
export function formatBound(bound: number): string {
  if (bound >= 1) return `a factor of ${Math.ceil((1 + bound) * 10 - 1e-9) / 10}`
  const percent = Math.max(100 * bound, 0.1)
  return percent < 10 ? `${Math.ceil(percent * 10 - 1e-9) / 10}%` : `${Math.ceil(percent - 1e-9)}%`
}
