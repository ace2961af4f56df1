import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaClient } from '../../generated/prisma/client.ts'
import type { Registry } from './registry.ts'

/** Reads the index for pages. The caller disconnects it. */
export function openReader(registry: Registry): PrismaClient {
  return new PrismaClient({ adapter: new PrismaLibSql({ url: `file:${registry.index}` }) })
}

/** One line about a run, for lists. */
export interface RunLine {
  id: string
  suite: string
  suiteVersion: number
  startedAt: string
  tier: string
  status: string
  osName: string
  osVersion: string | null
  cpuModel: string | null
  cpuCount: number | null
  cellCount: number
  sampleCount: number
  engines: { product: string; version: string | null }[]
}

/** The runs that started last, newest first. */
export async function latestRuns(reader: PrismaClient, limit: number): Promise<RunLine[]> {
  return reader.run.findMany({
    take: limit,
    orderBy: [{ startedAt: 'desc' }, { id: 'asc' }],
    select: {
      id: true,
      suite: true,
      suiteVersion: true,
      startedAt: true,
      tier: true,
      status: true,
      osName: true,
      osVersion: true,
      cpuModel: true,
      cpuCount: true,
      cellCount: true,
      sampleCount: true,
      engines: { select: { product: true, version: true }, orderBy: { name: 'asc' } },
    },
  })
}

/** How many runs the registry holds. */
export async function countRuns(reader: PrismaClient): Promise<number> {
  return reader.run.count()
}

/** The ids of runs by their hashes; a run that is not there is missing. */
export async function runIds(reader: PrismaClient, hashes: string[]): Promise<Record<string, string>> {
  const rows = await reader.run.findMany({ where: { hash: { in: hashes } }, select: { hash: true, id: true } })
  return Object.fromEntries(rows.map(({ hash, id }) => [hash, id]))
}
