import { PrismaLibSql } from '@prisma/adapter-libsql'
import { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { connectionTo } from './database-connection.ts'
import type { Registry } from './registry.ts'

/** Opens the index for pages. The caller must disconnect it. */
export function openReader(registry: Registry): PrismaClient {
  return new PrismaClient({ adapter: new PrismaLibSql(connectionTo(registry)) })
}

/** The summary of a run in lists. */
export interface RunLine {
  id: string
  suite: string
  suiteVersion: number
  startedAt: string
  /** The origin of the run: `measured` or `transcribed`. */
  origin: string
  provenanceLevel: string
  /** The state of the run: `superseded` or `withdrawn`; null if neither. */
  state: string | null
  status: string
  /** The kind of the run: `run` or `check`. */
  kind: string
  /** For a check, the number of each verdict, or that the check is unreliable. Null for other runs. */
  counts: string | null
  /** The name of the repository, `owner/name`. Without a project, nothing proves it. */
  repository: string | null
  /** The key of the project; null if no signature proves which repository submitted the run. */
  project: string | null
  osFamily: string
  osName: string
  osVersion: string | null
  cpuModel: string | null
  cpuCount: number | null
  benchmarkCount: number
  sampleCount: number
  /** For a transcription, the version of the source, if the source has several. */
  sourceVersion: string | null
  /** The names of the workloads, separated by spaces. */
  workloads: string
  /** The names of the scenarios, separated by spaces. */
  scenarios: string
  /** The figure that stands for the run; null for a check, and for a run without a figure. */
  keyFigure: string | null
  /** Whether the run shows no ratio, because equal things differ in it. */
  unreliable: boolean
  /** Whether a note of the document says that its figures are generated. */
  generated: boolean
  /** The number of benchmarks that have no result. */
  problemCount: number
  engines: { slug: string; product: string; version: string | null }[]
}

const LINE = {
  id: true,
  suite: true,
  suiteVersion: true,
  startedAt: true,
  origin: true,
  provenanceLevel: true,
  state: true,
  status: true,
  kind: true,
  counts: true,
  repository: true,
  project: true,
  osFamily: true,
  osName: true,
  osVersion: true,
  cpuModel: true,
  cpuCount: true,
  benchmarkCount: true,
  sampleCount: true,
  sourceVersion: true,
  workloads: true,
  scenarios: true,
  keyFigure: true,
  unreliable: true,
  generated: true,
  problemCount: true,
  engines: { select: { slug: true, product: true, version: true }, orderBy: { name: 'asc' } },
} as const

/**
 * The position after which a list of runs continues. Runs are sorted newest first, and runs with the same start time by
 * id.
 */
export interface ListPosition {
  startedAt: string
  id: string
}

const NEWEST_FIRST = [{ startedAt: 'desc' }, { id: 'asc' }] as const

/**
 * Returns the runs with the latest start times, newest first, or the runs after a position. The time that the query
 * takes does not depend on the position.
 */
export async function latestRuns(
  reader: PrismaClient,
  limit: number,
  after: ListPosition | null = null,
): Promise<RunLine[]> {
  const where = after === null ? {} : isAfter(after)
  return reader.run.findMany({ take: limit, where, orderBy: [...NEWEST_FIRST], select: LINE })
}

/**
 * Returns the condition for runs after a position. With this form of the condition, SQLite uses the index to find the
 * position; with an OR alone it does not.
 */
function isAfter({ startedAt, id }: ListPosition): Prisma.RunWhereInput {
  return { startedAt: { lte: startedAt }, OR: [{ startedAt: { lt: startedAt } }, { id: { gt: id } }] }
}

/**
 * Returns the run after which each full page of a list of all runs starts, newest first. Pages are counted from the
 * oldest, so a new run changes no full page before it.
 */
export async function pageStarts(reader: PrismaClient, runsAPage: number): Promise<ListPosition[]> {
  return reader.$queryRaw<ListPosition[]>`SELECT "startedAt", "id" FROM (
      SELECT "startedAt", "id", row_number() OVER (ORDER BY "startedAt", "id" DESC) - 1 AS "older" FROM "Run"
    ) WHERE "older" > 0 AND "older" % ${runsAPage} = 0 ORDER BY "older"`
}

/** An SQL text that identifies a run and the statements about it, as far as lists and histories show them. */
export const RUN_VERSION = Prisma.raw(`"id" || ' ' || "storedHash" || ' ' || "provenanceLevel" || ' ' ||
  coalesce("project", '') || ' ' || coalesce("ownerId", '') || ' ' || coalesce("state", '')`)

/** Returns a project's latest runs, newest first. @param project the key of the project */
export async function latestRunsOfProject(reader: PrismaClient, project: string, limit: number): Promise<RunLine[]> {
  return reader.run.findMany({ take: limit, where: { project }, orderBy: [...NEWEST_FIRST], select: LINE })
}

/**
 * Returns the latest runs that name a repository without proof, newest first.
 * @param name `owner/name` in lower case
 */
export async function latestUnprovenRuns(reader: PrismaClient, name: string, limit: number): Promise<RunLine[]> {
  const where = { projectName: name, project: null }
  return reader.run.findMany({ take: limit, where, orderBy: [...NEWEST_FIRST], select: LINE })
}

/** Returns the states of the superseded and withdrawn runs, by the run's id. */
export async function runsWithState(reader: PrismaClient): Promise<{ id: string; state: string | null }[]> {
  const where = { state: { in: ['superseded', 'withdrawn'] } }
  return reader.run.findMany({ where, select: { id: true, state: true }, orderBy: { id: 'asc' } })
}

/**
 * Returns the ids of the transcriptions whose source has newer data: another transcription of the same submitter,
 * source, start and machine finished later. The query reads all runs, so only a build runs it.
 */
export async function replacedRuns(reader: PrismaClient): Promise<Set<string>> {
  const rows = await reader.$queryRaw<{ id: string }[]>`SELECT a."id" FROM "Run" a WHERE a."origin" = 'transcribed'
    AND EXISTS (SELECT 1 FROM "Run" b WHERE b."suite" = a."suite" AND b."startedAt" = a."startedAt"
      AND b."suiteVersion" = a."suiteVersion" AND b."origin" = a."origin" AND b."osName" = a."osName"
      AND b."osVersion" IS a."osVersion" AND b."machine" IS a."machine" AND b."submitter" IS a."submitter" AND b."finishedAt" > a."finishedAt")`
  return new Set(rows.map(({ id }) => id))
}

/** Returns the number of runs in the registry. */
export async function countRuns(reader: PrismaClient): Promise<number> {
  return reader.run.count()
}

/** Returns the numbers of runs and benchmarks in the registry. */
export async function totals(reader: PrismaClient): Promise<{ runs: number; benchmarks: number }> {
  const { _count, _sum } = await reader.run.aggregate({ _count: true, _sum: { benchmarkCount: true } })
  return { runs: _count, benchmarks: _sum.benchmarkCount ?? 0 }
}
