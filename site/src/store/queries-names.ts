import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

// This module queries the names of pages. Each name is found from the previous one through an index, so that a million
// runs of ten engines take ten steps and not a million.

/** Returns the slugs of all engines, sorted. */
export async function engineSlugs(reader: PrismaClient): Promise<string[]> {
  return namesOf(reader, distinct('Engine', 'slug'))
}

/** Returns the workloads of runs in histories, sorted. A project's own workloads are on the project's page. */
export async function workloadNames(reader: PrismaClient): Promise<string[]> {
  return namesOf(
    reader,
    Prisma.sql`${distinct('Benchmark', 'workload')}
      AND EXISTS (SELECT 1 FROM "Benchmark" WHERE "workload" = names.name AND "inHistory" = 1)`,
  )
}

/** Returns the keys of the projects with runs, sorted. */
export async function projectKeys(reader: PrismaClient): Promise<string[]> {
  return namesOf(reader, distinct('Run', 'project'))
}

/** Returns the suites of all runs, sorted. */
export async function suiteNames(reader: PrismaClient): Promise<string[]> {
  return namesOf(reader, distinct('Run', 'suite'))
}

async function namesOf(reader: PrismaClient, query: Prisma.Sql): Promise<string[]> {
  const rows = await reader.$queryRaw<{ name: string }[]>(query)
  return rows.map(({ name }) => name)
}

/**
 * Queries distinct values with a loose index scan (https://wiki.postgresql.org/wiki/Loose_indexscan), which SQLite does
 * not do by itself. The table and column names come from this module only, so no input becomes part of the SQL.
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
