import { describeWork } from './benchmark-label.ts'
import { type ControlPair, checkedTo, largestDifference, type RunReliability, runReliability } from './controls.ts'
import { cpuShare } from './cpu-time.ts'
import {
  describeRatio,
  describeUnreliableRun,
  describeWithheld,
  formatBound,
  REMEDIES,
  type Reader,
} from './describe-ratio.ts'
import { formatDuration, formatRatio } from './format.ts'
import { counted, listed } from './format-count.ts'
import { MIN_ROUNDS } from './round-ratios.ts'
import { type RoundsForEstimate, roundsForEstimate } from './rounds-for-estimate.ts'
import type { Benchmark, RunDocument } from './run.v1.generated.ts'
import { placeOf } from './scenario-places.ts'
import type { Interval } from './statistics/index.ts'
import { type BenchmarkSummary, type RatioToReference, summarizeRun } from './summarize-run.ts'

/**
 * What a run found, one sentence for each workload with ratios, those with a difference first: `npm-ci small: any difference from
 * native is at most 7% on a volume and on a bind mount, too small for this run to see; the same work, measured twice,
 * agrees within 4%.` An unreliable run has one sentence.
 */
export function describeFindings(document: RunDocument, reader: Reader = 'command'): string[] {
  return findingsOfRun(document, reader).map(({ sentence, next }) => [sentence, next].filter(Boolean).join(' '))
}

/** What a run found about one workload. */
export interface RunFinding {
  sentence: string
  /**
   * the same in one line, for a list or a badge: `npm-ci small: 1.60× native (1.49–1.64) in the container's layer`, `npm-ci
   * small: within 7% of native anywhere measured`. Of many places, the bind mount or the first one. Null without a ratio.
   */
  short: string | null
  /** whether a scenario whose files are on a disk differs from the reference */
  differs: boolean
  /** why it found only ranges, and what would give estimates; null if there is no need */
  next: string | null
}

/**
 * What a run found, as in `describeFindings`.
 * @param known the reliability and the summaries of the run, if they are computed already
 */
export function findingsOfRun(
  document: RunDocument,
  reader: Reader = 'command',
  known: { reliability?: RunReliability; summaries?: readonly BenchmarkSummary[] } = {},
): RunFinding[] {
  const { reliability = runReliability(document), summaries = summarizeRun(document, reliability) } = known
  const unreliable = describeUnreliableRun(reliability, reader)
  if (unreliable !== null) return [{ sentence: unreliable, short: null, differs: false, next: null }]
  const withheld = describeWithheld(reliability, reader)
  const found = new Map<string, Finding[]>()
  for (const { benchmark, metric, better, ratio } of summaries) {
    const own = document.benchmarks[benchmark] as Benchmark
    if (ratio === null || ratio.status === 'source' || own.variant !== null) continue
    if (own.metrics.find(({ primary }) => primary)?.name !== metric) continue
    const several = document.engines.length > 1 && own.engine !== null
    const place = `${placeOf(own.scenario)}${several ? ` with ${own.engine}` : ''}`
    const work = describeWork(own)
    found.set(work, [...(found.get(work) ?? []), { place, scenario: own.scenario, ratio, metric, better }])
  }
  const works = [...found].map(([work, findings]): RunFinding => {
    const own = reliability.pairs.filter(({ workload }) => workload === work)
    const wide = findings.filter(({ ratio }) => ratio.status === 'range')
    const reason = withheld.get(work)
    if (reason !== undefined) return { sentence: reason, short: null, differs: false, next: null }
    const next = wide.length > 0 ? describeNextStep(document, work, wide, { ...reliability, pairs: own }, reader) : null
    const [{ metric, better }] = findings as [Finding]
    const title = better === 'higher' ? `${work}, ${metric} (more is better)` : work
    const sentence = `${title}: ${describeWorkload(findings, own, reliability.slowed.get(work))}.`
    const bound = checkedTo(own) ?? 0
    const short = describeShortly(findings, bound)
    // That memory is faster than a disk is no news.
    const differs = differing(findings, bound).some(({ scenario }) => !MEMORY.includes(scenario))
    return { sentence, short: short && `${title}: ${short}`, differs, next }
  })
  const ordered = works.toSorted((a, b) => Number(b.differs) - Number(a.differs))
  return hasOtherPrograms(document, found)
    ? [...ordered, { sentence: OTHER_PROGRAMS, short: null, differs: false, next: null }]
    : ordered
}

const OTHER_PROGRAMS =
  "On the host, a command runs the host's own programs, and in a container those of the image: other versions of them can explain a ratio to native as well as the container can."

/** Whether a command of a project was compared with native. The catalog has the same programs everywhere. */
function hasOtherPrograms({ benchmarks }: RunDocument, found: ReadonlyMap<string, Finding[]>): boolean {
  return benchmarks.some(
    (one) =>
      one.definitionDigest !== undefined &&
      one.engine !== null &&
      found.get(describeWork(one))?.some(({ ratio }) => ratio.reference === 'native' && ratio.interval !== null),
  )
}

