import { InvalidDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { Command, Option } from 'commander'
import { FORMATS, renderReport } from '../report/report.ts'
import { readFile } from './validate.ts'

/** `plimsoll report FILE`: the blog-style table of a run. */
export function reportCommand(): Command {
  return new Command('report')
    .description('the table of a run')
    .argument('<file>', 'a run document')
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('table'))
    .action((file: string, { format }: { format: (typeof FORMATS)[number] }) => {
      try {
        console.log(renderReport(readRun(readFile(file)), format))
      } catch (error) {
        if (!(error instanceof InvalidDocument)) throw error
        throw new Problem(2, `${file} is not a valid run document: see \`plimsoll validate ${file}\`.`)
      }
    })
}
