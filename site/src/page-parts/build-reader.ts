import type { PrismaClient } from '../../generated/prisma/client.ts'
import { openReader } from '../store/queries.ts'
import { buildContext } from './build-context.ts'

// Apart from the context: the command reads that before it has generated the client of Prisma.

/** The reader of this process, and the registry that it reads. */
let shared: { directory: string; reader: PrismaClient } | null = null

/**
 * Returns the reader of the index that all pages of a process share: opening one takes 10 ms, and most queries take 3. The
 * processes of a build end without closing it.
 */
export function buildReader(): PrismaClient {
  const { registry } = buildContext()
  if (shared?.directory !== registry.directory) shared = { directory: registry.directory, reader: openReader(registry) }
  return shared.reader
}
