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
  /** `measured` or `transcribed`. */
  origin: string
  tier: string
  /** `superseded` or `withdrawn`. */
  mark: string | null
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
  cellCount: number
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
  tier: true,
  mark: true,
  status: true,
  kind: true,
  counts: true,
  repository: true,
  osFamily: true,
  osName: true,
  osVersion: true,
  cpuModel: true,
  cpuCount: true,
  cellCount: true,
  sampleCount: true,
  sourceVersion: true,
  workloads: true,
  engines: { select: { slug: true, product: true, version: true }, orderBy: { name: 'asc' } },
} as const

const NEWEST_FIRST = [{ startedAt: 'desc' }, { id: 'asc' }] as const

/** The runs that started last, newest first. @param skip how many newer ones to pass over */
export async function latestRuns(reader: PrismaClient, limit: number, skip = 0): Promise<RunLine[]> {
  return reader.run.findMany({ take: limit, skip, orderBy: [...NEWEST_FIRST], select: LINE })
}

/** The runs of a project that started last, newest first. @param project `owner/name` in small letters */
export async function latestRunsOfProject(reader: PrismaClient, project: string, limit: number): Promise<RunLine[]> {
  return reader.run.findMany({ take: limit, where: { project }, orderBy: [...NEWEST_FIRST], select: LINE })
}

/** How many runs the registry holds. */
export async function countRuns(reader: PrismaClient): Promise<number> {
  // Prisma's own count makes a list of all ids first.
  const [row] = await reader.$queryRaw<{ count: bigint | number }[]>`SELECT count(*) AS "count" FROM "Run"`
  return Number(row?.count ?? 0)
}
