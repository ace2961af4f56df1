import { printReport } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { comparisonReport } from '../compare/compare.ts'
import { groupComparisonReport } from '../compare/groups.ts'
import { render } from '../report/formats.ts'
import { formatOption } from './format-option.ts'
import { readDocument, rejectCopies } from './read-document.ts'
import { assertOneStdin, STDIN_HELP } from './read-file.ts'

/** `plimsoll compare A B …`: prints the differences between the runs of two designs. It gives no verdict. */
export function compareCommand(): Command {
  return new Command('compare')
    .description(
      'compare two runs: what was found, the cost of B ÷ A for each benchmark, and how the runs differ, without a verdict',
    )
    .argument('<a>', `a run document. ${STDIN_HELP}`)
    .argument('<b>', 'another run document')
    .argument('[more...]', 'replications of the two runs, so that the interval has the spread between runs')
    .option('--all', 'list every property that differs, is the same or is unknown, not only those that matter')
    .addOption(formatOption('output format; tables have only the primary metric'))
    .addHelpText(
      'after',
      '\nExamples:\n  plimsoll compare laptop.json desktop.json\n  plimsoll compare a.json b.json a-replication-1.json b-replication-1.json\n\nVerdicts exist only between the variants of one check:\nplimsoll run --base DIR --head DIR measures both in one job.\n',
    )
    .action((fileA: string, fileB: string, more: string[], { format, all }: { format: string; all?: boolean }) => {
      const files = [fileA, fileB, ...more]
      assertOneStdin(files)
      const runs = files.map((file) => readDocument(file))
      const first = runs.map(({ hash }) => runs.findIndex((run) => run.hash === hash))
      const twice = first.findIndex((earlier, at) => earlier !== at)
      if (twice !== -1)
        throw new Problem(
          2,
          `${files[first[twice] ?? 0]} and ${files[twice]} are the same document. Give ${more.length === 0 ? 'two ' : ''}different runs.`,
        )
      if (more.length > 0) rejectCopies(runs.map((run, at) => ({ ...run, file: files[at] as string })))
      const [a, b] = runs as [(typeof runs)[number], (typeof runs)[number]]
      printReport(render(more.length === 0 ? comparisonReport(a, b, all) : groupComparisonReport(runs, all), format))
    })
}
