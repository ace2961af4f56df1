import path from 'node:path'
import { makeBackup } from '../backup/make-backup.ts'
import { EXIT } from '../errors.ts'
import { registryAt } from '../store/registry.ts'
import { reportFaults } from './faults.ts'

/** `plimsoll-registry backup`. Prints where the backup is, and which files are not in it because they are no documents. */
export async function runBackup(directory: string, options: { registry?: string; out: string }): Promise<number> {
  const target = path.resolve(directory)
  const backup = await makeBackup(registryAt(options.registry), path.resolve(options.out), target)
  console.log(target)
  const { documents, statements, editions, runFiles, faults } = backup
  console.error(`${documents} documents, statements of ${statements}, ${editions} editions, ${runFiles} files of runs.`)
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
