import {
  ANALYSIS_VERSION,
  type Benchmark,
  type BenchmarkSummary,
  type Check,
  chooseCenter,
  describeBenchmark,
  describeCounts,
  describeWork,
  idOfHash,
  judgeRun,
  type RunDocument,
  type RunReliability,
  runReliability,
  summarizeRun,
} from '@plimsoll/schema'
import { provenanceLevelOf } from '../provenance/levels.ts'
import { type Project, projectOf } from '../provenance/project.ts'
import type { Signature } from '../provenance/signature.ts'
import type { FileStatus } from './durable-files.ts'
import { engineSlug } from './engine-names.ts'
import { describeKeyFigure } from './key-figure.ts'
import { engineSetup, machineClass } from './machine-class.ts'
import { isGenerated } from './origin.ts'
import { isShipped } from './shipped.ts'
import { findRunState, type Statement } from './statements.ts'

type Value = string | number | null

/** The rows of one run in the index, by table. Each row maps column names to values, as in `prisma/schema.prisma`. */
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
  /** What the bundle beside the document proves; null without one, and if it proves nothing. */
  signature: Signature | null
  /** Why the bundle proves nothing, as the end of a sentence; null if it does, or without one. */
  bundleFault: string | null
  /** The SHA-256 of the document's bytes, in hexadecimal. */
  storedHash: string
}

/** The files of a run from which its rows are derived. */
export interface RunFiles {
  stored: FileStatus
  statementsFile: FileStatus
  bundle: FileStatus
  /** A digest of what the registry trusts (`trustDigest`). */
  trust: string
}

/**
 * Derives the index rows of one run; `addFiles` completes them. Throws if the index could not hold a value: it would refuse
 * the other runs too.
 */
export function indexRows(run: IndexedRun): IndexRows {
  const reliability = runReliability(run.document)
  const summaries = summarizeRun(run.document, reliability)
  const rows = {
    Run: [runRow(run, summaries, reliability)],
    Engine: engineRows(run),
    Benchmark: benchmarkRows(run, summaries),
  }
  for (const table of Object.values(rows))
    for (const row of table)
      for (const name in row)
        if (!isStorable(row[name] as Value)) throw new Error(`the index cannot hold the ${name} ${String(row[name])}`)
  return rows
}

/** Adds the files of a run to its rows, so that a later change of the files is noticed. */
export function addFiles(rows: IndexRows, { stored, statementsFile, bundle, trust }: RunFiles): IndexRows {
  const files = {
    storedSize: stored.size,
    storedModified: stored.modified,
    statementsSize: statementsFile.size,
    statementsModified: statementsFile.modified,
    bundleSize: bundle.size,
    bundleModified: bundle.modified,
    trust: bundle.size < 0 ? '' : trust,
  }
  return { ...rows, Run: rows.Run.map((run) => ({ ...run, ...files })) }
}

function isStorable(value: Value): boolean {
  return value === null || typeof value === 'string' || Number.isFinite(value)
}

