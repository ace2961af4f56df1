import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** A history shows no more runs than this, and no more points, the latest; a list has every run. */
const MOST_RUNS = 100
const MOST_POINTS = 1_000

/** What one run says of one cell: a point of a history. Figures are of the primary metric, in its unit. */
export interface HistoryPoint {
  runId: string
  startedAt: string
  suite: string
  suiteVersion: number
  origin: string
  /** `standard` or `modified`. */
  division: string
  /** How far it is proven who handed it in. */
  tier: string
  osName: string
  osVersion: string | null
  /** Its class; null where too little is known of it. */
  machine: string | null
  workload: string
  workloadDigest: string | null
  /** The workload with its parameters. */
  work: string
  metric: string
  scenario: string
  arm: string | null
  unit: string
  /** `lower` or `higher`. */
  better: string
  /** The median, or where a source gave none, the mean. */
  value: number
  n: number | null
  /** To the reference scenario of its run. */
  ratio: number | null
  /** All null for work on the host itself. */
  engineSlug: string | null
  product: string | null
  version: string | null
  /** Its id in the document. */
  engine: string | null
  /** How it was configured, in words. */
  setup: string | null
}

/** The cells of the latest runs with an engine, oldest first. @param slug of the engine */
export async function historyOfEngine(reader: PrismaClient, slug: string): Promise<HistoryPoint[]> {
  return pointsOf(reader, engineHistory(slug))
}

/** The cells of a workload in the latest runs that have it, oldest first. */
export async function historyOfWorkload(reader: PrismaClient, workload: string): Promise<HistoryPoint[]> {
  return pointsOf(reader, workloadHistory(workload))
}

/** The cells of the latest runs of a project, of the bases of its checks too, oldest first. @param project in small letters */
export async function historyOfProject(reader: PrismaClient, project: string): Promise<HistoryPoint[]> {
  return pointsOf(reader, projectHistory(project))
}

async function pointsOf(reader: PrismaClient, query: Prisma.Sql): Promise<HistoryPoint[]> {
  const newestFirst = await reader.$queryRaw<HistoryPoint[]>(query)
  return newestFirst.reverse()
}

const POINTS = Prisma.raw(`SELECT c."runId", c."startedAt", r."suite", r."suiteVersion", r."origin", r."division",
  r."tier", r."osName", r."osVersion", r."machine", c."workload", c."workloadDigest", c."work", c."metric",
  c."scenario", c."arm", c."unit", c."better", coalesce(c."median", c."mean") AS "value", c."n", c."ratio",
  e."slug" AS "engineSlug", e."product", e."version", e."name" AS "engine", e."setup"`)

/** SQLite keeps to this order of joins, so that what is asked for comes first. */
const OF_CELLS = Prisma.raw(`CROSS JOIN "Run" r ON r."id" = c."runId"
  LEFT JOIN "Engine" e ON e."runId" = c."runId" AND e."name" = c."engine"`)

/** Two versions of what a source published began on the same day; the newer one ended later. */
const NEWEST_FIRST = Prisma.raw(
  `ORDER BY c."startedAt" DESC, r."finishedAt" DESC, c."runId" DESC, c."position" DESC LIMIT ${MOST_POINTS}`,
)

function engineHistory(slug: string): Prisma.Sql {
  return Prisma.sql`WITH latest AS MATERIALIZED (
      SELECT DISTINCT "runId", "startedAt" FROM "Engine" WHERE "slug" = ${slug} AND "inHistory" = 1
      ORDER BY "startedAt" DESC, "runId" LIMIT ${MOST_RUNS})
    ${POINTS} FROM latest l CROSS JOIN "Cell" c ON c."runId" = l."runId" ${OF_CELLS}
    WHERE c."inHistory" = 1 AND e."slug" = ${slug} ${NEWEST_FIRST}`
}

function workloadHistory(workload: string): Prisma.Sql {
  return Prisma.sql`WITH latest AS MATERIALIZED (
      SELECT "runId", "position", "metric" FROM "Cell" WHERE "workload" = ${workload} AND "inHistory" = 1
      ORDER BY "startedAt" DESC, "runId" LIMIT ${MOST_POINTS})
    ${POINTS} FROM latest l
    CROSS JOIN "Cell" c ON c."runId" = l."runId" AND c."position" = l."position" AND c."metric" = l."metric" ${OF_CELLS}
    ${NEWEST_FIRST}`
}

function projectHistory(project: string): Prisma.Sql {
  return Prisma.sql`WITH latest AS MATERIALIZED (
      SELECT "id" FROM "Run" WHERE "project" = ${project} ORDER BY "startedAt" DESC, "id" LIMIT ${MOST_RUNS})
    ${POINTS} FROM latest l CROSS JOIN "Cell" c ON c."runId" = l."id" ${OF_CELLS}
    WHERE r."mark" IS NULL AND c."isPrimary" = 1 AND c."status" = 'ok' AND (c."arm" IS NULL OR c."arm" = 'base')
      AND coalesce(c."median", c."mean") IS NOT NULL ${NEWEST_FIRST}`
}
