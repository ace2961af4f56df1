import { utimesSync } from 'node:fs'
import { EXIT } from '../errors.ts'
import { openExisting } from '../store/open-registry.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { deleteRun, supersede, withdraw } from '../store/withdraw-supersede-delete.ts'
import { reportFaults } from './report-faults.ts'

interface Options {
  registry?: string
}

/** Runs `plimsoll-registry supersede ID --by ID`. */
export async function runSupersede(id: string, options: Options & { by: string }): Promise<number> {
  return addStatement(options, (registry) => supersede(registry, id, options.by))
}

/** Runs `plimsoll-registry withdraw ID --reason TEXT`. */
export async function runWithdraw(id: string, options: Options & { reason: string }): Promise<number> {
  return addStatement(options, (registry) => withdraw(registry, id, options.reason))
}

/** Runs `plimsoll-registry delete ID --reason TEXT`. */
export async function runDelete(id: string, options: Options & { reason: string }): Promise<number> {
  return addStatement(options, (registry) => deleteRun(registry, id, options.reason))
}

async function addStatement(options: Options, add: (registry: Registry) => void): Promise<number> {
  const registry = openExisting(options.registry)
  add(registry)
  // A server of this registry watches the modification time of the folder of statements, and rebuilds its lists when
  // this time changes.
  utimesSync(registry.statements, new Date(), new Date())
  reportFaults((await synchronizeIndex(registry)).faults)
  return EXIT.done
}
