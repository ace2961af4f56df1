import { forTerminal } from '@plimsoll/schema'
import { printError, silenceNotes } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { Command, CommanderError } from 'commander'
import { cleanCommand } from './commands/clean.ts'
import { compareCommand } from './commands/compare.ts'
import { doctorCommand } from './commands/doctor.ts'
import { execCommand } from './commands/exec.ts'
import { importCommand } from './commands/import.ts'
import { listCommand } from './commands/list.ts'
import { publishCommand } from './commands/publish.ts'
import { replicateCommand } from './commands/replicate.ts'
import { reportCommand } from './commands/report.ts'
import { runCommand } from './commands/run.ts'
import { serveCommand } from './commands/serve.ts'
import { validateCommand } from './commands/validate.ts'
import { supersedeCommand, withdrawCommand } from './commands/withdraw-supersede.ts'
import { explainSystemError } from './explain-system-error.ts'
import { VERSION } from './version.ts'

/**
 * The `plimsoll` command.
 * @returns the exit code: 0 for success; 1 if the command ended but its result failed a check, such as --fail-on; 2
 *   for bad usage or input; 3 if the environment does not support the operation; 130 if interrupted
 */
export async function main(argv: string[]): Promise<number> {
  let exitCode = 0
  silenceNotes(false)
  const program = makeProgram((code) => (exitCode = code))
  try {
    await program.parseAsync(withoutUnknownTopic(argv, program))
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2 // Commander has printed the error already.
    if (program.opts().debug) printError(error instanceof Error ? (error.stack ?? error.message) : String(error))
    else printError(sentence(error))
    if (error instanceof Problem) return error.exitCode
    return explainSystemError(error) === null ? 1 : 3
  }
}

/** Returns the command for commander. @param exit receives an exit code other than 0 */
export function makeProgram(exit: (code: number) => void): Command {
  const program = new Command('plimsoll')
    .description('How much slower does work get when it runs in a container, through a VM, across a shared folder?')
    .version(VERSION)
    .option('--debug', 'show stack traces')
    .option('--quiet', 'print the result and errors alone: no progress and no notes')
    .on('option:quiet', () => silenceNotes())
    .exitOverride()
    .configureOutput(OUTPUT)
    .configureHelp(HELP)
    .showSuggestionAfterError()
    .showHelpAfterError(REMEDY)
    .addHelpText('after', START)
    .addHelpText('after', REGISTRY)
  for (const make of [
    execCommand,
    runCommand,
    reportCommand,
    compareCommand,
    replicateCommand,
    validateCommand,
    importCommand,
    publishCommand,
    supersedeCommand,
    withdrawCommand,
    serveCommand,
    doctorCommand,
    listCommand,
    cleanCommand,
  ]) {
    program.addCommand(make(exit).exitOverride().configureOutput(OUTPUT).configureHelp(HELP).showHelpAfterError(REMEDY))
  }
  return program
}

/**
 * Commander answers `help nope` with the whole help. Without `help`, it names the unknown command. Options may precede
 * the word `help`; none of them takes a value.
 */
function withoutUnknownTopic(argv: string[], { commands }: Command): string[] {
  const at = argv.findIndex((word, index) => index > 1 && !word.startsWith('-'))
  const [word, topic] = argv.slice(at)
  const isUnknown = word === 'help' && topic !== undefined && !commands.some((command) => command.name() === topic)
  return isUnknown && topic !== 'help' && !topic.startsWith('-') ? argv.toSpliced(at, 1) : argv
}

/** What to do about bad usage. */
const REMEDY = 'Add --help to see the usage.'

const HELP = { showGlobalOptions: true }

/** Commander repeats wrong arguments, which may be names of files. */
const OUTPUT = { outputError: (text: string, write: (text: string) => void) => write(forTerminal(text)) }

const START = `
Start with:
  plimsoll exec -- npm test   measure one command
  plimsoll run                the project's workloads, or the quick suite
  plimsoll doctor             list the engines, and what cannot run
  plimsoll list               the names of suites, workloads and scenarios`

const REGISTRY = `
The registry has its own command (in a clone: npx plimsoll-registry):
  plimsoll-registry import|build|serve         store runs, make and serve a site
  plimsoll-registry edition new                freeze a comparison of runs
  plimsoll-registry supersede|withdraw|delete  change the state of runs
  plimsoll-registry verify                     verify the provenance of runs
`

function sentence(error: unknown): string {
  if (error instanceof Problem) return error.message
  const message = error instanceof Error ? error.message : error
  return explainSystemError(error) ?? `Internal error: ${message}. Run it again with --debug and report it.`
}
