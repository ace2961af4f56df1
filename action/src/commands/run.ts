import { randomInt } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { identify, type RunDocument, validateRun } from '@plimsoll/schema'
import {
  type Budget,
  type CutJournal,
  continueJournal,
  findWorkloads,
  listScenarios,
  listSuites,
  makePlan,
  openJournal,
  type Plan,
  Problem,
  parseBudget,
  plimsollHome,
  readJournal,
  runPlan,
  type Suite,
  selectionOf,
  type Workload,
  withBudget,
} from '@plimsoll/workloads'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type EngineOptions, findEngines } from '../engines/find.ts'
import { harnessCommit, VERSION } from '../harness.ts'
import { assertNewFile } from '../new-file.ts'
import { renderReport } from '../report/report.ts'
import { showProgress } from '../terminal/progress.ts'
import { abortOnSignals } from '../terminal/signals.ts'
import { addDeclaredFlags, addSshFlags, declaredBy, engineOptions, type ReachFlags } from './reach-flags.ts'
import { wholeNumber } from './whole-number.ts'

interface RunFlags extends ReachFlags {
  suite?: string
  workload: string[]
  param: { name: string; value: string }[]
  scenario: string[]
  engine: string[]
  rounds?: number
  seed?: number
  budget?: Budget
  dir?: string
  out?: string
  journal?: string
  resume?: string
}

/** `plimsoll run`: measure, write one run document, print its table. */
export function runCommand(exit: (code: number) => void): Command {
  const command = new Command('run')
    .description('measure, write one run document, print the table')
    .option('--suite <name>', 'the suite to run (default: quick, or whatever --workload names)')
    .option(
      '--workload <name...>',
      'only these workloads of the suite; without --suite, these with the first value of each param: names, or .yml files',
      [],
    )
    .addOption(
      new Option(
        '--param <name=value...>',
        'values of the params of what --workload names, in place of the first: several of one name are all measured',
      )
        .argParser(paramChoice)
        .default([], 'none')
        .conflicts(['suite', 'resume']),
    )
    .option('--scenario <name...>', 'only these scenarios', [])
    .option(
      '--engine <name...>',
      'only these engines; `all` (the default) is every engine found, `none` is the host alone',
      ['all'],
    )
    .option('--rounds <n>', "rounds that count, in place of the suite's", wholeNumber(1, 1000))
    .option('--seed <n>', 'seed of the shuffled order (default: drawn)', wholeNumber(0, 4_294_967_295))
    .option('--budget <time>', 'measure no longer than this, for example 90s, 10m, 1h30m', timeBudget)
    .option('--dir <dir>', 'where native and bind-mounted files lie (default: ~/.plimsoll)')
    .option('--out <file>', 'the run document (default: plimsoll-<id>.json)')
    .option(
      '--journal <file>',
      'keep the journal, one line a sample, there (default: beside the run document until that is written)',
    )
    .addOption(
      new Option('--resume <journal>', 'go on with a run that was killed, from its journal').conflicts([
        ...['suite', 'workload', 'scenario', 'engine', 'rounds', 'seed', 'budget', 'journal'],
      ]),
    )
  return addDeclaredFlags(addSshFlags(command)).action(async (flags: RunFlags) => exit(await run(flags)))
}

/**
 * Read the flags of `plimsoll run` without running anything: for who has to set things up first.
 * @throws CommanderError or Problem for bad usage
 */
export function checkRunFlags(args: string[]): { engines: string[] } {
  let engines: string[] = []
  const command = runCommand(() => {}).exitOverride()
  command.action((flags: RunFlags) => {
    assertKnown(flags)
    engines = flags.engine
  })
  command.parse(args, { from: 'user' })
  return { engines }
}

