import { identify } from '@plimsoll/schema'
import { printReport } from '@plimsoll/schema/node'
import { readJournal } from '@plimsoll/workloads'
import { Command, InvalidArgumentError, Option } from 'commander'
import { withCheckedOutRefs } from '../base-and-head/check-out-refs.ts'
import { decideExitCode } from '../fail-on.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { parseParam } from '../measure-request/parse-settings.ts'
import { type RequestSelection, resolveRequest } from '../measure-request/request.ts'
import { readRequest } from '../measure-request/request-file.ts'
import { newRun, type RunOfRequest, resumedRun, runRequest } from '../measure-request/run-request.ts'
import { withConclusions } from '../report/conclusions.ts'
import { render } from '../report/formats.ts'
import { runReport } from '../report/run-report.ts'
import { addCheckFlags, type CheckFlags, requestedVariants } from './check-flags.ts'
import { addMeasureFlags, type MeasureFlags, measureSettings } from './measure-flags.ts'
import { requestFlag } from './request-flag.ts'
import { addDeclaredFlags, addSshFlags, declaredBy, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'

interface RunFlags extends MeasureFlags, SshNfsFlags, CheckFlags {
  suite?: string
  workload: string[]
  param: { name: string; value: string }[]
  journal?: string
  resume?: string
  /** The file with the request of the action. It replaces all other flags. */
  request?: string
}

/** `plimsoll run`: measures, writes one run document, and prints the document's table and what the run found. */
export function runCommand(exit: (code: number) => void): Command {
  const command = new Command('run')
    .description('measure, write one run document, print the table')
    .option(
      '--suite <name>',
      "the set of benchmarks to run (default: the workloads of this folder's project; quick if it has none)",
    )
    .addOption(
      new Option(
        '--workload <name...>',
        'only these workloads of the suite: names or .yml files. Without --suite, each runs with the first value of each parameter',
      ).default([], 'all'),
    )
    .addOption(
      new Option(
        '--param <name=value...>',
        'parameter values of the workloads that --workload names (default: the first value of each). Several values of one parameter are all measured',
      )
        .argParser(paramChoice)
        .default([], 'none')
        .conflicts(['suite', 'resume']),
    )
    .option(
      '--journal <file>',
      'path of the journal, which has one line per sample (default: next to the run document; deleted once the document is written)',
    )
    .addOption(
      new Option('--resume <journal>', 'resume a killed run of this machine from its journal').conflicts([
        ...['suite', 'workload', 'scenario', 'engine', 'rounds', 'seed', 'budget', 'rest', 'journal', 'nfs', 'synced'],
      ]),
    )
    .addHelpText('after', EXAMPLES)
  addMeasureFlags(command)
  addDeclaredFlags(addSshFlags(addCheckFlags(command)))
  command.addOption(requestFlag(command.options.map((option) => option.attributeName())))
  return command.action(async (flags: RunFlags) => exit(await run(flags)))
}

const EXAMPLES = `
Examples:
  plimsoll run                       the project's workloads, or the suite quick
  plimsoll run --suite standard      a larger suite
  plimsoll run --workload npm-ci --scenario native bind volume
  plimsoll run --workload .plimsoll/build.yml --rounds 10 --out run.json
  plimsoll run --base main           this folder against a branch
  plimsoll run --base ../old --head ../new
  plimsoll run --variant base=engine=docker --variant head=engine=podman
  plimsoll run --format json --quiet > report.json

\`plimsoll list\` lists the names of suites, workloads, scenarios and engines.
Ctrl-C ends a run early and keeps its samples.

The exit code is 0 if the run is done; 1 if a benchmark failed, if no workload
of the project or no benchmark of an engine could be measured, or if --fail-on
names the result; 2 for bad usage; 3 if the environment supports none of the
benchmarks; 130 if the run was interrupted.
`

/**
 * Checks the flags of `plimsoll run` without running anything, for callers that set up an engine before the run.
 * @throws CommanderError or Problem for bad usage
 */
export function parseRunFlags(args: string[]): RequestSelection {
  let parsed: RequestSelection | undefined
  const command = runCommand(() => {}).exitOverride()
  command.action((flags: RunFlags) => {
    parsed = resolveRequest(requestOf(flags))
  })
  command.parse(args, { from: 'user' })
  return parsed as RequestSelection
}

async function run(flags: RunFlags): Promise<number> {
  if (flags.resume !== undefined) return measureAndPrint(resumedRun(requestOf(flags), readJournal(flags.resume)), flags)
  return withCheckedOutRefs(flags, { named: flags.workload }, (folders) =>
    measureAndPrint(newRun(resolveRequest(requestOf({ ...flags, ...folders }))), flags),
  )
}

/**
 * Measures, and prints the report and what the run found.
 * @param nothingCompared what to say of a run that compares nothing
 * @returns the exit code
 */
export async function measureAndPrint(
  run: RunOfRequest,
  { format, failOn }: Pick<RunFlags, 'format' | 'failOn'>,
  nothingCompared = NOTHING_COMPARED,
): Promise<number> {
  const document = await runRequest(run)
  printReport(
    render(
      withConclusions(runReport({ document, ...identify(document) }, format === 'table'), document, nothingCompared),
      format,
    ),
  )
  return decideExitCode(document, failOn)
}

const NOTHING_COMPARED =
  'Nothing was compared. A ratio needs the scenario native or layer, and another scenario of the same workload; --base compares with another version of the project.'

function requestOf(flags: RunFlags): MeasureRequest {
  if (flags.request !== undefined) return readRequest(flags.request)
  const { suite, workload, param, alpha, threshold, journal } = flags
  return {
    project: process.cwd(),
    ...{ suite, workloads: workload, params: param },
    ...measureSettings(flags),
    variants: requestedVariants(flags),
    ...{ alpha, threshold, journal },
    ...engineOptions(flags),
    declared: declaredBy(flags),
  }
}

function paramChoice(text: string, before: RunFlags['param']): RunFlags['param'] {
  const param = parseParam(text)
  if (param === null) throw new InvalidArgumentError('It takes name=value.')
  return [...before, param]
}
