import { utimesSync } from 'node:fs'
import { print, printError } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { openExisting } from '../store/open-registry.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { deleteRun, findSignedRuns, type SignedBy, supersede, withdraw } from '../store/withdraw-supersede-delete.ts'
import { addToLog } from '../transparency/write-log.ts'
import { type LogKeyOption, readLogKey } from './log-key.ts'
import { reportFaults } from './report-faults.ts'

interface Options extends LogKeyOption {
  registry?: string
}

/** Runs `plimsoll-registry supersede ID --by ID`. */
export async function runSupersede(id: string, options: Options & { by: string }): Promise<number> {
  return addStatement(options, (registry) => {
    supersede(registry, id, options.by)
    return []
  })
}

/**
 * Runs `plimsoll-registry withdraw [ID…] [--owner NAME] [--key KID] [--commit SHA] --reason TEXT`: withdraws the named
 * runs, or the signed runs that meet all given conditions and are not withdrawn yet, and prints the ids of these.
 */
export async function runWithdraw(
  given: string[],
  { reason, ...options }: Options & SignedBy & { reason: string },
): Promise<number> {
  const { owner, key, commit } = options
  if (given.length > 0 === [owner, key, commit].some((condition) => condition !== undefined)) {
    const sentence = 'Name the runs to withdraw, or select them with --owner, --key or --commit, but not both.'
    throw new RegistryError('bad-usage', sentence)
  }
  return addStatement(options, (registry) => {
    const ids = given.length > 0 ? given : findSignedRuns(registry, options)
    if (ids.length === 0) throw new RegistryError('unknown-run', 'No signed run matches that is not withdrawn already.')
    return ids.flatMap((id) => {
      try {
        withdraw(registry, id, reason)
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

/** Runs `plimsoll-registry delete ID --reason TEXT`. */
export async function runDelete(id: string, options: Options & { reason: string }): Promise<number> {
  return addStatement(options, (registry) => {
    deleteRun(registry, id, options.reason)
    return []
  })
}

/** @param add returns the errors of runs that got no statement; the others got theirs */
async function addStatement(options: Options, add: (registry: Registry) => RegistryError[]): Promise<number> {
  const registry = openExisting(options.registry)
  const logKey = readLogKey(options)
  const [first, ...more] = add(registry)
  if (logKey !== null) await addToLog(registry, logKey)
  // A server of this registry watches the modification time of the folder of statements, and rebuilds its lists when
  // this time changes.
  utimesSync(registry.statements, new Date(), new Date())
  reportFaults((await synchronizeIndex(registry)).faults)
  for (const { message } of more) printError(message)
  if (first !== undefined) throw first
  return EXIT.done
}