/** A scenario of a workload, with its ratio to the reference. */
interface Finding {
  /** where its files are, with the engine if there are several: `on a bind mount with docker` */
  place: string
  scenario: string
  ratio: RatioToReference
  metric: string
  better: 'lower' | 'higher'
}

/** Scenarios whose files are in memory. */
const MEMORY = ['tmpfs', 'ramdisk']

/** The most characters of a finding in one line. */
const MAX_SHORT = 90

/** A finding about a workload in one line, without its title; null without a ratio. */
function describeShortly(findings: readonly Finding[], checkedBound: number): string | null {
  const ranges = findings.filter(({ ratio }) => ratio.status === 'range')
  const resolved = findings.filter(({ ratio }) => ratio.status === 'resolved')
  const unequal = differing(findings, checkedBound)
  const inOneLine = (some: readonly Finding[], describe: (one: Finding) => string): string | null => {
    const all = listed(some.map(describe))
    const [first] = [...some.filter(({ scenario }) => scenario === 'bind'), ...some]
    return all.length <= MAX_SHORT || first === undefined ? all : describe(first)
  }
  if (unequal.length > 0) return inOneLine(unequal, describeOne)
  const bound = largestDifference(resolved.map(({ ratio }) => ratio.interval))
  const [{ reference }] = findings.map(({ ratio }) => ratio) as [RatioToReference]
  if (bound !== null)
    return `within ${formatBound(Math.max(bound, checkedBound))} of ${reference} ${listPlaces(resolved, findings)}`
  return ranges.length === 0 ? null : inOneLine(ranges, ({ place, ratio }) => `${describeRange(ratio)} ${place}`)
}

/** A ratio with its place: `1.60× native (1.49–1.64) in the container's layer`. */
function describeOne({ place, ratio }: Finding): string {
  return `${describeRatio(ratio).replace('×', `× ${ratio.reference}`)} ${place}`
}

/** The scenarios that differ from the reference by more than equal work did. */
function differing(findings: readonly Finding[], checkedBound: number): Finding[] {
  return findings.filter(({ ratio }) => ratio.status === 'resolved' && differs(ratio, checkedBound))
}

/** Of more places than these, a sentence does not list all. */
const MAX_LISTED = 3

/**
 * First what differs from the reference, then what may not, then what is uncertain, and how far equal work differed. A
 * difference that is smaller than that of equal work is none.
 */
function describeWorkload(
  findings: readonly Finding[],
  pairs: readonly ControlPair[],
  factor: number | undefined,
): string {
  const few = findings.filter(({ ratio }) => ratio.status === 'too few rounds')
  const ranges = findings.filter(({ ratio }) => ratio.status === 'range')
  const resolved = findings.filter(({ ratio }) => ratio.status === 'resolved')
  if (resolved.length + ranges.length === 0) {
    const rounds = Math.max(...few.map(({ ratio }) => ratio.rounds))
    return `${counted(rounds, 'round')}, too few for a ratio (at least ${MIN_ROUNDS})`
  }
  const { reference } = (findings[0] as Finding).ratio
  const checkedBound = checkedTo(pairs)
  const unequal = differing(findings, checkedBound ?? 0)
  const near = resolved.filter((finding) => !unequal.includes(finding))
  const bound = largestDifference(near.map(({ ratio }) => ratio.interval))
  const where = (some: readonly Finding[]) => listPlaces(some, findings)
  const parts = [
    ...(unequal.length > 0 ? [listed(unequal.map(describeOne))] : []),
    ...(bound !== null
      ? [
          `any difference from ${reference} is at most ${formatBound(Math.max(bound, checkedBound ?? 0))} ${where(near)}, too small for this run to see`,
        ]
      : []),
    ...(ranges.length > 0 ? [`${describeRanges(ranges, where)}, and this run cannot say more`] : []),
    ...(few.length > 0 ? [`too few rounds ${where(few)}`] : []),
  ]
  if (factor !== undefined) return [...parts, describeGround(factor)].join('; ')
  // Why the ratios are ranges follows in a sentence of its own.
  if (pairs.some(({ problem }) => problem === 'imprecise')) return parts.join('; ')
  if (checkedBound === null) return [...parts, 'unchecked'].join('; ')
  const hasLayer = findings.some(({ scenario }) => scenario === 'layer')
  return [
    ...parts,
    `the same work, measured twice, agrees within ${formatBound(checkedBound)}${hasLayer ? ' (not checked in the layer)' : ''}`,
  ].join('; ')
}

/** The places of some findings, each once if all its engines are among them: `on a volume and on a bind mount with docker`. */
function listPlaces(some: readonly Finding[], all: readonly Finding[]): string {
  const scenarios = new Set(all.map(({ scenario }) => scenario))
  if (some.length === all.length && scenarios.size > MAX_LISTED) return 'anywhere measured'
  const isWhole = (scenario: string) =>
    all.filter((one) => one.scenario === scenario).every((one) => some.includes(one))
  return listed([...new Set(some.map(({ scenario, place }) => (isWhole(scenario) ? placeOf(scenario) : place)))])
}

