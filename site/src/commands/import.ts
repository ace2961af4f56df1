import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { print, printError, printNote } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { withProgress } from '../progress.ts'
import { BUNDLE_SUFFIX } from '../store/documents.ts'
import { openOrCreate } from '../store/open-registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { type ImportedFile, importFiles } from './import-files.ts'
import { reportFaults } from './report-faults.ts'
import { STDIN } from './validate-files.ts'

/** `plimsoll-registry import`. Reports invalid documents, and stores all others. */
export async function runImport(paths: string[], options: { registry?: string }): Promise<number> {
  if (paths.filter((given) => given === STDIN).length > 1)
    throw new RegistryError('stdin-twice', "'-' is given twice, but standard input can be read only once. Name a file.")
  const files = paths.flatMap((path) => findFiles(path).map((file) => ({ path: file, isGiven: paths.includes(file) })))
  const registry = openOrCreate(options.registry)
  const imported = await withProgress((say) => {
    say('importing documents', 0, files.length)
    return importFiles(registry, files, printResult, (done) => say('importing documents', done, files.length))
  })
  const rejected = imported.filter((result) => 'reason' in result).length
  const added = imported.filter((result) => 'added' in result && result.added).length
  const alreadyPresent = files.length - added - rejected
  printNote(
    `${added} stored${alreadyPresent > 0 ? `, ${alreadyPresent} already present` : ''}${rejected > 0 ? `, ${rejected} rejected` : ''}.`,
  )
  const { faults } = await withProgress((say) => {
    say('indexing runs')
    return synchronizeIndex(registry, (done, total) => say('indexing runs', done, total))
  })
  reportFaults(faults)
  return rejected > 0 ? EXIT.checkFailed : EXIT.done
}

/** Prints a result at once, so that the ids of stored runs are known even if the import ends early. */
function printResult(result: ImportedFile): void {
  if ('reason' in result) printError(result.reason)
  else print(`${result.id} /runs/${result.id}`)
}

function findFiles(given: string): string[] {
  if (given === STDIN) {
    if (!process.stdin.isTTY) return [STDIN]
    throw new RegistryError(
      'stdin-is-terminal',
      "Standard input is a terminal, so there is nothing to read for '-'. Pipe a document into the command, or name a file.",
    )
  }
  const status = statSync(given, { throwIfNoEntry: false })
  if (status === undefined)
    throw new RegistryError('no-such-file', `'${given}' not found. Give a run document or a directory.`)
  if (!status.isDirectory()) return [given]
  const names = readdirSync(given).filter(
    (name) => name.endsWith('.json') && !name.endsWith(BUNDLE_SUFFIX) && !name.startsWith('.'),
  )
  if (names.length === 0)
    throw new RegistryError('no-documents', `No *.json files in '${given}'. Give a run document or another directory.`)
  return names.sort().map((name) => path.join(given, name))
}
