import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { identify, judgeRun, type RunDocument } from '@plimsoll/schema'
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
  type Workloads,
  withBudget,
} from '@plimsoll/workloads'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type EngineOptions, findEngines } from '../engines/find.ts'
import { harnessCommit, VERSION } from '../harness.ts'
import { assertNewFile } from '../new-file.ts'
import { renderReport } from '../report/report.ts'
import { showProgress } from '../terminal/progress.ts'
import { abortOnSignals } from '../terminal/signals.ts'
import { type Arms, originsOf, selectionOfArms, workloadsOf } from './check-choice.ts'
import { addCheckFlags, type CheckFlags, requestedArms } from './check-flags.ts'
import { addDeclaredFlags, addSshFlags, declaredBy, engineOptions, type ReachFlags } from './reach-flags.ts'
import { wholeNumber } from './whole-number.ts'
import { writeDocument } from './write-document.ts'

interface RunFlags extends ReachFlags, CheckFlags {
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
    .option(
      '--rounds <n>',
      "rounds that count, in place of the suite's; of a check the most, 10 to 50",
      wholeNumber(1, 1000),
    )
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
  return addDeclaredFlags(addSshFlags(addCheckFlags(command))).action(async (flags: RunFlags) => exit(await run(flags)))
}

/**
 * Read the flags of `plimsoll run` without running anything: for who has to set things up first.
 * @throws CommanderError or Problem for bad usage
 */
export function checkRunFlags(args: string[]): { engines: string[] } {
  let engines: string[] = []
  const command = runCommand(() => {}).exitOverride()
  command.action((flags: RunFlags) => {
    assertKnown(flags, requestedArms(flags))
    engines = flags.engine
  })
  command.parse(args, { from: 'user' })
  return { engines }
}

async function run(flags: RunFlags): Promise<number> {
  const cut = flags.resume === undefined ? null : readJournal(flags.resume)
  const arms = cut ? cut.start.arms : requestedArms(flags)
  const own = assertKnown(flags, arms)
  const workloads = arms ? workloadsOf(arms) : own
  const journal =
    cut?.file ??
    flags.journal ??
    (flags.out ? `${flags.out}.journal` : `plimsoll-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.journal`)
  assertNewFile(flags.out ?? NAMED_LATER, '--out')
  if (!cut) assertNewFile(journal, '--journal')
  if (journal === flags.out)
    throw new Problem(2, 'The document and the journal cannot be the same file: choose another name with --journal.')

  const progress = showProgress(process.stderr)
  const say = (line: string) => progress.on({ type: 'say', line })
  const wanted = cut ? enginesOf(cut.start.plan) : enginesOfArms(arms, flags.engine)
  const { chosen, all } = await chooseEngines(wanted, engineOptions(flags), say)
  const plan = cut?.start.plan ?? (await planFor(flags, workloads, arms, chosen, say))
  const { signal, stop } = abortOnSignals()
  let document: RunDocument
  let file = ''
  try {
    document = await runPlan({
      plan,
      workloads,
      arms,
      engines: chosen,
      allEngines: all,
      directory: resolve(flags.dir ?? cut?.start.directory ?? plimsollHome()),
      declared: cut?.start.declared ?? declaredBy(flags),
      openJournal: () => (cut ? continueJournal(cut) : openJournal(journal)),
      cut,
      budget: cut?.start.budget ?? flags.budget ?? null,
      write: (document) => {
        file = writeDocument(document, flags.out, journal)
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
  return exitCode(document, flags.failOn)
}

async function planFor(
  flags: RunFlags,
  workloads: Workloads,
  arms: Arms | null,
  engines: { id: string }[],
  say: (line: string) => void,
): Promise<Plan> {
  const plan = makePlan({
    suite:
      Array.isArray(workloads) || !arms ? chooseSuite(flags, workloads as Workload[]) : suiteOfArms(workloads, arms),
    workloads,
    engines: engines.map(({ id }) => id),
    // Without a suite the workloads named are all there is: nothing was left out.
    onlyWorkloads: flags.suite === undefined ? [] : flags.workload,
    onlyScenarios: flags.scenario,
    rounds: flags.rounds ?? null,
    seed: flags.seed ?? randomInt(2 ** 32 - 1),
    ...(arms && { check: { arms: await originsOf(arms), ...designOf(flags) } }),
  })
  return flags.budget ? withBudget(plan, flags.budget) : plan

  function suiteOfArms(workloads: { base: Workload[]; head: Workload[] }, arms: Arms): Suite {
    const twoEngines = arms.base.engine !== arms.head.engine
    if (flags.suite !== undefined && !twoEngines)
      throw new Problem(
        2,
        `The suite ${flags.suite} is Plimsoll's own and the same in every folder: leave it out, or give each arm an engine.`,
      )
    return twoEngines && flags.workload.length === 0
      ? chooseSuite(flags, workloads.head)
      : selectionOfArms(arms, workloads, flags.workload, flags.param, say)
  }
}

function designOf({ alpha, threshold }: CheckFlags) {
  return { ...(alpha !== undefined && { level: alpha }), ...(threshold !== undefined && { threshold }) }
}

function enginesOfArms(arms: Arms | null, wanted: string[]): string[] {
  return arms?.base.engine && arms.head.engine ? [...new Set([arms.base.engine, arms.head.engine])] : wanted
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

/** @returns the workloads of a plain run */
function assertKnown(flags: RunFlags, arms: Arms | null): Workload[] {
  if (flags.engine.length > 1 && flags.engine.some((id) => id === 'none' || id === 'all'))
    throw new Problem(2, '`all` and `none` stand alone: name engines, or one of these.')
  known(
    'scenario',
    flags.scenario,
    listScenarios().map(({ id }) => id),
  )
  if (arms) return []
  const { workloads, names } = findWorkloads(process.cwd(), flags.workload)
  flags.workload = names
  known(
    'workload',
    flags.workload,
    workloads.map(({ workload }) => workload),
  )
  if (flags.param.length > 0 && names.length === 0)
    throw new Problem(2, '--param is for what --workload names: name the workloads that have it.')
  chooseSuite(flags, workloads)
  return workloads
}

/** Where the name comes from the document's id, which nobody knows yet, its folder can still be looked at. */
const NAMED_LATER = 'plimsoll-not-yet-named.json'

/** A run that its budget ended did what it was asked to; one that was interrupted did not. */
function exitCode(document: RunDocument, failOn: CheckFlags['failOn']): number {
  const { status, notes, cells } = document
  if (status === 'partial' && !notes.some(({ code }) => code === 'budget')) return 130
  const check = judgeRun(document)
  const said = new Set<string | null>(check ? [check.status, ...check.cells.map(({ verdict }) => verdict)] : [])
  return failOn.some((verdict) => said.has(verdict)) || cells.some(({ status }) => status === 'failed') ? 1 : 0
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
