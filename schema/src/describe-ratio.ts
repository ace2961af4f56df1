import { describeWork } from './benchmark-label.ts'
import {
  type ControlPair,
  checkedTo,
  controlPairs,
  largestDifference,
  type RunReliability,
  runReliability,
  WIDEST_CONTROL,
} from './controls.ts'
import { formatRatio, formatRatioInterval } from './format.ts'
import { counted } from './format-count.ts'
import { MIN_ROUNDS } from './round-ratios.ts'
import type { Benchmark, RunDocument } from './run.v1.generated.ts'
import { type RatioToReference, summarizeRun } from './summarize-run.ts'

/** A ratio as text: its digits with the interval, or its status if the digits may not be shown. */
export function describeRatio({ status, value, interval }: RatioToReference): string {
  return value === null ? status : formatRatio(value, interval)
}

/** Why a ratio has no digits, as a sentence. Null if it has digits. */
export function describeRatioReason({ status, rounds }: Pick<RatioToReference, 'status' | 'rounds'>): string | null {
  switch (status) {
    case 'not resolved':
      return 'The rounds vary too much to tell whether the two differ: the 95% interval contains 1 and is wider than a factor of 1.5.'
    case 'too few rounds':
      return `A ratio needs ${MIN_ROUNDS} rounds that both benchmarks have; there ${rounds === 1 ? 'is 1' : `are ${rounds}`}.`
    case 'withheld':
      return 'Two equal things of this workload were not measured as equal, or too imprecisely to check anything, so its ratios are not shown.'
    case 'unreliable':
      return 'Equal things were not measured as equal in several workloads, so the run shows no ratios.'
    default:
      return null
  }
}

/** What the control pairs of one workload say: `equal things agree within 4%`, `unchecked`, or why its ratios are withheld. */
export function describeControl(pairs: readonly ControlPair[]): string {
  const biased = withholdingPair(pairs)
  if (biased) return `withheld: ${describeBias(biased)}`
  const bound = checkedTo(pairs)
  return bound === null ? 'unchecked' : `equal things agree within ${formatBound(bound)}`
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
      const biased = withholdingPair(pairs.filter((pair) => pair.workload === workload)) as ControlPair
      return [workload, `${workload}: ratios withheld. ${describeBias(biased)}. ${remedyOf(unjournaled, reader)}`]
    }),
  )
}

/** Why a run may show no ratio at all, and what to do. Null if it may. */
export function describeUnreliableRun(
  { biased, unreliable, unjournaled }: RunReliability,
  reader: Reader = 'command',
): string | null {
  if (!unreliable) return null
  const names = [...biased].slice(0, MAX_NAMED)
  if (names.length < biased.size) names.push('…')
  return `This run is unreliable: equal things were not measured as equal in ${counted(biased.size, 'workload')} (${names.join(', ')}). It shows no ratios. ${remedyOf(unjournaled, reader)}`
}

/** The maximum number of workloads that a sentence names. */
const MAX_NAMED = 20

/** Who measures again: a user of the command, or one of the action. */
type Reader = 'command' | 'action'

const REMEDIES: Record<Reader, { again: string; journal: string }> = {
  command: { again: 'Run it again on a quiet machine.', journal: 'use --dir on a file system with one' },
  action: { again: 'Run the job again.', journal: 'set the input dir to a folder on a file system with one' },
}

function remedyOf(unjournaled: boolean, reader: Reader): string {
  const { again, journal } = REMEDIES[reader]
  return unjournaled ? `${again} Its files are on a file system without a journal: ${journal}.` : again
}

/** The pair that withholds the ratios: one that differs, rather than one that is only imprecise. */
function withholdingPair(pairs: readonly ControlPair[]): ControlPair | undefined {
  return pairs.find(({ withholds }) => withholds === 'differs') ?? pairs.find(({ withholds }) => withholds)
}

function describeBias({ kind, withholds, estimate: { interval } }: ControlPair): string {
  const what =
    kind === 'repeat'
      ? 'Measured twice, the same benchmark differed'
      : 'Volume and bind, which are equal here, differed (volume ÷ bind)'
  const [lower, upper] = interval as readonly [number, number]
  const span = formatRatioInterval([lower, upper]).replace('×', '')
  return `${what} by a factor of ${span}${withholds === 'imprecise' ? `; a span wider than a factor of ${WIDEST_CONTROL} checks nothing` : ''}`
}

