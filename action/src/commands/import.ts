import { statSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { printNote, printReport } from '@plimsoll/schema/node'
import { Command } from 'commander'
import { render } from '../report/formats.ts'
import { runReport } from '../report/run-report.ts'
import { writeDocument } from '../write-document.ts'
import { fromHyperfine } from './from-hyperfine.ts'
import { nameFile, readFile, STDIN, STDIN_HELP } from './read-file.ts'

/** `plimsoll import FILE`: makes a run document of what hyperfine exported. */
export function importCommand(): Command {
  return new Command('import')
    .description('make a run document of what `hyperfine --export-json` wrote, with every time, and print its table')
    .argument('<file>', `a JSON file of hyperfine. ${STDIN_HELP}`)
    .option('--out <file>', 'file of the document (default: plimsoll-ID.json)')
    .addHelpText('after', EXAMPLES)
    .action((file: string, { out }: { out?: string }) => {
      const bytes = readFile(file)
      const modified = file === STDIN ? new Date() : statSync(file).mtime
      const document = fromHyperfine(bytes, nameFile(file), modified.toISOString().slice(0, 'YYYY-MM-DD'.length))
      const written = writeDocument(document, out, null)
      printReport(render(runReport({ document, ...identify(document) }), 'table'))
      printNote(`Wrote ${written}`)
    })
}

const EXAMPLES = `
Examples:
  hyperfine --export-json times.json 'sort numbers.txt'
  plimsoll import times.json
  plimsoll import times.json --out before.json
`
