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
    .addHelpText('after', MORE)
  for (const [make, summary] of COMMANDS)
    program.addCommand(
      make(exit)
        .summary(summary)
        .exitOverride()
        .configureOutput(OUTPUT)
        .configureHelp({ showGlobalOptions: true })
        .showHelpAfterError(REMEDY),
    )
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

/** The help of the program fits on one screen. */
const HELP = { subcommandTerm: (command: Command) => command.name() }

/** The commands in the order of the help, with a line for each. */
const COMMANDS: [make: (exit: (code: number) => void) => Command, summary: string][] = [
  [execCommand, 'measure one command, on the host, in containers or versions'],
  [runCommand, 'measure workloads, and write one run document'],
  [reportCommand, 'print the table of a run, or the verdicts of a check'],
  [compareCommand, 'compare runs: how they differ, and how much slower one is'],
  [replicateCommand, 'repeat a run here, and print how well the runs agree'],
  [validateCommand, 'find what is wrong in run documents and workload files'],
  [importCommand, "make a run document of hyperfine's JSON"],
  [publishCommand, 'publish runs to a registry, and print their permalinks'],
  [supersedeCommand, 'replace a run you published; both stay online'],
  [withdrawCommand, 'mark a run you published as withdrawn'],
  [serveCommand, 'serve the registry on this machine'],
  [doctorCommand, 'say which engines are ready, and what would spoil a result'],
  [listCommand, 'list workloads, suites, scenarios and engines'],
  [cleanCommand, 'remove everything of Plimsoll except runs and the registry'],
]

/** Commander repeats wrong arguments, which may be names of files. */
const OUTPUT = { outputError: (text: string, write: (text: string) => void) => write(forTerminal(text)) }

const START = `
Start with:
  plimsoll exec -- npm test   measure one command
  plimsoll run                the project's workloads, or the quick suite
  plimsoll doctor             list the engines, and what cannot run
  plimsoll list               the names of suites, workloads and scenarios`

const MORE = `
Registry: plimsoll-registry --help (in a clone: npx plimsoll-registry --help)
Docs: site/docs in a clone, or plimsoll serve, then Docs
`

function sentence(error: unknown): string {
  if (error instanceof Problem) return error.message
  const message = error instanceof Error ? error.message : error
  return explainSystemError(error) ?? `Internal error: ${message}. Run it again with --debug and report it.`
}
