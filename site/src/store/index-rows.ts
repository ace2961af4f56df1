import {
  ANALYSIS_VERSION,
  type Benchmark,
  type BenchmarkSummary,
  type Check,
  describeBenchmark,
  describeCounts,
  describeWork,
  judgeRun,
  type RunDocument,
  summarizeRun,
} from '@plimsoll/schema'
import { engineSetup, machineClass } from './machine.ts'
import { engineSlug } from './slug.ts'
import { provenanceLevelOf, type Statement, stateOf } from './statements.ts'

type Value = string | number | null

/** What the index holds of one run, by table: column names to values, as in `prisma/schema.prisma`. */
export interface IndexRows {
  Run: Record<string, Value>[]
  Engine: Record<string, Value>[]
  Benchmark: Record<string, Value>[]
}

export interface IndexedRun {
  id: string
  hash: string
  document: RunDocument
  statements: Statement[]
  /** Size in bytes, and when it was last changed, in ms since 1970, of the statements that the rows are made from. */
  stated: { size: number; modified: number }
  stored: StoredFile
}

/** The file that a document is in. */
export interface StoredFile {
  /** SHA-256 of its bytes, in hexadecimal. */
  hash: string
  /** In bytes. */
  size: number
  /** When it was last changed, in ms since 1970. */
  modified: number
}

/** Derives the index rows of one run. */
export function indexRows(run: IndexedRun): IndexRows {
  return { Run: [runRow(run)], Engine: engineRows(run), Benchmark: benchmarkRows(run) }
}

function runRow({ id, hash, document, statements, stated, stored }: IndexedRun): Record<string, Value> {
  const { host, suite, benchmarks, origin, source } = document
  const check = judgeRun(document)
  return {
    id,
    hash,
    suite: suite.name,
    suiteVersion: suite.version,
    startedAt: document.startedAt,
    finishedAt: document.finishedAt,
    status: document.status,
    origin: origin.kind,
    // Transcriptions of two versions of one source differ in nothing else that a list shows.
    sourceVersion: origin.kind === 'transcribed' ? (origin.citation.version ?? null) : null,
    division: document.division,
    provenanceLevel: provenanceLevelOf(document, statements),
    state: stateOf(statements)?.kind ?? null,
    kind: check === null ? 'run' : 'check',
    counts: check === null ? null : describeCounts(check),
    nullPairP: nullPairP(check),
    repository: source?.repository ?? null,
    project: source?.repository?.toLowerCase() ?? null,
    commit: source?.commit ?? null,
    pullRequest: source?.pullRequest ?? null,
    osFamily: host.os.family,
    osName: host.os.name,
    osVersion: host.os.version,
    architecture: host.architecture,
    cpuModel: host.cpu.model,
    cpuCount: host.cpu.count,
    machine: machineClass(document),
    workloads: [...new Set(benchmarks.map(({ workload }) => workload))].sort().join(' '),
    benchmarkCount: benchmarks.length,
    sampleCount: benchmarks.reduce((sum, benchmark) => sum + benchmark.samples.length, 0),
    problemCount: benchmarks.filter((benchmark) => benchmark.status !== 'ok').length,
    analysisVersion: ANALYSIS_VERSION,
    storedHash: stored.hash,
    storedSize: stored.size,
    storedModified: stored.modified,
    statementBytes: stated.size,
    statedModified: stated.modified,
  }
}

/** With fewer rounds than its interval needs no null pair could come out as biased. */
function nullPairP(check: Check | null): number | null {
  const nullPair = check?.nullPair ?? null
  return nullPair === null || nullPair.interval === null ? null : nullPair.p
}

function engineRows({ id, document, statements }: IndexedRun): Record<string, Value>[] {
  const inHistory = isInHistory(document, statements) ? 1 : 0
  return document.engines.map((engine) => ({
    runId: id,
    name: engine.id,
    slug: engineSlug(engine.product),
    product: engine.product,
    version: engine.version,
    mountType: engine.effective.mountType.value,
    setup: engineSetup(engine),
    inHistory,
    startedAt: document.startedAt,
  }))
}

function benchmarkRows({ id: runId, document, statements }: IndexedRun): Record<string, Value>[] {
  const inHistory = isInHistory(document, statements)
  // No list shows an interval, and they take a hundred times as long as all the rest.
  return summarizeRun(document, false).flatMap((summary) => {
    const benchmark = document.benchmarks[summary.benchmark]
    if (benchmark === undefined) return []
    const metric = benchmark.metrics.find(({ name }) => name === summary.metric)
    return {
      runId,
      position: summary.benchmark,
      metric: summary.metric,
      workload: benchmark.workload,
      workloadDigest: benchmark.workloadDigest,
      work: describeWork(benchmark),
      scenario: benchmark.scenario,
      engine: benchmark.engine,
      variant: benchmark.variant,
      label: describeBenchmark(benchmark),
      status: benchmark.status,
      unit: summary.unit,
      better: summary.better,
      isPrimary: metric?.primary ? 1 : 0,
      n: summary.n,
      mean: summary.mean,
      median: summary.median,
      minimum: summary.minimum,
      maximum: summary.maximum,
      ratio: summary.ratio?.value ?? null,
      inHistory: inHistory && metric?.primary && isPoint(benchmark, summary) ? 1 : 0,
      startedAt: document.startedAt,
    }
  })
}

/** Runs of a suite as it is frozen, or as a source published it, by which somebody still stands. */
function isInHistory({ division, origin }: RunDocument, statements: Statement[]): boolean {
  return stateOf(statements) === null && (division === 'standard' || origin.kind === 'transcribed')
}

/** What a change proposes is no history: of the variants of a check, only the base is. */
function isPoint({ status, variant }: Benchmark, { median, mean }: BenchmarkSummary): boolean {
  return status === 'ok' && (variant === null || variant === 'base') && (median ?? mean) !== null
}
