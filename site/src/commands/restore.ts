import path from 'node:path'
import { restoreBackup } from '../backup/restore-backup.ts'
import { siteOf } from '../build/site-of.ts'
import { EXIT } from '../errors.ts'
import { showProgress } from '../progress.ts'
import { openOrCreate } from '../store/open-registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { reportFaults } from './report-faults.ts'

/** `plimsoll-registry restore`. Prints the directory of the registry. */
export async function runRestore(backup: string, options: { registry?: string; out?: string }): Promise<number> {
  const registry = openOrCreate(options.registry)
  const documents = restoreBackup(path.resolve(backup), registry, siteOf(registry, options.out))
  const progress = showProgress()
  const { faults } = await synchronizeIndex(registry, (done, total) =>
    progress.say(`indexing, ${done} of ${total} runs`),
  )
  progress.end()
  console.log(registry.directory)
  console.error(`${documents} documents verified and restored.`)
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
