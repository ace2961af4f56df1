import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { InvalidDocument } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { importDocument, recordReplications } from '../store/import.ts'
import { openOrCreate } from '../store/open-registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { print, printError, showProgress } from '../terminal.ts'
import { addToLog } from '../transparency/write-log.ts'
import { type LogKeyOption, readLogKey } from './log-key.ts'
import { listErrors, reportFaults } from './report-faults.ts'

/** `plimsoll-registry import`. Reports invalid documents, and stores all others. */
export async function runImport(paths: string[], options: { registry?: string } & LogKeyOption): Promise<number> {
  const files = paths.flatMap(findFiles)
  const registry = openOrCreate(options.registry)
  const logKey = readLogKey(options)
  const progress = showProgress()
  let added = 0
  let rejected = 0
  const repeats: string[] = []
  for (const [index, file] of files.entries()) {
    progress.say(`importing, ${index} of ${files.length} documents`)
    try {
      const stored = importDocument(registry, readFile(file, paths.includes(file)))
      if (stored.document.replicates) repeats.push(stored.id)
      if (stored.added) added += 1
      print(`${stored.id} /runs/${stored.id}`)
    } catch (error) {
      rejected += 1
      printError(explain(file, error))
    }
  }
  recordReplications(registry, repeats)
  if (logKey !== null) await addToLog(registry, logKey)
  progress.end()
  const alreadyPresent = files.length - added - rejected
  printError(
    `${added} stored${alreadyPresent > 0 ? `, ${alreadyPresent} already present` : ''}${rejected > 0 ? `, ${rejected} rejected` : ''}.`,
  )
  const onProgress = (done: number, total: number) => progress.say(`indexing, ${done} of ${total} runs`)
  const { faults } = await synchronizeIndex(registry, onProgress)
  progress.end()
  reportFaults(faults)
  return rejected > 0 ? EXIT.checkFailed : EXIT.done
}

function findFiles(given: string): string[] {
  const status = statSync(given, { throwIfNoEntry: false })
  if (status === undefined)
    throw new RegistryError('no-such-file', `'${given}' not found. Give a run document or a directory.`)
  if (!status.isDirectory()) return [given]
  const names = readdirSync(given).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  if (names.length === 0)
    throw new RegistryError('no-documents', `No *.json files in '${given}'. Give a run document or another directory.`)
  return names.sort().map((name) => path.join(given, name))
}

/**
 * Reads a file to import. An unreadable file is rejected like an invalid document. A storage error ends the import.
 * @param isGiven whether the user named this file, and not its directory
 */
function readFile(file: string, isGiven: boolean): Buffer {
  try {
    // Reading a named pipe of a directory would wait for a writer, perhaps for ever.
    if (isGiven || statSync(file).isFile()) return readFileSync(file)
  } catch (error) {
    throw new RegistryError(
      'unreadable-file',
      `the file cannot be read (${(error as Error).message}). Give a readable run document.`,
    )
  }
  throw new RegistryError('unreadable-file', 'it is not a regular file. Give a readable run document.')
}

function explain(file: string, error: unknown): string {
  if (error instanceof InvalidDocument) {
    return `${file} is not a valid run document:\n${listErrors(error.errors)}`
  }
  if (error instanceof RegistryError) return `${file}: ${error.message}`
  throw error
}
