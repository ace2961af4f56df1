import { readDocumentFile } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'

/** The name that stands for standard input where a command reads a file. */
export const STDIN = '-'

/** The sentence of a command's help about `-`. */
export const STDIN_HELP = 'The file - is standard input.'

/**
 * The bytes of a file, or of standard input for `-`: of a larger file than a document may be, enough to reject it.
 * @throws Problem (2) if it cannot be read, or is empty
 */
export function readFile(file: string): Uint8Array {
  if (file === STDIN && process.stdin.isTTY)
    throw new Problem(
      2,
      'Standard input is a terminal, so there is nothing to read for `-`. Pipe a document into the command, or name a file.',
    )
  const bytes = readBytes(file)
  if (bytes.length > 0) return bytes
  const remedy = file === STDIN ? 'Pipe a document into the command, or name a file' : 'Name another file'
  throw new Problem(2, `${nameFile(file)} is empty. ${remedy}.`)
}

function readBytes(file: string): Uint8Array {
  try {
    return readDocumentFile(file === STDIN ? 0 : file)
  } catch (error) {
    throw new Problem(2, describeUnreadable(file, (error as NodeJS.ErrnoException).code))
  }
}

function describeUnreadable(file: string, code: string | undefined): string {
  if (code === 'ENOENT') return `File not found: ${file}. Check the path.`
  if (code === 'EISDIR') return `${nameFile(file)} is a folder. Name a file in it.`
  return `${nameFile(file)} cannot be read (${code}). Check its permissions.`
}

/** The name of a file in a sentence. */
export function nameFile(file: string): string {
  return file === STDIN ? 'Standard input' : file
}

/**
 * Rejects a second `-`: standard input can be read only once.
 * @throws Problem (2)
 */
export function assertOneStdin(files: readonly string[]): void {
  if (files.filter((file) => file === STDIN).length < 2) return
  throw new Problem(2, '- is given twice, but standard input can be read only once. Name a file for the other.')
}
