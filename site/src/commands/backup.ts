import path from 'node:path'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { siteOf } from '../build/made-from.ts'
import { EXIT } from '../errors.ts'
import { withProgress } from '../progress.ts'
import { findExisting, openOrCreate } from '../store/open-registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { print, printNote } from '../terminal.ts'
import { reportFaults } from './report-faults.ts'

/** `plimsoll-registry backup`. Prints the directory of the backup, and the invalid files that it omits. */
export async function runBackup(directory: string, options: { registry?: string; out?: string }): Promise<number> {
  const target = path.resolve(directory)
  const registry = findExisting(options.registry)
  const backup = await withProgress((say) => makeBackup(registry, siteOf(registry, options.out), target, say))
  print(target)
  const { documents, statements, editions, runFiles, faults } = backup
  printNote(
    `Copied ${documents} documents, ${statements} statement files, ${editions} editions and ${runFiles} run files.`,
  )
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}

/** `plimsoll-registry restore`. Prints the directory of the registry. */
export async function runRestore(backup: string, options: { registry?: string; out?: string }): Promise<number> {
  const registry = openOrCreate(options.registry)
  const { documents, faults } = await withProgress(async (say) => {
    const documents = await restoreBackup(path.resolve(backup), registry, siteOf(registry, options.out), say)
    say('indexing runs')
    return { documents, ...(await synchronizeIndex(registry, (done, total) => say('indexing runs', done, total))) }
  })
  print(registry.directory)
  printNote(`${documents} documents verified and restored.`)
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
