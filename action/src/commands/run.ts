import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeFindings, identify, type RunDocument } from '@plimsoll/schema'
import {
  type Budget,
  chooseEngines,
  continueJournal,
  type InterruptedJournal,
  openJournal,
  type Plan,
  Problem,
  parseBudget,
  plimsollHome,
  type RepeatedRun,
  readJournal,
  runPlan,
} from '@plimsoll/workloads'
import { Command, InvalidArgumentError, Option } from 'commander'
import { assertNewFile } from '../check-output-file.ts'
import { failures, nothingComparable, wasInterrupted } from '../fail-on.ts'
import { sourceOf } from '../github/run-source.ts'
import { parseParam, ROUNDS, SEED } from '../measure-request/parse-settings.ts'
import {
  enginesOf,
  lookUp,
  type MeasureRequest,
  notesOf,
  planOf,
  type RequestWithWorkloads,
} from '../measure-request/request.ts'
import { workloadsOf } from '../measure-request/variants.ts'
import { plimsollCommit } from '../plimsoll-commit.ts'
import { render, withRevealedTexts } from '../report/formats.ts'
import { runReport } from '../report/run-report.ts'
import { print, printError, printReport } from '../terminal/print.ts'
import { showProgress } from '../terminal/progress.ts'
import { abortOnSignals } from '../terminal/signals.ts'
import { wrap } from '../terminal/wrap.ts'
import { VERSION } from '../version.ts'
import { writeDocument } from '../write-document.ts'
import { addCheckFlags, type CheckFlags, requestedVariants } from './check-flags.ts'
import { addDeclaredFlags, addSshFlags, declaredBy, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'
import { wholeNumber } from './whole-number.ts'

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
}

