import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { identify, type RunDocument, validateRun } from '@plimsoll/schema'
import {
  listScenarios,
  listSuites,
  listWorkloads,
  makePlan,
  openJournal,
  Problem,
  plimsollHome,
  runPlan,
  type Suite,
  selectionOf,
  type Workload,
} from '@plimsoll/workloads'
import { Command, InvalidArgumentError } from 'commander'
import { findEngines } from '../engines/find.ts'
import { harnessCommit, VERSION } from '../harness.ts'
import { assertNewFile } from '../new-file.ts'
import { renderReport } from '../report/report.ts'
import { showProgress } from '../terminal/progress.ts'

interface RunFlags {
  suite?: string
  workload: string[]
  scenario: string[]
  engine: string[]
  rounds?: number
  seed?: number
  dir?: string
  out?: string
  journal?: string
}

/** `plimsoll run`: measure, write one run document, print its table. */
export function runCommand(exit: (code: number) => void): Command {
  return new Command('run')
    .description('measure, write one run document, print the table')
    .option('--suite <name>', 'the suite to run (default: quick, or whatever --workload names)')
    .option(
      '--workload <name...>',
      'only these workloads of the suite; without --suite, these workloads with the first of their params',
      [],
    )
    .option('--scenario <name...>', 'only these scenarios', [])
    .option(
      '--engine <name...>',
      'only these engines; `all` (the default) is every engine found, `none` is the host alone',
      ['all'],
    )
    .option('--rounds <n>', "rounds that count, in place of the suite's", wholeNumber(1, 1000))
    .option('--seed <n>', 'seed of the shuffled order (default: drawn)', wholeNumber(0, 4_294_967_295))
    .option('--dir <dir>', 'where native and bind-mounted files lie (default: ~/.plimsoll)')
    .option('--out <file>', 'the run document (default: plimsoll-<id>.json)')
    .option(
      '--journal <file>',
      'keep the journal, one line a sample, there (default: beside the run document until that is written)',
    )
    .action(async (flags: RunFlags) => exit(await run(flags)))
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
  const suite = chooseSuite(flags, workloads)
  const journal =
    flags.journal ??
    (flags.out ? `${flags.out}.journal` : `plimsoll-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.journal`)
  assertNewFile(flags.out ?? NAMED_LATER, '--out')
  assertNewFile(journal, '--journal')
  if (journal === flags.out)
    throw new Problem(2, 'The document and the journal cannot be the same file: choose another name with --journal.')

  const progress = showProgress(process.stderr)
  const { chosen, all } = await chooseEngines(flags.engine, (line) => progress.on({ type: 'say', line }))
  const plan = makePlan({
    suite,
    workloads,
    engines: chosen.map(({ id }) => id),
    onlyWorkloads: flags.workload,
    onlyScenarios: flags.scenario,
    rounds: flags.rounds ?? null,
    seed: flags.seed ?? randomInt(2 ** 32 - 1),
  })
  const { signal, stop } = abortOnSignals()
  let document: RunDocument
  try {
    document = await runPlan({
      plan,
      workloads,
      engines: chosen,
      allEngines: all,
      directory: resolve(flags.dir ?? plimsollHome()),
      openJournal: () => openJournal(journal),
      version: VERSION,
      commit: await harnessCommit(),
      source: null,
      signal,
      on: progress.on,
    })
  } catch (error) {
    if (signal.aborted) throw new Problem(130, 'Interrupted before the first sample: nothing was measured.')
    throw error
  } finally {
    progress.end()
    stop()
  }
  const exitCode = finish(document, flags.out, journal)
  if (!flags.journal) rmSync(journal)
  return exitCode
}

function assertKnown(flags: RunFlags): Workload[] {
  const workloads = listWorkloads()
  const scenarios = listScenarios().map(({ id }) => id)
  known(
    'workload',
    flags.workload,
    workloads.map(({ workload }) => workload),
  )
  known('scenario', flags.scenario, scenarios)
  chooseSuite(flags, workloads)
  if (flags.engine.length > 1 && flags.engine.some((id) => id === 'none' || id === 'all')) {
    throw new Problem(2, '`all` and `none` stand alone: name engines, or one of these.')
  }
  return workloads
}

/** Ctrl-C, a closed terminal and a polite kill all end the run early, keeping what was measured. */
function abortOnSignals(): { signal: AbortSignal; stop: () => void } {
  const abort = new AbortController()
  const interrupt = () => {
    if (!abort.signal.aborted) process.stderr.write('\nInterrupted: keeping what was measured and cleaning up…\n')
    abort.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.on(name, interrupt)
  const stop = () => {
    for (const name of signals) process.off(name, interrupt)
  }
  return { signal: abort.signal, stop }
}

/** Where the name comes from the document's id, which nobody knows yet, its folder can still be looked at. */
const NAMED_LATER = 'plimsoll-not-yet-named.json'

function finish(document: RunDocument, out: string | undefined, journal: string): number {
  const invalid = validateRun(document)
  if (invalid.length > 0)
    throw new Error(
      `the run document is not valid (${invalid[0]?.pointer} ${invalid[0]?.message}); the samples are in ${journal}`,
    )
  const { id, hash } = identify(document)
  const file = out ?? `plimsoll-${id.slice(0, 10)}.json`
  writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`, { flag: 'wx' })
  console.log(renderReport({ document, id, hash }, 'table'))
  process.stderr.write(`Wrote ${file}\n`)
  if (document.status === 'partial') return 130
  return document.cells.some(({ status }) => status === 'failed') ? 1 : 0
}

function chooseSuite({ suite, workload }: RunFlags, workloads: Workload[]): Suite {
  if (suite === undefined && workload.length > 0)
    return selectionOf(workloads.filter((entry) => workload.includes(entry.workload)))
  const suites = listSuites()
  const found = suites.find((entry) => entry.suite === (suite ?? 'quick'))
  if (!found)
    throw new Problem(2, `There is no suite ${suite}: choose one of ${suites.map(({ suite }) => suite).join(', ')}.`)
  return found
}

async function chooseEngines(wanted: string[], say: (line: string) => void) {
  const { engines, problems } = await findEngines()
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

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
    return number
  }
}