/**
 * What a run found, one sentence for each workload with ratios, in document order: `npm-ci small: no difference above 7%
 * between native, volume and bind, equal things agree within 4%; layer unchecked.` An unreliable run has one sentence.
 */
export function describeFindings(document: RunDocument, reader: Reader = 'command'): string[] {
  const reliability = runReliability(document)
  const unreliable = describeUnreliableRun(reliability, reader)
  if (unreliable !== null) return [unreliable]
  const withheld = describeWithheld(reliability, reader)
  const found = new Map<string, Finding[]>()
  for (const { benchmark, metric, ratio } of summarizeRun(document)) {
    const own = document.benchmarks[benchmark] as Benchmark
    if (ratio === null || ratio.status === 'source' || own.variant !== null) continue
    if (own.metrics.find(({ primary }) => primary)?.name !== metric) continue
    const name = document.engines.length > 1 && own.engine !== null ? `${own.scenario} (${own.engine})` : own.scenario
    const work = describeWork(own)
    found.set(work, [...(found.get(work) ?? []), { name, scenario: own.scenario, ratio }])
  }
  return [...found].map(([work, findings]) => {
    const own = reliability.pairs.filter(({ workload }) => workload === work)
    return withheld.get(work) ?? `${work}: ${describeWorkload(findings, own)}.`
  })
}

/** A scenario of a workload, with its ratio to the reference. */
interface Finding {
  name: string
  scenario: string
  ratio: RatioToReference
}

function describeWorkload(findings: readonly Finding[], pairs: readonly ControlPair[]): string {
  const resolved = findings.filter(({ ratio }) => ratio.interval !== null)
  const equal = resolved.filter(({ ratio: { interval } }) => contains1(interval as [number, number]))
  const unequal = resolved.filter(({ ratio: { interval } }) => !contains1(interval as [number, number]))
  const unresolved = findings.filter(({ ratio }) => ratio.status === 'not resolved')
  const few = findings.filter(({ ratio }) => ratio.status === 'too few rounds')
  if (resolved.length + unresolved.length === 0) {
    const rounds = Math.max(...few.map(({ ratio }) => ratio.rounds))
    return `${counted(rounds, 'round')}, too few for a ratio (at least ${MIN_ROUNDS})`
  }
  const reference = (findings[0] as Finding).ratio.reference
  const bound = largestDifference(equal.map(({ ratio }) => ratio.interval))
  const parts = [
    ...unequal.map(({ name, ratio }) => `${name} is ${describeRatio(ratio)} ${ratio.reference}`),
    ...(bound !== null
      ? [`no difference above ${formatBound(bound)} between ${listed([reference, ...equal.map(({ name }) => name)])}`]
      : []),
    ...(unresolved.length > 0 ? [`${listed(unresolved.map(({ name }) => name))} not resolved`] : []),
    ...(few.length > 0 ? [`${listed(few.map(({ name }) => name))} with too few rounds`] : []),
  ]
  const checked = describeControl(pairs)
  const checkedBound = checkedTo(pairs) ?? 0
  // The run cannot exclude an error as large as this bound.
  const doubtful = unequal.filter(
    ({ ratio: { value } }) => (largestDifference([[value ?? 1, value ?? 1]]) ?? 0) < checkedBound,
  )
  const doubt =
    doubtful.length > 0 ? `, which is more than the difference of ${listed(doubtful.map(({ name }) => name))}` : ''
  const hasLayer = checked !== 'unchecked' && findings.some(({ scenario }) => scenario === 'layer')
  return `${parts.join('; ')}, ${checked}${doubt}${hasLayer ? '; layer unchecked' : ''}`
}

function contains1([lower, upper]: readonly [number, number]): boolean {
  return lower <= 1 && upper >= 1
}

function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A bound as a percentage, rounded up, so that it is never understated: at least 0.1%, because nothing is exact. */
function formatBound(bound: number): string {
  const percent = Math.max(100 * bound, 0.1)
  return percent < 10 ? `${Math.ceil(percent * 10 - 1e-9) / 10}%` : `${Math.ceil(percent - 1e-9)}%`
}
