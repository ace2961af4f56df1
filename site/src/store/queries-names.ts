import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

// What there are pages of. Each name is found from the one before it through an index, so that a million runs of ten
// engines take ten steps and not a million.

/** The engines of all runs, by slug, sorted. */
export async function engineSlugs(reader: PrismaClient): Promise<string[]> {
  return namesOf(reader, distinct('Engine', 'slug'))
}

/** The workloads of runs that are in histories, sorted; what a project calls its own is on the page of the project. */
export async function workloadNames(reader: PrismaClient): Promise<string[]> {
  return namesOf(
    reader,
    Prisma.sql`${distinct('Benchmark', 'workload')}
      AND EXISTS (SELECT 1 FROM "Benchmark" WHERE "workload" = names.name AND "inHistory" = 1)`,
  )
}

/** The projects whose runs are here, `owner/name` in small letters, sorted. */
export async function projectNames(reader: PrismaClient): Promise<string[]> {
  return namesOf(reader, distinct('Run', 'project'))
}

/** The suites of all runs, sorted. */
export async function suiteNames(reader: PrismaClient): Promise<string[]> {
  return namesOf(reader, distinct('Run', 'suite'))
}

async function namesOf(reader: PrismaClient, query: Prisma.Sql): Promise<string[]> {
  const rows = await reader.$queryRaw<{ name: string }[]>(query)
  return rows.map(({ name }) => name)
}

/**
 * A loose index scan (https://wiki.postgresql.org/wiki/Loose_indexscan), which SQLite does not do by itself. Names are
 * those of this module alone: nothing that is asked for stands in the SQL.
 */
function distinct(
  table: 'Engine' | 'Benchmark' | 'Run',
  column: 'slug' | 'workload' | 'project' | 'suite',
): Prisma.Sql {
  const [from, name] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)]
  return Prisma.sql`WITH RECURSIVE names(name) AS (
    SELECT min(${name}) FROM ${from}
    UNION ALL
    SELECT (SELECT min(${name}) FROM ${from} WHERE ${name} > names.name) FROM names WHERE names.name IS NOT NULL
  ) SELECT name FROM names WHERE name IS NOT NULL`
}
