import {
  type Benchmark,
  benchmarkKey,
  checkedTo,
  describeWork,
  formatBound,
  indexBenchmarks,
  ownValue,
  type RunDocument,
  runReliability,
  summarizeRun,
} from '@plimsoll/schema'
import { enginesTitle, engineTitle } from '../page-parts/titles.ts'
import type { BenchmarkReference, Column, EditionPart, EditionRow } from './edition.ts'
import { suitableUnit } from './units.ts'

/** A run of an edition, with its id. */
export interface EditionRun {
  id: string
  hash: string
  document: RunDocument
}

/** Titles of the scenarios, as in the tables of docker-for-mac-bench. */
const TESTS: Record<string, string> = {
  native: 'Native',
  layer: 'No volumes',
  volume: 'Volume',
  'bind-volume': 'Bind mount + volume',
  bind: 'Bind mount',
}

/** A run of an edition with the runs that repeat it. */
export interface RepeatedRun {
  run: EditionRun
  repeats: EditionRun[]
}

/**
 * Composes the parts of an edition (its tables) from measured runs: one part for each workload with its parameters, in
 * each suite. Different record sizes of a workload share a part. The runs that repeat another one have no rows of their
 * own.
 */
export function composeParts(runs: RepeatedRun[]): EditionPart[] {
  const benchmarks = runs.flatMap(benchmarksOfGroup)
  const hasSuites = new Set(runs.map(({ run }) => run.document.suite.name)).size > 1
  const works = Map.groupBy(
    benchmarks,
    ({ run, benchmark }) =>
      describeWork(withoutRecord(benchmark)) + (hasSuites ? ` · suite ${run.document.suite.name}` : ''),
  )
  return [...works].map(([title, members], index): EditionPart => {
    const lines = new Set(members.map(({ benchmark }) => recordOf(benchmark))).size > 1
    const rows = members.map((member) => rowOf(member, members))
    const hasRatio = rows.some(({ reference }) => reference !== null)
    const isRepeated = rows.some(({ repeats = [] }) => repeats.length > 0)
    const largest = Math.max(...members.map(({ median }) => median))
    return {
      code: `work-${index + 1}`,
      title,
      text: [
        lines ? 'Median by record size.' : 'Median by platform and test. The thin line is min–max.',
        members[0]?.better === 'higher' ? 'More is better.' : 'Less is better.',
        ...describeChecks(members),
      ],
      chart: lines ? 'lines' : 'bars',
      unit: suitableUnit(members[0]?.unit ?? 'ns', largest),
      columns: ['median', 'range', 'count', ...(hasRatio ? RATIO : []), ...(hasRatio && isRepeated ? NEXT_RUN : [])],
      reference: referenceTitle(members),
      rows,
    }
  })
}

/**
 * Says of each run that stands alone how closely it checked its ratios of a workload: several runs show by their spread how
 * far a ratio may be trusted.
 */
function describeChecks(members: readonly MeasuredBenchmark[]): string[] {
  const alone = members.filter(({ reference, repeats }) => reference !== null && repeats.length === 0)
  const byRun = Map.groupBy(alone, ({ run }) => run)
  const hasLayer = members.some(({ benchmark }) => benchmark.scenario === 'layer')
  return [...byRun].map(([{ document }, [first]]) => {
    const work = describeWork((first as MeasuredBenchmark).benchmark)
    const bound = checkedTo(runReliability(document).pairs.filter(({ workload }) => workload === work))
    const busy = document.notes.some(({ code }) => code === 'busy') ? ' Its host was busy.' : ''
    const run = byRun.size > 1 ? `The run of ${enginesTitle(document)}` : 'One run'
    return bound === null
      ? `${run}, unchecked: it measured no two equal things.${busy}`
      : `${run}: the same work, measured twice, agrees within ${formatBound(bound)}, so a smaller difference may be none${hasLayer ? " (not checked in the container's layer)" : ''}.${busy}`
  })
}

const RATIO: Column[] = ['ratio']
const NEXT_RUN: Column[] = ['next-run']

interface MeasuredBenchmark {
  /** the first of the runs that repeat each other; its title stands for all of them */
  group: EditionRun
  /** the first run of the group that has figures of the benchmark */
  run: EditionRun
  /** the later runs of the group */
  repeats: EditionRun[]
  benchmark: Benchmark
  index: number
  unit: string
  better: 'lower' | 'higher'
  median: number
  /**
   * The scenario that the ratio of a benchmark is relative to. Null if the benchmark is itself the reference or has
   * none.
   */
  reference: string | null
}

/**
 * Returns the benchmarks with figures in at least one run of a group, except controls, sorted by engine and scenario. A
 * benchmark that failed in the first run is that of the next run.
 */