/** `plimsoll run`: measures, writes one run document, and prints the document's table and what the run found. */
export function runCommand(exit: (code: number) => void): Command {
  const command = new Command('run')
    .description('measure, write one run document, print the table')
    .option('--suite <name>', 'the set of benchmarks to run (default: quick, or the workloads that --workload names)')
    .option(
      '--workload <name...>',
      'only these workloads of the suite: names or .yml files. Without --suite, each runs with the first value of each parameter',
      [],
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
    .option('--scenario <name...>', 'only these scenarios (where the files are stored), for example bind', [])
    .option(
      '--engine <name...>',
      'only these engines. `all` (the default): every engine found; `none`: only the host',
      ['all'],
    )
    .option(
      '--rounds <n>',
      'a fixed number of measured rounds (overrides the suite); with --base/--head, the maximum (14–50)',
      wholeNumber(...ROUNDS),
    )
    .option('--seed <n>', 'seed of the shuffled order (default: random)', wholeNumber(...SEED))
    .option('--budget <time>', 'measure no longer than this, for example 90s, 10m, 1h30m', timeBudget)
    .option('--no-rest', 'do not rest after a removal of files, where it slows the next samples')
    .option('--dir <dir>', 'directory of native and bind-mounted files (default: ~/.plimsoll)')
    .option('--out <file>', 'the run document (default: plimsoll-<id>.json)')
    .option(
      '--journal <file>',
      'path of the journal, which has one line per sample (default: next to the run document; deleted once the document is written)',
    )
    .addOption(
      new Option('--resume <journal>', 'resume a killed run from its journal').conflicts([
        ...['suite', 'workload', 'scenario', 'engine', 'rounds', 'seed', 'budget', 'rest', 'journal'],
      ]),
    )
  return addDeclaredFlags(addSshFlags(addCheckFlags(command))).action(async (flags: RunFlags) => exit(await run(flags)))
}

/**
 * Check the flags of `plimsoll run` without running anything, for callers that set up an engine before the run.
 * @throws CommanderError or Problem for bad usage
 */
export function checkRunFlags(args: string[]): { engines: string[] } {
  let engines: string[] = []
  const command = runCommand(() => {}).exitOverride()
  command.action((flags: RunFlags) => {
    lookUp(requestOf(flags))
    engines = flags.engine
  })
  command.parse(args, { from: 'user' })
  return { engines }
}

async function run(flags: RunFlags): Promise<number> {
  const cut = flags.resume === undefined ? null : readJournal(flags.resume)
  const document = await measureRequest(lookUpOrResume(requestOf(flags), cut), flags, { cut })
  printReport(render(runReport({ document, ...identify(document) }), 'table'))
  const found = describeFindings(withRevealedTexts(document))
  const sentences = found.length > 0 ? found : ['No ratio: each workload was measured in one place only.']
  print(`\n${sentences.map(wrap).join('\n')}`)
  return exitCode(document, flags.failOn)
}

/** The flags that say how a request is measured, and where the files are. */
export type MeasureFlags = SshNfsFlags & Pick<RunFlags, 'budget' | 'dir' | 'out' | 'journal'>

interface MeasureMore {
  /** The interrupted run to resume. */
  cut?: InterruptedJournal | null
  /** The run to repeat, with a check of the plan that throws if the plan does not repeat it. */
  repeated?: { run: RepeatedRun; assertRepeats: (plan: Plan) => void } | null
}

/**
 * Measure a request, and write the run document.
 * @throws Problem
 */
export async function measureRequest(
  request: RequestWithWorkloads,
  flags: MeasureFlags,
  { cut = null, repeated = null }: MeasureMore = {},
): Promise<RunDocument> {
  const journal =
    cut?.file ??
    flags.journal ??
    (flags.out ? `${flags.out}.journal` : `plimsoll-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.journal`)
  assertNewFile(flags.out ?? PLACEHOLDER_NAME, '--out')
  if (!cut) assertNewFile(journal, '--journal')
  if (flags.out !== undefined && resolve(journal) === resolve(flags.out))
    throw new Problem(2, 'The document and the journal cannot be the same file. Choose another name with --journal.')

  const progress = showProgress(process.stderr)
  const say = (line: string) => progress.on({ type: 'say', line })
  const wanted = cut ? enginesOfPlan(cut.start.plan) : enginesOf(request)
  const { chosen, all } = await chooseEngines(wanted, engineOptions(flags), say)
  const plan = cut?.start.plan ?? (await planOf(request, chosen, declaredBy(flags), say))
  repeated?.assertRepeats(plan)
  const { signal, stop } = abortOnSignals()
  let document: RunDocument
  let file = ''
  try {
    document = await runPlan({
      plan,
      workloads: request.known,
      variants: request.variants,
      replicates: repeated?.run ?? null,
      engines: chosen,
      allEngines: all,
      directory: resolve(flags.dir ?? cut?.start.directory ?? plimsollHome()),
      declared: cut?.start.declared ?? declaredBy(flags),
      notes: cut?.start.notes ?? notesOf(request),
      openJournal: () => (cut ? continueJournal(cut) : openJournal(journal)),
      interrupted: cut,
      budget: cut?.start.budget ?? flags.budget ?? null,
      write: (document) => {
        file = writeDocument(document, flags.out, journal)
      },
      version: VERSION,
      commit: await plimsollCommit(),
      source: sourceOf(process.env),
      signal,
      on: progress.on,
    })
  } catch (error) {
    if (signal.aborted) throw new Problem(130, interrupted(cut))
    throw error
  } finally {
    progress.end()
    stop()
  }
  if (!flags.journal && !cut) rmSync(journal)
  printError(`Wrote ${file}`)
  return document
}

function requestOf(flags: RunFlags): MeasureRequest {
  const { suite, workload, param, scenario, engine, rounds, seed, budget, rest, alpha, threshold } = flags
  const names = { workloads: workload, params: param, scenarios: scenario, engines: engine }
  const variants = requestedVariants(flags)
  return { project: process.cwd(), suite, ...names, rounds, seed, budget, noRest: !rest, variants, alpha, threshold }
}

/** Look up the requested names. A resumed check has no requested names: its variants come from the journal. */
function lookUpOrResume(request: MeasureRequest, cut: InterruptedJournal | null): RequestWithWorkloads {
  const variants = cut?.start.variants
  return variants ? { ...request, variants, known: workloadsOf(variants) } : lookUp(request)
}

/** The values of the flag `--engine` that select the engines of a plan again. */
function enginesOfPlan({ benchmarks }: Plan): string[] {
  const engines = new Set(benchmarks.flatMap(({ engine }) => (engine === null ? [] : [engine])))
  return engines.size > 0 ? [...engines] : ['none']
}

function interrupted(cut: InterruptedJournal | null): string {
  return cut
    ? `Interrupted before the run resumed. The journal is unchanged: \`plimsoll run --resume ${cut.file}\` tries again.`
    : 'Interrupted before the first sample: nothing was measured.'
}

/** A placeholder file name, to check the folder. The real name contains the document's id, which is not known yet. */
const PLACEHOLDER_NAME = 'plimsoll-not-yet-named.json'

/** The exit code for a document. */
export function exitCode(document: RunDocument, failOn: CheckFlags['failOn']): number {
  if (wasInterrupted(document)) return 130
  if (nothingComparable(document)) return 3
  return failures(document, failOn).length > 0 || document.benchmarks.some(({ status }) => status === 'failed') ? 1 : 0
}

function paramChoice(text: string, before: RunFlags['param']): RunFlags['param'] {
  const param = parseParam(text)
  if (param === null) throw new InvalidArgumentError('It takes name=value.')
  return [...before, param]
}

function timeBudget(text: string): Budget {
  const budget = parseBudget(text)
  if (!budget) throw new InvalidArgumentError('It takes a time such as 90s, 10m or 1h30m.')
  return budget
}
