import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import type { ListPosition } from './queries.ts'

/** Which runs are asked for; those that fit all that is said. */
export interface RunFilter {
  /** `owner/name` in small letters */
  project?: string
  /** slug of an engine */
  engine?: string
  workload?: string
  suite?: string
}

/** One run in a list. */
const SELECTED = {
  id: true,
  hash: true,
  suite: true,
  suiteVersion: true,
  startedAt: true,
  finishedAt: true,
  status: true,
  origin: true,
  division: true,
  provenanceLevel: true,
  state: true,
  kind: true,
  counts: true,
  repository: true,
  commit: true,
  pullRequest: true,
  osName: true,
  osVersion: true,
  architecture: true,
  cpuModel: true,
  cpuCount: true,
  benchmarkCount: true,
  sampleCount: true,
} as const satisfies Prisma.RunSelect

export type ListedRun = Prisma.RunGetPayload<{ select: typeof SELECTED }>

/** Runs newest first, after a cursor, so that a list stays the same however many are added meanwhile. */
export async function listRuns(
  reader: PrismaClient,
  filter: RunFilter,
  after: ListPosition | null,
  limit: number,
): Promise<ListedRun[]> {
  const found = await reader.$queryRaw<{ id: string }[]>(fitting(filter, after, limit))
  const ids = found.map(({ id }) => id)
  const runs = await reader.run.findMany({ select: SELECTED, where: { id: { in: ids } } })
  const byId = new Map(runs.map((run) => [run.id, run]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The ids of the runs that fit. Each way goes through the index that has what is asked for in the order of the list, and
 * ends when there are enough: a database that looks for all that fit first takes a second among a million.
 */
function fitting(filter: RunFilter, after: ListPosition | null, limit: number): Prisma.Sql {
  const { project, engine, workload, suite } = filter
  const ofRun = [
    ...(project === undefined ? [] : [Prisma.sql`r."project" = ${project}`]),
    ...(suite === undefined ? [] : [Prisma.sql`r."suite" = ${suite}`]),
  ]
  if (project === undefined && engine !== undefined) {
    return eitherHistory(Prisma.sql`"Engine" x WHERE x."slug" = ${engine}`, [...ofRun, ...having({ workload })])
  }
  if (project === undefined && workload !== undefined) {
    return eitherHistory(Prisma.sql`"Benchmark" x WHERE x."workload" = ${workload}`, ofRun)
  }
  const conditions = [...ofRun, ...having({ engine, workload }), ...beyond(after, 'r."startedAt"', 'r."id"')]
  return Prisma.sql`SELECT r."id" FROM "Run" r WHERE ${all(conditions)} ORDER BY r."startedAt" DESC, r."id" LIMIT ${limit}`

  /** The indexes of engines and benchmarks have what is in histories apart from what is not. */
  function eitherHistory(from: Prisma.Sql, more: Prisma.Sql[]): Prisma.Sql {
    const run = Prisma.sql`EXISTS (SELECT 1 FROM "Run" r WHERE r."id" = x."runId" AND ${all(more)})`
    const conditions = all([...beyond(after, 'x."startedAt"', 'x."runId"'), ...(more.length === 0 ? [] : [run])])
    const part = (inHistory: number) => Prisma.sql`SELECT * FROM (SELECT DISTINCT x."startedAt", x."runId" FROM ${from}
      AND x."inHistory" = ${inHistory} AND ${conditions} ORDER BY x."startedAt" DESC, x."runId" LIMIT ${limit})`
    return Prisma.sql`SELECT "runId" AS "id" FROM (${part(1)} UNION ${part(0)})
      ORDER BY "startedAt" DESC, "runId" LIMIT ${limit}`
  }
}

/** With the sign before a column no index of it is used: that of the run leads to a few rows. */
function having({ engine, workload }: Pick<RunFilter, 'engine' | 'workload'>): Prisma.Sql[] {
  const [ofEngines, ofBenchmarks] = [
    Prisma.sql`"Engine" y WHERE y."runId" = r."id"`,
    Prisma.sql`"Benchmark" y WHERE y."runId" = r."id"`,
  ]
  return [
    ...(engine === undefined ? [] : [Prisma.sql`EXISTS (SELECT 1 FROM ${ofEngines} AND +y."slug" = ${engine})`]),
    ...(workload === undefined
      ? []
      : [Prisma.sql`EXISTS (SELECT 1 FROM ${ofBenchmarks} AND +y."workload" = ${workload})`]),
  ]
}

function beyond(after: ListPosition | null, startedAt: string, id: string): Prisma.Sql[] {
  if (after === null) return []
  const [time, name] = [Prisma.raw(startedAt), Prisma.raw(id)]
  return [Prisma.sql`${time} <= ${after.startedAt} AND (${time} < ${after.startedAt} OR ${name} > ${after.id})`]
}

function all(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`1` : Prisma.join(conditions, ' AND ')
}
