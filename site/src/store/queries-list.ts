import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import type { ListPosition } from './queries.ts'

/** The filter of a list of runs. A run must meet all given conditions. */
export interface RunFilter {
  /** The key of a project, `id:1001`, or the name of a repository, `owner/name`, in lower case. */
  project?: string
  /** The engine's name in the address of its page (its slug). */
  engine?: string
  workload?: string
  suite?: string
}

/** The columns of a run in a list. */
const COLUMNS = {
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
  project: true,
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

export type ListedRun = Prisma.RunGetPayload<{ select: typeof COLUMNS }>

/**
 * Lists runs newest first, from the one after a cursor (a position in the list). So pages stay consistent however many
 * runs are added meanwhile.
 */
export async function listRuns(
  reader: PrismaClient,
  filter: RunFilter,
  after: ListPosition | null,
  limit: number,
): Promise<ListedRun[]> {
  const found = await reader.$queryRaw<{ id: string }[]>(matchingRuns(filter, after, limit))
  const ids = found.map(({ id }) => id)
  const runs = await reader.run.findMany({ select: COLUMNS, where: { id: { in: ids } } })
  const byId = new Map(runs.map((run) => [run.id, run]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Selects the ids of matching runs. For each kind of filter, the query reads the index that contains the filtered
 * column in the order of the list, and stops at the limit. Collecting all matches first would take a second with a
 * million runs.
 */
function matchingRuns(filter: RunFilter, after: ListPosition | null, limit: number): Prisma.Sql {
  const { project, engine, workload, suite } = filter
  const ofRun = [
    ...(project === undefined ? [] : [ofProject(project)]),
    ...(suite === undefined ? [] : [Prisma.sql`r."suite" = ${suite}`]),
  ]
  if (project === undefined && engine !== undefined) {
    return eitherHistory(Prisma.sql`"Engine" x WHERE x."slug" = ${engine}`, [
      ...ofRun,
      ...hasEngineOrWorkload({ workload }),
    ])
  }
  if (project === undefined && workload !== undefined) {
    return eitherHistory(Prisma.sql`"Benchmark" x WHERE x."workload" = ${workload}`, ofRun)
  }
  const conditions = [
    ...ofRun,
    ...hasEngineOrWorkload({ engine, workload }),
    ...afterPosition(after, 'r."startedAt"', 'r."id"'),
  ]
  return Prisma.sql`SELECT r."id" FROM "Run" r WHERE ${all(conditions)} ORDER BY r."startedAt" DESC, r."id" LIMIT ${limit}`

  /** The database's indexes of engines and benchmarks are split by `inHistory`, so query both halves and merge them. */
  function eitherHistory(from: Prisma.Sql, more: Prisma.Sql[]): Prisma.Sql {
    const run = Prisma.sql`EXISTS (SELECT 1 FROM "Run" r WHERE r."id" = x."runId" AND ${all(more)})`
    const conditions = all([...afterPosition(after, 'x."startedAt"', 'x."runId"'), ...(more.length === 0 ? [] : [run])])
    const part = (inHistory: number) => Prisma.sql`SELECT * FROM (SELECT DISTINCT x."startedAt", x."runId" FROM ${from}
      AND x."inHistory" = ${inHistory} AND ${conditions} ORDER BY x."startedAt" DESC, x."runId" LIMIT ${limit})`
    return Prisma.sql`SELECT "runId" AS "id" FROM (${part(1)} UNION ${part(0)})
      ORDER BY "startedAt" DESC, "runId" LIMIT ${limit}`
  }
}

/**
 * Returns the condition that a run is of a project. A name stands for every project that had it, and for the runs that
 * name it without proof.
 */
function ofProject(project: string): Prisma.Sql {
  return project.startsWith('id:') ? Prisma.sql`r."project" = ${project}` : Prisma.sql`r."projectName" = ${project}`
}

/**
 * Returns conditions on the engine and workload of a run. A plus sign before a column keeps SQLite from using the
 * column's index: the index by run already leads to a few rows.
 */
function hasEngineOrWorkload({ engine, workload }: Pick<RunFilter, 'engine' | 'workload'>): Prisma.Sql[] {
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

function afterPosition(after: ListPosition | null, startedAt: string, id: string): Prisma.Sql[] {
  if (after === null) return []
  const [time, name] = [Prisma.raw(startedAt), Prisma.raw(id)]
  return [Prisma.sql`${time} <= ${after.startedAt} AND (${time} < ${after.startedAt} OR ${name} > ${after.id})`]
}

function all(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`1` : Prisma.join(conditions, ' AND ')
}
