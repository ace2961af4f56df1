import { describeFindings, describeWithheld, identify, type RunDocument, runReliability } from '@plimsoll/schema'
import { printReport } from '@plimsoll/schema/node'
import { type Budget, readJournal } from '@plimsoll/workloads'
import { Command, InvalidArgumentError, Option } from 'commander'
import { decideExitCode } from '../fail-on.ts'
import { BUDGET, parseParam, ROUNDS, SEED, wholeNumber } from '../measure-request/parse-settings.ts'
import { withInputs } from '../measure-request/refusals.ts'
import type { MeasureRequest } from '../measure-request/request.generated.ts'
import { type RequestSelection, resolveRequest } from '../measure-request/request.ts'
import { readRequest } from '../measure-request/request-file.ts'
import { newRun, resumedRun, runRequest } from '../measure-request/run-request.ts'
import { checkReport } from '../report/check.ts'
import { findFailure, findUnmeasured } from '../report/failure.ts'
import { render } from '../report/formats.ts'
import { checkHeadline, headlineText } from '../report/headline.ts'
import type { Report } from '../report/report.ts'
import { runReport } from '../report/run-report.ts'
import { addCheckFlags, type CheckFlags, requestedVariants } from './check-flags.ts'
import { formatOption } from './format-option.ts'
import { requestFlag } from './request-flag.ts'
import { settingFlag } from './setting-flag.ts'
import { addDeclaredFlags, addSshFlags, declaredBy, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'

interface RunFlags extends SshNfsFlags, CheckFlags {
  suite?: string
  workload: string[]
  param: { name: string; value: string }[]
  scenario: string[]
  engine: string[]
  rounds?: number
  seed?: number
  budget?: Budget
  /** False for `--no-rest`. */
  rest: boolean
  dir?: string
  out?: string
  journal?: string
  resume?: string
  format: string
  /** The file with the request of the action. It replaces all other flags. */
  request?: string
}

/** `plimsoll run`: measures, writes one run document, and prints the document's table and what the run found. */
export function runCommand(exit: (code: number) => void): Command {
  const command = new Command('run')
    .description('measure, write one run document, print the table')
    .option('--suite <name>', 'the set of benchmarks to run (default: quick, or the workloads that --workload names)')
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
    .addOption(
      new Option('--scenario <name...>', 'only these scenarios (where the files are stored), for example bind').default(
        [],
        'all',
      ),
    )
    .addOption(
      new Option('--engine <name...>', 'only these engines. `all`: every engine found; `none`: only the host').default(
        ['all'],
        'all',
      ),
    )
    .option(
      '--rounds <n>',
      'a fixed number of measured rounds (overrides the suite); with --base/--head, the maximum (14–50)',
      settingFlag(wholeNumber(ROUNDS)),
    )
    .option('--seed <n>', 'seed of the shuffled order (default: random)', settingFlag(wholeNumber(SEED)))
    .option('--budget <time>', 'measure no longer than this, for example 90s, 10m, 1h30m', settingFlag(BUDGET))
    .option('--no-rest', 'do not rest before the first sample')
    .option('--dir <dir>', 'directory of native and bind-mounted files (default: ~/.plimsoll)')
    .option('--out <file>', 'the run document (default: plimsoll-<id>.json)')
    .option(
      '--journal <file>',
      'path of the journal, which has one line per sample (default: next to the run document; deleted once the document is written)',
    )
    .addOption(
      new Option('--resume <journal>', 'resume a killed run of this machine from its journal').conflicts([
        ...['suite', 'workload', 'scenario', 'engine', 'rounds', 'seed', 'budget', 'rest', 'journal'],
      ]),
    )
    .addOption(formatOption('output format of the report on standard output'))
    .addHelpText('after', EXAMPLES)
  addDeclaredFlags(addSshFlags(addCheckFlags(command)))
  command.addOption(requestFlag(command.options.map((option) => option.attributeName())))
  return command.action(async (flags: RunFlags) => exit(await run(flags)))
}

const EXAMPLES = `
Examples:
  plimsoll run                                    the suite quick, every engine
  plimsoll run --suite standard --engine docker   a larger suite, one engine
  plimsoll run --workload npm-ci --scenario native bind volume
  plimsoll run --workload .plimsoll/build.yml --rounds 10 --out run.json
  plimsoll run --base ../main --head . --fail-on slower
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
  const request = requestOf(flags)
  const run =
    flags.resume === undefined ? newRun(resolve(request, flags)) : resumedRun(request, readJournal(flags.resume))
  const document = await runRequest(run)
  printReport(render(withConclusions(document), flags.format))
  return decideExitCode(document, flags.failOn)
}

/**
 * Looks up the names of a request.
 * @throws Problem that names what its user wrote: flags, or inputs of the action
 */
function resolve(request: MeasureRequest, flags: RunFlags): RequestSelection {
  try {
    return resolveRequest(request)
  } catch (error) {
    throw flags.request === undefined ? error : withInputs(error)
  }
}

/** The report of a run, and below it what the run found. */
function withConclusions(document: RunDocument): Report {
  const report = runReport({ document, ...identify(document) })
  return { ...report, blocks: () => [...report.blocks(), { texts: conclusions(document), form: 'sentence' }] }
}

/** What a run found, for the end of its output: why nothing was measured, the headline of a check, or a sentence for each workload. */
function conclusions(document: RunDocument): string[] {
  const failure = findFailure(document)
  const unmeasured = findUnmeasured(document)
  const warnings = (failure?.isTotal ? [failure] : unmeasured ? [unmeasured] : []).map(({ title }) =>
    headlineText({ mark: '⚠', title, more: null }),
  )
  if (failure?.isTotal || unmeasured?.isTotal) return warnings
  return [...warnings, ...findings(document)]
}

function findings(document: RunDocument): string[] {
  const check = checkReport(document)
  if (check !== null) return [headlineText(checkHeadline(check))]
  const found = describeFindings(document)
  // The tables have the reasons of withheld ratios.
  const withheld = new Map([...describeWithheld(runReliability(document))].map(([work, sentence]) => [sentence, work]))
  const shorter = (sentence: string) =>
    withheld.has(sentence) ? `${withheld.get(sentence)}: ratios withheld, as its table says.` : sentence
  return found.length > 0
    ? found.map(shorter)
    : ['No ratio: a ratio needs the scenario native or layer, and another scenario of the same workload.']
}

function requestOf(flags: RunFlags): MeasureRequest {
  if (flags.request !== undefined) return readRequest(flags.request)
  const { suite, workload, param, scenario, engine, rounds, seed, budget, rest, alpha, threshold, dir, out } = flags
  return {
    project: process.cwd(),
    suite,
    workloads: workload,
    params: param,
    scenarios: scenario,
    engines: engine,
    ...{ rounds, seed, budget, noRest: !rest },
    variants: requestedVariants(flags),
    ...{ alpha, threshold, dir, out, journal: flags.journal },
    ...engineOptions(flags),
    declared: declaredBy(flags),
  }
}

function paramChoice(text: string, before: RunFlags['param']): RunFlags['param'] {
  const param = parseParam(text)
  if (param === null) throw new InvalidArgumentError('It takes name=value.')
  return [...before, param]
}
