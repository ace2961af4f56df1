import path from 'node:path'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { siteOf } from '../build/made-from.ts'
import { EXIT } from '../errors.ts'
import { findExisting, openOrCreate } from '../store/open-registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { print, printNote, showProgress } from '../terminal.ts'
import { reportFaults } from './report-faults.ts'

/** `plimsoll-registry backup`. Prints the directory of the backup, and the invalid files that it omits. */
export async function runBackup(directory: string, options: { registry?: string; out?: string }): Promise<number> {
  const target = path.resolve(directory)
  const registry = findExisting(options.registry)
  const backup = await makeBackup(registry, siteOf(registry, options.out), target)
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
  const documents = restoreBackup(path.resolve(backup), registry, siteOf(registry, options.out))
  const progress = showProgress()
  const { faults } = await synchronizeIndex(registry, (done, total) =>
    progress.say(`indexing, ${done} of ${total} runs`, done, total),
  )
  progress.end()
  print(registry.directory)
  printNote(`${documents} documents verified and restored.`)
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
