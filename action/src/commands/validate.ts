import { readFileSync } from 'node:fs'
import { InvalidDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { printable } from '../plain-text.ts'
import { print, printError } from '../terminal/print.ts'

/** `plimsoll validate FILE …`: exits with 0 if all files are valid run documents, and with 1 if one is not. */
export function validateCommand(exit: (code: number) => void): Command {
  return new Command('validate')
    .description('validate run documents; prints each error with its position, a JSON pointer, on stderr')
    .argument('<files...>', 'run documents')
    .action((files: string[]) => {
      for (const file of files) {
        try {
          const { id, hash } = readRun(readFile(file))
          print(`${file}: valid · ${id} · ${hash}`)
        } catch (error) {
          if (!(error instanceof InvalidDocument)) throw error
          exit(1)
          // Pointers contain keys of an untrusted document, so their text is made safe to print.
          for (const { pointer, message } of error.errors)
            printError(printable(`${file}: ${pointer || '(document)'}: ${message}`))
        }
      }
    })
}

/**
 * The bytes of a file.
 * @throws Problem (2) if the file cannot be read
 */
export function readFile(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new Problem(2, code === 'ENOENT' ? `File not found: ${file}.` : `${file} cannot be read (${code}).`)
  }
}
