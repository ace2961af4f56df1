import { Problem } from '@plimsoll/workloads'
import { Command, Option } from 'commander'
import { renderComparison } from '../compare/compare.ts'
import { FORMATS } from '../report/report.ts'
import { readDocument } from './read-document.ts'

/** `plimsoll compare A B`: prints the differences between two runs. It gives no verdict. */
export function compareCommand(): Command {
  return new Command('compare')
    .description('compare two runs: how they differ, then the ratio B ÷ A for each benchmark, without a verdict')
    .argument('<a>', 'a run document')
    .argument('<b>', 'another run document')
    .addOption(
      new Option(
        '--format <format>',
        'output format: csv and json contain every metric, table and markdown only the primary metric',
      )
        .choices(FORMATS)
        .default('table'),
    )
    .addHelpText(
      'after',
      '\nVerdicts exist only between the variants of one check: plimsoll run --base DIR --head DIR measures both in one job.\n',
    )
    .action((fileA: string, fileB: string, { format }: { format: (typeof FORMATS)[number] }) => {
      const [a, b] = [readDocument(fileA), readDocument(fileB)]
      if (a.hash === b.hash)
        throw new Problem(2, `${fileA} and ${fileB} are the same document. Give two different runs.`)
      console.log(renderComparison(a, b, format))
    })
}
