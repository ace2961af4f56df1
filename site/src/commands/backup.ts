import path from 'node:path'
import { makeBackup } from '../backup/make-backup.ts'
import { siteOf } from '../build/site-of.ts'
import { EXIT } from '../errors.ts'
import { findExisting } from '../store/open-registry.ts'
import { reportFaults } from './report-faults.ts'

/** `plimsoll-registry backup`. Prints the directory of the backup, and the invalid files that it omits. */
export async function runBackup(directory: string, options: { registry?: string; out?: string }): Promise<number> {
  const target = path.resolve(directory)
  const registry = findExisting(options.registry)
  const backup = await makeBackup(registry, siteOf(registry, options.out), target)
  console.log(target)
  const { documents, statements, editions, runFiles, faults } = backup
  console.error(
    `Copied ${documents} documents, ${statements} statement files, ${editions} editions and ${runFiles} run files.`,
  )
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
