import { PrismaLibSql } from '@prisma/adapter-libsql'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { connectionTo } from './database.ts'
import type { Registry } from './registry.ts'

/** Reads the index for pages. The caller disconnects it. */
export function openReader(registry: Registry): PrismaClient {
  return new PrismaClient({ adapter: new PrismaLibSql(connectionTo(registry)) })
}

/** One line about a run, for lists. */
export interface RunLine {
  id: string
  suite: string
  suiteVersion: number
  startedAt: string
  /** `measured` or `transcribed`. */
  origin: string
  provenanceLevel: string
  /** `superseded` or `withdrawn`. */
  state: string | null
  status: string
  /** `run` or `check`. */
  kind: string
  /** Of a check, what its verdicts come to. */
  counts: string | null
  repository: string | null
  osFamily: string
  osName: string
  osVersion: string | null
  cpuModel: string | null
  cpuCount: number | null
  benchmarkCount: number
  sampleCount: number
  /** Of a transcription, where the source has versions. */
  sourceVersion: string | null
  /** Separated by spaces. */
  workloads: string
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
  osFamily: true,
  osName: true,
  osVersion: true,
  cpuModel: true,
  cpuCount: true,
  benchmarkCount: true,
  sampleCount: true,
  sourceVersion: true,
  workloads: true,
  engines: { select: { slug: true, product: true, version: true }, orderBy: { name: 'asc' } },
} as const

/** Where a list of runs goes on: after this one. Runs are listed newest first, and by id where they began together. */
export interface ListPosition {
  startedAt: string
  id: string
}

const NEWEST_FIRST = [{ startedAt: 'desc' }, { id: 'asc' }] as const

/** The runs that started last, newest first, or of those after a place. Passing over a million of them is no work. */
export async function latestRuns(
  reader: PrismaClient,
  limit: number,
  after: ListPosition | null = null,
): Promise<RunLine[]> {
  const where = after === null ? {} : isAfter(after)
  return reader.run.findMany({ take: limit, where, orderBy: [...NEWEST_FIRST], select: LINE })
}

/** So written, and not as one condition or the other, the index leads to the place. */
function isAfter({ startedAt, id }: ListPosition): Prisma.RunWhereInput {
  return { startedAt: { lte: startedAt }, OR: [{ startedAt: { lt: startedAt } }, { id: { gt: id } }] }
}

/** The last run of each full page of a list of all runs, in its order: where the next page begins. */
export async function pageEnds(reader: PrismaClient, runsAPage: number): Promise<ListPosition[]> {
  return reader.$queryRaw<ListPosition[]>`SELECT "startedAt", "id" FROM (
      SELECT "startedAt", "id", row_number() OVER (ORDER BY "startedAt" DESC, "id") AS "number" FROM "Run"
    ) WHERE "number" % ${runsAPage} = 0 ORDER BY "number"`
}

/** The runs of a project that started last, newest first. @param project `owner/name` in small letters */
export async function latestRunsOfProject(reader: PrismaClient, project: string, limit: number): Promise<RunLine[]> {
  return reader.run.findMany({ take: limit, where: { project }, orderBy: [...NEWEST_FIRST], select: LINE })
}

/** The runs that are superseded or withdrawn, by id. */
export async function runsWithState(reader: PrismaClient): Promise<{ id: string; state: string | null }[]> {
  const where = { state: { in: ['superseded', 'withdrawn'] } }
  return reader.run.findMany({ where, select: { id: true, state: true }, orderBy: { id: 'asc' } })
}

/** How many runs the registry holds. */
export async function countRuns(reader: PrismaClient): Promise<number> {
  return (await totals(reader)).runs
}

/** How many runs the registry holds, and how many benchmarks they have. */
export async function totals(reader: PrismaClient): Promise<{ runs: number; benchmarks: number }> {
  return reader.total.findUniqueOrThrow({ where: { id: 1 }, select: { runs: true, benchmarks: true } })
}
