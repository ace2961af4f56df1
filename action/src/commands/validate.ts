import { InvalidDocument, readRun } from '@plimsoll/schema'
import { print, printError } from '@plimsoll/schema/node'
import { InvalidYamlFile, readProjectWorkload } from '@plimsoll/workloads'
import { Command } from 'commander'
import { printable } from '../plain-text.ts'
import { assertOneStdin, nameFile, readFile, STDIN_HELP } from './read-file.ts'

/** The names of workload files. */
const YAML = /\.ya?ml$/i

/**
 * `plimsoll validate FILE …`: exits with 0 if all files are valid run documents or workload files, and with 1 if one is
 * not.
 */
export function validateCommand(exit: (code: number) => void): Command {
  return new Command('validate')
    .description(
      'validate run documents (JSON) and workload files (YAML); prints every error on stderr with its position: a JSON pointer, or a line',
    )
    .argument('<files...>', `run documents, or workload files with names that end in .yml. ${STDIN_HELP}`)
    .addHelpText('after', EXAMPLES)
    .action((files: string[]) => {
      assertOneStdin(files)
      for (const file of files) {
        const errors = YAML.test(file) ? workloadErrors(file) : documentErrors(file)
        if (errors.length > 0) exit(1)
        // Errors contain keys and texts of an untrusted file, so they are made safe to print.
        for (const error of errors) printError(printable(error))
      }
    })
}

const EXAMPLES = `
Examples:
  plimsoll validate run.json                 one run document
  plimsoll validate .plimsoll/*.yml          the workloads of this project
  curl -s https://…/runs/ID.json | plimsoll validate -
`

/** The errors of a run document. Prints its name, id and hash if it is valid. */
function documentErrors(file: string): string[] {
  const bytes = readFile(file)
  const name = nameFile(file)
  try {
    const { id, hash } = readRun(bytes)
    print(`${name}: valid · ${id} · ${hash}`)
    return []
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    return error.errors.map(({ pointer, message }) => `${name}: ${pointer || '(document)'}: ${message}`)
  }
}

/** The errors of a workload file. Prints its name and that of the workload if it is valid. */
function workloadErrors(file: string): string[] {
  readFile(file)
  try {
    print(`${file}: valid · workload ${readProjectWorkload(file).workload}`)
    return []
  } catch (error) {
    if (!(error instanceof InvalidYamlFile)) throw error
    return error.errors.map(({ line, why }) => `${file}:${line}: ${why}`)
  }
}
