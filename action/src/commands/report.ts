import { printReport } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { withConclusions } from '../report/conclusions.ts'
import { FORMATS, RUN_FORMATS, render } from '../report/formats.ts'
import { runReport } from '../report/run-report.ts'
import { seriesReport } from '../report/several-runs.ts'
import { formatOption } from './format-option.ts'
import { readDocument, rejectCopies } from './read-document.ts'
import { assertOneStdin, STDIN_HELP } from './read-file.ts'

/**
 * `plimsoll report FILE`: prints the result tables of a run. For a check, which compares two variants, it prints
 * verdicts. For several runs of one design, it prints how well their ratios agree.
 */
export function reportCommand(): Command {
  return new Command('report')
    .description('print the table of a run, the verdicts of a check, or how well several runs of one design agree')
    .argument('<file...>', `a run document, or several: the first run and those that repeat it. ${STDIN_HELP}`)
    .addOption(formatOption('output format; github-action-benchmark and bencher take one run', RUN_FORMATS))
    .addHelpText('after', EXAMPLES)
    .action((files: string[], { format }: { format: string }) => {
      assertOneStdin(files)
      if (files.length > 1 && !FORMATS.includes(format))
        throw new Problem(2, `The format ${format} takes one run. Report each run by itself.`)
      const runs = files.map(readDocument) as [ReturnType<typeof readDocument>]
      const same = runs.findIndex(({ hash }, at) => runs.findIndex((run) => run.hash === hash) < at)
      if (same !== -1) throw new Problem(2, `${files[same]} is given twice. Give each run once.`)
      rejectCopies(runs.map((run, at) => ({ ...run, file: files[at] as string })))
      const [first] = runs
      printReport(
        render(runs.length === 1 ? withConclusions(runReport(first), first.document) : seriesReport(runs), format),
      )
    })
}

const EXAMPLES = `
Examples:
  plimsoll report run.json
  plimsoll report run.json run-replication-1.json run-replication-2.json
  plimsoll report run.json --format markdown > report.md
  curl -s https://…/runs/ID.json | plimsoll report -
`