function benchmarksOfGroup({ run: group, repeats }: RepeatedRun): MeasuredBenchmark[] {
  const found = new Map<string, MeasuredBenchmark>()
  for (const [at, run] of [group, ...repeats].entries())
    for (const member of measuredBenchmarks(run)) {
      const { benchmark } = member
      const key = benchmarkKey(benchmark, benchmark.scenario, benchmark.engine)
      if (!found.has(key)) found.set(key, { ...member, group, repeats: repeats.slice(at) })
    }
  return [...found.values()].sort((a, b) => rank(a.benchmark, group) - rank(b.benchmark, group))
}

/** Returns the benchmarks with figures except controls, in document order. */
function measuredBenchmarks(run: EditionRun): Omit<MeasuredBenchmark, 'group' | 'repeats'>[] {
  const summaries = summarizeRun(run.document)
  const { benchmarks } = run.document
  return benchmarks.flatMap((benchmark, index) => {
    const primary = benchmark.metrics.find(({ primary }) => primary)?.name
    const summary = summaries.find((entry) => entry.benchmark === index && entry.metric === primary)
    if (benchmark.status !== 'ok' || benchmark.control || summary?.median == null) return []
    return [
      {
        run,
        benchmark,
        index,
        unit: summary.unit,
        better: summary.better,
        median: summary.median,
        reference: summary.ratio?.reference ?? null,
      },
    ]
  })
}

function rank({ engine, scenario }: Benchmark, { document }: EditionRun): number {
  const tests = Object.keys(TESTS)
  const test = tests.indexOf(scenario)
  return (document.engines.findIndex(({ id }) => id === engine) + 1) * 100 + (test === -1 ? tests.length : test)
}

function rowOf(member: MeasuredBenchmark, members: MeasuredBenchmark[]): EditionRow {
  const { run, benchmark, index, repeats } = member
  const record = recordOf(benchmark)
  const reference = members.findIndex((other) => isReference(other, member))
  return {
    os: run.document.host.os.family === 'macos' ? 'macOS' : 'Linux',
    platform: platformIn(members, member),
    test: [
      ownValue(TESTS, benchmark.scenario) ?? benchmark.scenario,
      ...(record === null ? [] : [`${record / 1024} KiB`]),
    ].join(', '),
    benchmark: { run: run.hash, benchmark: index } satisfies BenchmarkReference,
    ...(repeats.length > 0 && { repeats: repeats.flatMap((repeat) => sameBenchmark(benchmark, repeat)) }),
    reference: reference === -1 ? null : reference,
    published: null,
    flag: null,
    earlier: null,
    ...(record === null ? {} : { record }),
  }
}

/** The benchmark of another run with the same work, scenario and engine, if it has figures. */
function sameBenchmark(own: Benchmark, { hash, document }: EditionRun): BenchmarkReference[] {
  const index = indexBenchmarks(document.benchmarks).get(benchmarkKey(own, own.scenario, own.engine))
  return index === undefined || document.benchmarks[index]?.status !== 'ok' ? [] : [{ run: hash, benchmark: index }]
}

/**
 * Whether `other` is the reference that a benchmark's ratio is relative to. It is on the same engine, or on the host.
 */
function isReference(other: MeasuredBenchmark, { group, benchmark, reference }: MeasuredBenchmark): boolean {
  if (reference === null || other.group !== group || other.benchmark.scenario !== reference) return false
  if (recordOf(other.benchmark) !== recordOf(benchmark)) return false
  return other.benchmark.engine === benchmark.engine || other.benchmark.engine === null
}

/** Returns the titles of the references of ratios, joined by "or". Usually this is `native`. */
function referenceTitle(members: MeasuredBenchmark[]): string {
  const references = new Set(members.flatMap(({ reference }) => reference ?? []))
  return (
    [...references].map((scenario) => ownValue(TESTS, scenario)?.toLowerCase() ?? scenario).join(' or ') || 'native'
  )
}

/**
 * The platform of a row. If another run of the part has a platform of this name, the host is named with the engines
 * beside which it was measured, and then the run is named.
 */
function platformIn(members: MeasuredBenchmark[], { group: run, benchmark }: MeasuredBenchmark): string {
  const names = [
    platformOf,
    (of: EditionRun, id: string | null) =>
      id === null ? `host, beside ${enginesTitle(of.document)}` : platformOf(of, id),
  ]
  const unique = names.find((name) =>
    members.every(
      (other) =>
        other.group === run ||
        other.group.document.host.os.family !== run.document.host.os.family ||
        name(other.group, other.benchmark.engine) !== name(run, benchmark.engine),
    ),
  )
  return unique ? unique(run, benchmark.engine) : `${platformOf(run, benchmark.engine)} (run ${run.id.slice(0, 10)})`
}

function platformOf({ document }: EditionRun, engine: string | null): string {
  return engine === null ? 'host' : engineTitle(document, engine)
}

function recordOf({ params }: Benchmark): number | null {
  return typeof params.record === 'number' ? params.record : null
}

function withoutRecord({ workload, params }: Benchmark): Pick<Benchmark, 'workload' | 'params'> {
  const { record: _, ...others } = params
  return { workload, params: others }
}