function runRow(
  { id, hash, document, statements, signature, bundleFault, storedHash }: IndexedRun,
  summaries: BenchmarkSummary[],
  reliability: RunReliability,
): Record<string, Value> {
  const { host, suite, benchmarks, origin, source } = document
  const check = judgeRun(document)
  const project = signature === null ? null : projectOf(signature.provenance)
  // The signature proves the name, too. Without one, the document names a repository, and nothing proves it.
  const repository = project?.repository ?? source?.repository ?? null
  return {
    id,
    hash,
    suite: suite.name,
    suiteVersion: suite.version,
    startedAt: document.startedAt,
    finishedAt: document.finishedAt,
    status: document.status,
    origin: origin.kind,
    // In lists, this version is the only difference between transcriptions of two versions of a source.
    sourceVersion: origin.kind === 'transcribed' ? (origin.citation.version ?? null) : null,
    division: document.division,
    provenanceLevel: provenanceLevelOf(document, signature),
    signature: signature === null ? null : JSON.stringify(signature),
    bundleFault,
    state: findRunState(statements)?.kind ?? null,
    kind: check === null ? 'run' : 'check',
    counts: check === null ? null : describeCounts(check),
    nullPairP: nullPairP(check),
    unreliable: reliability.unreliable ? 1 : 0,
    busy: document.notes.some(({ code }) => code === 'busy') ? 1 : 0,
    generated: isGenerated(document) ? 1 : 0,
    repository,
    projectName: repository?.toLowerCase() ?? null,
    project: project?.key ?? null,
    issuer: project?.issuer ?? null,
    repositoryId: project?.repositoryId ?? null,
    ownerId: project?.ownerId ?? null,
    submitter: submitterOf(project, storedHash),
    submittedAt: statements[0]?.at ?? null,
    replicates: document.replicates === undefined ? null : idOfHash(document.replicates.document),
    commit: source?.commit ?? null,
    baseCommit: document.design.variants?.base.commit ?? null,
    pullRequest: source?.pullRequest ?? null,
    ref: source?.ref ?? null,
    osFamily: host.os.family,
    osName: host.os.name,
    osVersion: host.os.version,
    architecture: host.architecture,
    cpuModel: host.cpu.model,
    cpuCount: host.cpu.count,
    machine: machineClass(document),
    workloads: [...new Set(benchmarks.map(({ workload }) => workload))].sort().join(' '),
    scenarios: [...new Set(benchmarks.map(({ scenario }) => scenario))].sort().join(' '),
    keyFigure: check === null ? describeKeyFigure(document, summaries, reliability) : null,
    benchmarkCount: check?.benchmarks.length ?? benchmarks.filter(({ control }) => !control).length,
    sampleCount: benchmarks.reduce((sum, benchmark) => sum + benchmark.samples.length, 0),
    problemCount: benchmarks.filter((benchmark) => benchmark.status !== 'ok').length,
    analysisVersion: ANALYSIS_VERSION,
    storedHash,
  }
}

/** Returns who submitted a run; null for the operator. A run replaces the figures of another only if both are of one submitter. */
function submitterOf(project: Project | null, storedHash: string): string | null {
  if (project !== null) return `${project.issuer} ${project.repositoryId} ${project.ownerId}`
  return isShipped(storedHash) ? 'shipped' : null
}

/**
 * Returns the p-value of the null pair, which compares the base of a check with itself. Returns null if the null pair
 * has too few rounds for an interval. With so few rounds, no null pair can be significant, so including it would bias
 * the rate.
 */
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

function benchmarkRows(
  { id: runId, document, statements }: IndexedRun,
  summaries: BenchmarkSummary[],
): Record<string, Value>[] {
  const inHistory = isInHistory(document, statements)
  const isShown = findRunState(statements) === null
  return summaries.flatMap((summary) => {
    const benchmark = document.benchmarks[summary.benchmark]
    if (benchmark === undefined) return []
    const metric = benchmark.metrics.find(({ name }) => name === summary.metric)
    return {
      runId,
      position: summary.benchmark,
      metric: summary.metric,
      workload: benchmark.workload,
      workloadDigest: benchmark.workloadDigest,
      definition: benchmark.definitionDigest ?? null,
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
      ratioLower: summary.ratio?.interval?.[0] ?? null,
      ratioUpper: summary.ratio?.interval?.[1] ?? null,
      ratioStatus: summary.ratio?.status ?? null,
      ratioRounds: summary.ratio?.rounds ?? null,
      control: summary.control ? 1 : 0,
      // A project's own workload is in no suite, and its page shows every run.
      inHistory:
        (inHistory || (isShown && benchmark.definitionDigest !== undefined)) &&
        metric?.primary &&
        isPoint(benchmark, summary)
          ? 1
          : 0,
      startedAt: document.startedAt,
    }
  })
}

/**
 * Whether a run is part of the histories of engines and of the catalog's workloads. It must be neither superseded nor withdrawn,
 * and its suite must be unmodified or its figures transcribed from a source.
 */
function isInHistory({ division, origin }: RunDocument, statements: Statement[]): boolean {
  return findRunState(statements) === null && (division === 'standard' || origin.kind === 'transcribed')
}

/**
 * Whether a benchmark is a point of a history. A control is none, because it repeats another benchmark. Of the variants of a check (base and head), only the base is such a
 * point, because the head is just a proposal.
 */
function isPoint({ status, variant, control }: Benchmark, summary: BenchmarkSummary): boolean {
  return !control && status === 'ok' && (variant === null || variant === 'base') && chooseCenter(summary) !== null
}
