import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { InvalidDocument } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { importDocument, recordReplications } from '../store/import.ts'
import { openOrCreate } from '../store/open-registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { print, printError, printNote, showProgress } from '../terminal.ts'
import { addToLog } from '../transparency/write-log.ts'
import { type LogKeyOption, readLogKey } from './log-key.ts'
import { listErrors, reportFaults } from './report-faults.ts'

/** `plimsoll-registry import`. Reports invalid documents, and stores all others. */
export async function runImport(paths: string[], options: { registry?: string } & LogKeyOption): Promise<number> {
  if (paths.filter((given) => given === STDIN).length > 1)
    throw new RegistryError('stdin-twice', "'-' is given twice, but standard input can be read only once. Name a file.")
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
  printNote(
    `${added} stored${alreadyPresent > 0 ? `, ${alreadyPresent} already present` : ''}${rejected > 0 ? `, ${rejected} rejected` : ''}.`,
  )
  const onProgress = (done: number, total: number) => progress.say(`indexing, ${done} of ${total} runs`)
  const { faults } = await synchronizeIndex(registry, onProgress)
  progress.end()
  reportFaults(faults)
  return rejected > 0 ? EXIT.checkFailed : EXIT.done
}

/** The name that stands for standard input. */
const STDIN = '-'

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
    if (isGiven || statSync(file).isFile()) return readFileSync(file === STDIN ? 0 : file)
  } catch (error) {
    throw new RegistryError(
      'unreadable-file',
      `the file cannot be read (${(error as Error).message}). Give a readable run document.`,
    )
  }
  throw new RegistryError('unreadable-file', 'it is not a regular file. Give a readable run document.')
}

function explain(given: string, error: unknown): string {
  const file = given === STDIN ? 'Standard input' : given
  if (error instanceof InvalidDocument) {
    return `${file} is not a valid run document:\n${listErrors(error.errors)}`
  }
  if (error instanceof RegistryError) return `${file}: ${error.message}`
  throw error
}
