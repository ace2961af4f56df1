import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** A history has no more runs than this, and no more points, the latest; a list has every run. */
export const MAX_RUNS = 100
export const MAX_POINTS = 1_000

/** What was measured over time, as far as one answer goes. */
export interface History {
  /** Oldest first. */
  points: HistoryPoint[]
  /** Whether there are older points than these, of the oldest run here or of older ones. */
  truncated: boolean
}

/** What one run says of one benchmark: a point of a history. Figures are of the primary metric, in its unit. */
export interface HistoryPoint {
  runId: string
  startedAt: string
  suite: string
  suiteVersion: number
  origin: string
  /** `standard` or `modified`. */
  division: string
  /** How far it is proven who handed it in. */
  provenanceLevel: string
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
  variant: string | null
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

/** The benchmarks of the latest runs with an engine. @param slug of the engine */
export async function historyOfEngine(reader: PrismaClient, slug: string): Promise<History> {
  return readHistory(reader, {
    latest: Prisma.sql`SELECT DISTINCT "runId", "startedAt" FROM "Engine" WHERE "slug" = ${slug} AND "inHistory" = 1
      ORDER BY "startedAt" DESC, "runId"`,
    most: MAX_RUNS,
    benchmarks: Prisma.sql`"Benchmark" c ON c."runId" = l."runId" ${OF_BENCHMARKS} WHERE c."inHistory" = 1 AND e."slug" = ${slug}`,
  })
}

/** The benchmarks of a workload in the latest runs that have it. */
export async function historyOfWorkload(reader: PrismaClient, workload: string): Promise<History> {
  return readHistory(reader, {
    latest: Prisma.sql`SELECT "runId", "position", "metric" FROM "Benchmark"
      WHERE "workload" = ${workload} AND "inHistory" = 1 ORDER BY "startedAt" DESC, "runId"`,
    most: MAX_POINTS,
    benchmarks: Prisma.sql`"Benchmark" c
      ON c."runId" = l."runId" AND c."position" = l."position" AND c."metric" = l."metric" ${OF_BENCHMARKS}`,
  })
}

/** The benchmarks of the latest runs of a project, of the bases of its checks too. @param project in small letters */
export async function historyOfProject(reader: PrismaClient, project: string): Promise<History> {
  return readHistory(reader, {
    latest: Prisma.sql`SELECT "id" FROM "Run" WHERE "project" = ${project} ORDER BY "startedAt" DESC, "id"`,
    most: MAX_RUNS,
    benchmarks: Prisma.sql`"Benchmark" c ON c."runId" = l."id" ${OF_BENCHMARKS}
      WHERE r."state" IS NULL AND c."isPrimary" = 1 AND c."status" = 'ok' AND (c."variant" IS NULL OR c."variant" = 'base')
        AND coalesce(c."median", c."mean") IS NOT NULL`,
  })
}

interface HistoryQuery {
  /** Names runs, or benchmarks of runs, newest first. */
  latest: Prisma.Sql
  /** How many of those are looked at. */
  most: number
  /** Joins benchmarks to one of them, `l`. */
  benchmarks: Prisma.Sql
}

async function readHistory(reader: PrismaClient, { latest, most, benchmarks }: HistoryQuery): Promise<History> {
  const points = Prisma.sql`WITH latest AS MATERIALIZED (${latest} LIMIT ${most})
    ${POINTS} FROM latest l CROSS JOIN ${benchmarks} ${NEWEST_FIRST}`
  const further = Prisma.sql`SELECT * FROM (${latest} LIMIT 1 OFFSET ${most})`
  const [newestFirst, older] = await Promise.all([
    reader.$queryRaw<HistoryPoint[]>(points),
    reader.$queryRaw<unknown[]>(further),
  ])
  return {
    points: newestFirst.slice(0, MAX_POINTS).reverse(),
    truncated: older.length > 0 || newestFirst.length > MAX_POINTS,
  }
}

const POINTS = Prisma.raw(`SELECT c."runId", c."startedAt", r."suite", r."suiteVersion", r."origin", r."division",
  r."provenanceLevel", r."osName", r."osVersion", r."machine", c."workload", c."workloadDigest", c."work", c."metric",
  c."scenario", c."variant", c."unit", c."better", coalesce(c."median", c."mean") AS "value", c."n", c."ratio",
  e."slug" AS "engineSlug", e."product", e."version", e."name" AS "engine", e."setup"`)

/** SQLite keeps to this order of joins, so that what is asked for comes first. */
const OF_BENCHMARKS = Prisma.raw(`CROSS JOIN "Run" r ON r."id" = c."runId"
  LEFT JOIN "Engine" e ON e."runId" = c."runId" AND e."name" = c."engine"`)

/**
 * Two versions of what a source published began on the same day; the newer one ended later. One more than is shown
 * tells whether there are more.
 */
const NEWEST_FIRST = Prisma.raw(
  `ORDER BY c."startedAt" DESC, r."finishedAt" DESC, c."runId" DESC, c."position" DESC LIMIT ${MAX_POINTS + 1}`,
)
