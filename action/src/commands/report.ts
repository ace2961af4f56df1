import { Command, Option } from 'commander'
import { FORMATS, renderReport } from '../report/report.ts'
import { readDocument } from './read-document.ts'

/**
 * `plimsoll report FILE`: prints the result tables of a run. For a check, which compares two variants, it prints
 * verdicts.
 */
export function reportCommand(): Command {
  return new Command('report')
    .description('print the table of a run, or the verdicts of a check')
    .argument('<file>', 'a run document')
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('table'))
    .action((file: string, { format }: { format: (typeof FORMATS)[number] }) => {
      console.log(renderReport(readDocument(file), format))
    })
}
