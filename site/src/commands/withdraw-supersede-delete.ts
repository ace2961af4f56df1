import { print, printError, printNote } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { findSignatures } from '../provenance/find-signatures.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { openExisting } from '../store/open-registry.ts'
import type { Registry } from '../store/registry.ts'
import { findRunState, readStatements } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { deleteRun, supersede, withdraw } from '../store/withdraw-supersede-delete.ts'
import { reportFaults } from './report-faults.ts'

interface Options {
  registry?: string
}

/** Runs `plimsoll-registry supersede ID --by ID`. */
export async function runSupersede(id: string, options: Options & { by: string }): Promise<number> {
  return addStatement(options, (registry) => {
    if (!supersede(registry, id, options.by).added) printNote(`Run ${id} was superseded by ${options.by} before.`)
    return []
  })
}

/**
 * Runs `plimsoll-registry withdraw [ID…] [--owner NAME] [--commit SHA] --reason TEXT`: withdraws the named
 * runs, or the signed runs that meet all given conditions and are not withdrawn yet, and prints the ids of these.
 */
export async function runWithdraw(
  given: string[],
  { reason, ...options }: Options & SignedBy & { reason: string },
): Promise<number> {
  const { owner, commit } = options
  if (given.length > 0 === [owner, commit].some((condition) => condition !== undefined)) {
    const sentence = 'Name the runs to withdraw, or select them with --owner or --commit, but not both.'
    throw new RegistryError('bad-usage', sentence)
  }
  return addStatement(options, async (registry) => {
    const ids = given.length > 0 ? given : await findSignedRuns(registry, options)
    if (ids.length === 0)
      throw new RegistryError('unknown-run', 'No signed run of this owner or commit is left to withdraw.')
    return ids.flatMap((id) => {
      try {
        if (!withdraw(registry, id, reason).added)
          printNote(`Run ${id} was withdrawn before; the reason given then stays.`)
        if (given.length === 0) print(id)
        return []
      } catch (error) {
        // One damaged run must not keep the others from being withdrawn.
        if (error instanceof RegistryError) return [error]
        throw error
      }
    })
  })
}

/** The conditions on the signature of a run. A missing condition holds. */
interface SignedBy {
  /** The name of the repository's owner, or the id as `owner-id:2002`. It holds for every issuer. */
  owner?: string
  commit?: string
}

/** Returns the signed runs that meet all conditions, and are neither withdrawn nor deleted, sorted. */
async function findSignedRuns(registry: Registry, { owner, commit }: SignedBy): Promise<string[]> {
  await ensurePrismaClient()
  await synchronizeIndex(registry)
  const { openReader } = await import('../store/queries.ts')
  const reader = openReader(registry)
  try {
    const matching = [...(await findSignatures(reader))].filter(([, { provenance }]) => {
      const owners = [provenance.repository.split('/')[0] ?? '', `owner-id:${provenance.ownerId}`]
      return (
        (owner === undefined || owners.some((name) => name.toLowerCase() === owner.toLowerCase())) &&
        (commit === undefined || provenance.commit === commit)
      )
    })
    const ids = matching.map(([id]) => id).sort()
    return ids.filter((id) => findRunState(readStatements(registry, id))?.kind !== 'withdrawn')
  } finally {
    await reader.$disconnect()
  }
}

/** Runs `plimsoll-registry delete ID --reason TEXT`. */
export async function runDelete(id: string, options: Options & { reason: string }): Promise<number> {
  return addStatement(options, (registry) => {
    deleteRun(registry, id, options.reason)
    return []
  })
}

/** @param add returns the errors of runs that got no statement; the others got theirs */
async function addStatement(
  options: Options,
  add: (registry: Registry) => RegistryError[] | Promise<RegistryError[]>,
): Promise<number> {
  const registry = openExisting(options.registry)
  const [first, ...more] = await add(registry)
  reportFaults((await synchronizeIndex(registry)).faults)
  for (const { message } of more) printError(message)
  if (first !== undefined) throw first
  return EXIT.done
}
