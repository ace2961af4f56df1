import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { Signature } from './signature.ts'

/**
 * Returns what the index knows about the signatures of runs, by the ids of the runs. Runs without a valid signature are
 * left out.
 * @param id the run; without it, all runs
 */
export async function findSignatures(reader: PrismaClient, id?: string): Promise<Map<string, Signature>> {
  const rows = await reader.run.findMany({
    where: { signature: { not: null }, ...(id !== undefined && { id }) },
    select: { id: true, signature: true },
  })
  return new Map(rows.map(({ id, signature }) => [id, JSON.parse(String(signature)) as Signature]))
}
