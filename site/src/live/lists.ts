import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import type { Cursor } from './cursor.ts'

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
  tier: true,
  mark: true,
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
  cellCount: true,
  sampleCount: true,
} as const satisfies Prisma.RunSelect

export type ListedRun = Prisma.RunGetPayload<{ select: typeof SELECTED }>

/** Runs newest first, after a cursor, so that a list stays the same however many are added meanwhile. */
export async function listRuns(
  reader: PrismaClient,
  filter: RunFilter,
  after: Cursor | null,
  limit: number,
): Promise<ListedRun[]> {
  const { project, engine, workload, suite } = filter
  return reader.run.findMany({
    select: SELECTED,
    take: limit,
    orderBy: [{ startedAt: 'desc' }, { id: 'asc' }],
    where: {
      ...(project !== undefined && { project }),
      ...(suite !== undefined && { suite }),
      ...(engine !== undefined && { engines: { some: { slug: engine } } }),
      ...(workload !== undefined && { cells: { some: { workload } } }),
      ...(after !== null && {
        OR: [{ startedAt: { lt: after.startedAt } }, { startedAt: after.startedAt, id: { gt: after.id } }],
      }),
    },
  })
}