/** Whether a ratio is another one than 1, by more than equal work differed. */
function differs({ value, interval }: RatioToReference, checkedBound: number): boolean {
  return (
    !contains1(interval as [number, number]) && (largestDifference([[value ?? 1, value ?? 1]]) ?? 0) >= checkedBound
  )
}

/** Ranges in words; of many, the range from the least to the most: `between 0.72 and 1.27 times native anywhere`. */
function describeRanges(ranges: readonly Finding[], where: (some: readonly Finding[]) => string): string {
  if (ranges.length <= MAX_LISTED) return listed(ranges.map(({ place, ratio }) => `${describeRange(ratio)} ${place}`))
  const bounds = ranges.flatMap(({ ratio }) => ratio.interval ?? [])
  const { reference } = (ranges[0] as Finding).ratio
  return `${describeRange({ interval: [Math.min(...bounds), Math.max(...bounds)], reference })} ${where(ranges)}`
}

/** A range in words: `between 0.72 and 1.27 times native`. */
function describeRange({ interval, reference }: Pick<RatioToReference, 'interval' | 'reference'>): string {
  const [lower, upper] = (interval as Interval).map((bound) => formatRatio(bound).replace('×', ''))
  return `between ${lower} and ${upper} times ${reference}`
}

/** Why a workload has ranges, and what would give estimates, with its price. */
function describeNextStep(
  document: RunDocument,
  work: string,
  wide: readonly Finding[],
  { pairs, slowed, unjournaled }: RunReliability,
  reader: Reader,
): string {
  const needed = roundsForEstimate(document, work)
  const bound = checkedTo(pairs.filter(({ problem }) => problem === 'imprecise'))
  const causes = [
    ...(bound === null ? [] : [`the same work twice differed by up to ${formatBound(bound)}`]),
    ...(needed === null ? [] : [`the rounds vary by about ${formatBound(Math.expm1(needed.noise))}`]),
    ...describeWaiting(document, work, wide),
    ...(document.notes.some(({ code }) => code === 'busy') ? ['the host was busy'] : []),
    ...(unjournaled && !slowed.has(work) ? ['the files are on a file system without a journal'] : []),
  ]
  const { again, journal } = REMEDIES[reader]
  const remedy = unjournaled ? `${again.replace('.', ',')} and ${journal}.` : again
  return [
    causes.length > 0 ? `Why: ${listed(causes)}.` : null,
    // More rounds do not help against a delay that all of them have.
    (needed && !slowed.has(work) ? describeRounds(needed, document, work, reader) : null) ?? remedy,
  ]
    .filter((text) => text !== null)
    .join(' ')
}

/** Work that uses processors for a larger share of its time hardly waits. */
const MAX_CPU_SHARE = 0.8

/** What the samples of a workload on a file system without a journal show, by the factor between slowest and fastest. */
function describeGround(factor: number): string {
  return `its samples differ by ${formatBound(factor - 1)}, as files removed before can cause on a file system without a journal`
}

/** How much the work behind wide ratios waits: what a disk or a busy processor makes vary is no time of its own. */
function describeWaiting({ benchmarks }: RunDocument, work: string, wide: readonly Finding[]): string[] {
  const scenarios = wide.flatMap(({ scenario, ratio }) => [scenario, ratio.reference])
  const shares = benchmarks
    .filter((one) => !one.control && describeWork(one) === work && scenarios.includes(one.scenario))
    .map(cpuShare)
    .filter((share) => share !== null)
  if (shares.length === 0 || shares.some((share) => share > MAX_CPU_SHARE)) return []
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => `${Math.round(100 * share)}%`)
  return [`only ${least === most ? least : `${least} to ${most}`} of the wall time is CPU time (the rest is waiting)`]
}

/** More rounds than these, or rounds that take longer than this (in seconds), are no advice. */
const [MAX_ADVISED_ROUNDS, LONGEST_ADVICE] = [100, 30 * 60]

/** The rounds that would give an estimate. Null if the run had as many, so that something else is wrong. */
function describeRounds(
  needed: RoundsForEstimate,
  { benchmarks }: RunDocument,
  work: string,
  reader: Reader,
): string | null {
  const { rounds, seconds, halfWidth } = needed
  const own = benchmarks.filter((one) => describeWork(one) === work)
  if (own.some(({ samples }) => samples.filter(({ warmup }) => !warmup).length >= rounds)) return null
  const price = seconds === null ? '' : `, about ${formatDuration(seconds * 1e9)}`
  const goal = `${counted(rounds, 'round')}${price}, for ±${formatBound(halfWidth)}`
  if (rounds > MAX_ADVISED_ROUNDS || (seconds ?? 0) > LONGEST_ADVICE)
    return `Next: a quieter machine. This one would need ${goal}.`
  const { workload, params } = own[0] as Benchmark
  const values = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  const chosen = values.length > 0 ? `${workload} --param ${values.join(' ')}` : workload
  const option = reader === 'action' ? `rounds: ${rounds}` : `--workload ${chosen} --rounds ${rounds}`
  return `Next: a quieter machine, or ${goal} (${option}).`
}

function contains1([lower, upper]: readonly [number, number]): boolean {
  return lower <= 1 && upper >= 1
}