async function run(flags: RunFlags): Promise<number> {
  const workloads = assertKnown(flags)
  const cut = flags.resume === undefined ? null : readJournal(flags.resume)
  const journal =
    cut?.file ??
    flags.journal ??
    (flags.out ? `${flags.out}.journal` : `plimsoll-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.journal`)
  assertNewFile(flags.out ?? NAMED_LATER, '--out')
  if (!cut) assertNewFile(journal, '--journal')
  if (journal === flags.out)
    throw new Problem(2, 'The document and the journal cannot be the same file: choose another name with --journal.')

  const progress = showProgress(process.stderr)
  const wanted = cut ? enginesOf(cut.start.plan) : flags.engine
  const { chosen, all } = await chooseEngines(wanted, engineOptions(flags), (line) =>
    progress.on({ type: 'say', line }),
  )
  const { signal, stop } = abortOnSignals()
  let document: RunDocument
  let file = ''
  try {
    document = await runPlan({
      plan: cut?.start.plan ?? planFor(flags, workloads, chosen),
      workloads,
      engines: chosen,
      allEngines: all,
      directory: resolve(flags.dir ?? cut?.start.directory ?? plimsollHome()),
      declared: cut?.start.declared ?? declaredBy(flags),
      openJournal: () => (cut ? continueJournal(cut) : openJournal(journal)),
      cut,
      budget: cut?.start.budget ?? flags.budget ?? null,
      write: (document) => {
        file = write(document, flags.out, journal)
      },
      version: VERSION,
      commit: await harnessCommit(),
      source: null,
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
  console.log(renderReport({ document, ...identify(document) }, 'table'))
  process.stderr.write(`Wrote ${file}\n`)
  return exitCode(document)
}

function planFor(flags: RunFlags, workloads: Workload[], engines: { id: string }[]): Plan {
  const plan = makePlan({
    suite: chooseSuite(flags, workloads),
    workloads,
    engines: engines.map(({ id }) => id),
    // Without a suite the workloads named are all there is: nothing was left out.
    onlyWorkloads: flags.suite === undefined ? [] : flags.workload,
    onlyScenarios: flags.scenario,
    rounds: flags.rounds ?? null,
    seed: flags.seed ?? randomInt(2 ** 32 - 1),
  })
  return flags.budget ? withBudget(plan, flags.budget) : plan
}

/** What to pass for `--engine` to have the engines of a plan again. */
function enginesOf({ cells }: Plan): string[] {
  const engines = new Set(cells.flatMap(({ engine }) => (engine === null ? [] : [engine])))
  return engines.size > 0 ? [...engines] : ['none']
}

function interrupted(cut: CutJournal | null): string {
  return cut
    ? `Interrupted before it went on: the journal is as it was, and \`plimsoll run --resume ${cut.file}\` tries again.`
    : 'Interrupted before the first sample: nothing was measured.'
}

function assertKnown(flags: RunFlags): Workload[] {
  const { workloads, names } = findWorkloads(process.cwd(), flags.workload)
  flags.workload = names
  const scenarios = listScenarios().map(({ id }) => id)
  known(
    'workload',
    flags.workload,
    workloads.map(({ workload }) => workload),
  )
  known('scenario', flags.scenario, scenarios)
  if (flags.param.length > 0 && names.length === 0)
    throw new Problem(2, '--param is for what --workload names: name the workloads that have it.')
  chooseSuite(flags, workloads)
  if (flags.engine.length > 1 && flags.engine.some((id) => id === 'none' || id === 'all')) {
    throw new Problem(2, '`all` and `none` stand alone: name engines, or one of these.')
  }
  return workloads
}

/** Where the name comes from the document's id, which nobody knows yet, its folder can still be looked at. */
const NAMED_LATER = 'plimsoll-not-yet-named.json'

/** Write the document down. @returns the file's name. @throws Problem (3) when the disk does not take it */
function write(document: RunDocument, out: string | undefined, journal: string): string {
  const invalid = validateRun(document)
  if (invalid.length > 0)
    throw new Error(
      `the run document is not valid (${invalid[0]?.pointer} ${invalid[0]?.message}); the samples are in ${journal}`,
    )
  const file = out ?? `plimsoll-${identify(document).id.slice(0, 10)}.json`
  assertNewFile(file, '--out')
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(document, null, 1)}\n`)
    renameSync(`${file}.new`, file) // at no moment is there half a document
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    throw new Problem(
      3,
      `${file} cannot be written (${(error as NodeJS.ErrnoException).code}): make space, then \`plimsoll run --resume ${journal}\` writes it.`,
    )
  }
  return file
}

/** A run that its budget ended did what it was asked to; one that was interrupted did not. */
function exitCode({ status, notes, cells }: RunDocument): number {
  if (status === 'partial' && !notes.some(({ code }) => code === 'budget')) return 130
  return cells.some(({ status }) => status === 'failed') ? 1 : 0
}

function chooseSuite({ suite, workload, param }: RunFlags, workloads: Workload[]): Suite {
  if (suite === undefined && workload.length > 0)
    return selectionOf(
      workloads.filter((entry) => workload.includes(entry.workload)),
      param,
    )
  const suites = listSuites()
  const found = suites.find((entry) => entry.suite === (suite ?? 'quick'))
  if (!found)
    throw new Problem(2, `There is no suite ${suite}: choose one of ${suites.map(({ suite }) => suite).join(', ')}.`)
  return found
}

async function chooseEngines(wanted: string[], options: EngineOptions, say: (line: string) => void) {
  const { engines, problems } = await findEngines(options)
  if (wanted.includes('none')) return { chosen: [], all: engines }
  for (const problem of problems) say(`! ${problem}`)
  if (wanted.includes('all')) {
    if (engines.length === 0)
      say('! No container engine was found, so only the host is measured: see `plimsoll doctor` for how to get one.')
    return { chosen: engines, all: engines }
  }
  const missing = wanted.filter((id) => !engines.some((engine) => engine.id === id))
  if (missing.length > 0) {
    const here = engines.map(({ id }) => id).join(', ') || 'none'
    throw new Problem(3, `The engine ${missing.join(', ')} is not here (here: ${here}): see \`plimsoll doctor\`.`)
  }
  return { chosen: engines.filter(({ id }) => wanted.includes(id)), all: engines }
}

function known(what: string, chosen: string[], all: string[]): void {
  for (const name of chosen) {
    if (!all.includes(name)) throw new Problem(2, `There is no ${what} ${name}: choose from ${all.join(', ')}.`)
  }
}

function paramChoice(text: string, before: RunFlags['param']): RunFlags['param'] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It takes name=value.')
  return [...before, { name, value }]
}

function timeBudget(text: string): Budget {
  const budget = parseBudget(text)
  if (!budget) throw new InvalidArgumentError('It takes a time such as 90s, 10m or 1h30m.')
  return budget
}
