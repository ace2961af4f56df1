import { forTerminal } from '@plimsoll/schema'
import { printError, silenceNotes } from '@plimsoll/schema/node'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { runBuild } from './commands/build.ts'
import { runEditionNew } from './commands/edition.ts'
import { runImport } from './commands/import.ts'
import { runServe } from './commands/serve.ts'
import { runVerify } from './commands/verify.ts'
import { runDelete, runSupersede, runWithdraw } from './commands/withdraw-supersede-delete.ts'
import { EXIT, explainSystemError, RegistryError } from './errors.ts'

const DEFAULT_PORT = 4127

/** Runs the command `plimsoll-registry`. @returns exit code: 0 done, 1 a check failed, 2 bad usage, 3 environment */
export async function main(args: string[]): Promise<number> {
  let exitCode: number = EXIT.done
  silenceNotes(false)
  const program = describeProgram((code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return report(error, args.includes('--debug'))
  }
}

/** Returns the command for commander. @param end receives the exit code */
export function describeProgram(end: (exitCode: number) => void): Command {
  const program = new Command('plimsoll-registry')
    .description('Stores run documents permanently and builds the site that shows them.')
    .option('--debug', 'print the stack trace of an error')
    .option('--quiet', 'print the result and errors alone: no progress and no notes')
    .on('option:quiet', () => silenceNotes())
    .addHelpText('after', DATABASE_HELP)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see the usage.')
    .configureOutput({ outputError: (text, write) => write(forTerminal(text)) })
  program
    .command('import')
    .description('store run documents; prints "<id> /runs/<id>" for each')
    .argument('<path...>', 'run documents, or directories with *.json in them. The file - is standard input.')
    .addOption(registryOption())
    .action(async (paths: string[], options: Parameters<typeof runImport>[1]) => end(await runImport(paths, options)))
  program
    .command('supersede')
    .description('supersede a run by a newer one; both remain available')
    .argument('<id>', 'run id')
    .addOption(registryOption())
    .requiredOption('--by <id>', 'id of the newer run')
    .action(async (id: string, options: Parameters<typeof runSupersede>[1]) => end(await runSupersede(id, options)))
  program
    .command('withdraw')
    .description('withdraw runs; they remain available, labelled as withdrawn')
    .argument('[id...]', 'run ids')
    .addOption(registryOption())
    .option(
      '--owner <who>',
      'all runs that workflows of this owner signed, by name (example) or id (owner-id:2002)',
      parseOwner,
    )
    .option('--commit <sha>', 'all runs that workflows signed at this commit')
    .requiredOption('--reason <text>', 'reason, in one line')
    .action(async (ids: string[], options: Parameters<typeof runWithdraw>[1]) => end(await runWithdraw(ids, options)))
  program
    .command('delete')
    .description('delete a run document that contains personal data; its hash and the reason are kept')
    .argument('<id>', 'run id')
    .addOption(registryOption())
    .requiredOption('--reason <text>', 'reason, in one line')
    .action(async (id: string, options: Parameters<typeof runDelete>[1]) => end(await runDelete(id, options)))
  program
    .command('verify')
    .description('verify stored run documents and their signatures offline; prints what they prove about each run')
    .argument('[id...]', 'run ids (default: all)')
    .addOption(registryOption())
    .option(
      '--trusted-root <file>',
      'trusted roots of Sigstore instances, as gh attestation trusted-root prints them (default: those of the registry)',
    )
    .action(async (ids: string[], options: Parameters<typeof runVerify>[1]) => end(await runVerify(ids, options)))
  const edition = program.command('edition').description('make a frozen comparison of named runs')
  edition
    .command('new')
    .description('freeze a comparison of measured runs; prints "<name> /editions/<name>"')
    .argument('<name>', 'name of the edition, used in its address, for example mac-2026')
    .requiredOption('--runs <id...>', 'documents or ids of the runs to compare; the documents must be imported')
    .option('--previous <name>', 'the previous edition; the new edition lists the changes since then')
    .option('--title <text>', 'title of the edition')
    .option('--author <name...>', 'who makes the edition; its citations name them')
    .option('--url <address>', 'where the authors write about it, if anywhere: https://…', parseArticleUrl)
    .option('--summary <sentence>', 'what the authors say of the result; the page shows it as theirs')
    .addOption(registryOption())
    .action((name: string, options: Parameters<typeof runEditionNew>[1]) => end(runEditionNew(name, options)))
  program
    .command('build')
    .description('build the site of a registry')
    .addOption(registryOption())
    .addOption(outOption('output directory of the site'))
    .addOption(baseUrlOption())
    .action(async (options: Parameters<typeof runBuild>[0]) => end(await runBuild(options)))
  program
    .command('serve')
    .description(
      'serve the site on this machine. The command builds the site at the start and after each change of the registry',
    )
    .addOption(registryOption())
    .addOption(outOption('directory of the site'))
    .option('--port <number>', 'port to listen on; if it is in use, the next free one', parsePort, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--open-path <path>', 'page whose address is printed, for example /runs/ID', parsePath, '/')
    .addOption(baseUrlOption())
    .option('--ingest', 'accept runs from workflows, at POST /api/v1/runs; requires --base-url')
    .option(
      '--allow <who...>',
      'accept runs only of these owners (example or owner-id:2002) and repositories (example/project or repository-id:1001)',
      parseWho,
      [],
    )
    .option(
      '--deny <who...>',
      'accept no runs or statements of these owners and repositories, written as for --allow',
      parseWho,
      [],
    )
    .option(
      '--quota <n>',
      'maximum number of runs per hour and repository; an owner may submit five times as many',
      parseCount,
      600,
    )
    .option(
      '--rebuild-after <seconds>',
      'minimum pause between rebuilds of the site (default: 5; with --ingest 60)',
      parsePause,
    )
    .action(async (options: Parameters<typeof runServe>[0]) => end(await runServe(options)))
  return program
}

const DATABASE_HELP = `
Examples:
  plimsoll-registry import run.json results/   store documents
  plimsoll-registry build --out site           make the site
  plimsoll-registry serve                      make the site and serve it

The index is an SQLite file in the registry's directory. To keep it on a libSQL
server, set PLIMSOLL_DATABASE_URL (libsql://…, https://…) and
PLIMSOLL_DATABASE_TOKEN in the environment.`

function registryOption(): Option {
  return new Option('--registry <dir>', 'registry directory (default: ~/.plimsoll/registry)')
}

function outOption(what: string): Option {
  return new Option(
    '--out <dir>',
    `${what} (default: site/ in the registry; for the default registry, site/out in the clone)`,
  )
}

function baseUrlOption(): Option {
  return new Option(
    '--base-url <url>',
    'public address of the site, used in the feed, citations and previews; with it, other sites may show its pictures',
  )
    .env('PLIMSOLL_BASE_URL')
    .argParser(parseBaseUrl)
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InvalidArgumentError('Use an address that begins with https:// or http:// and contains no "?" or "#".')
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

function parseArticleUrl(text: string): string {
  if (!text.startsWith('https://'))
    throw new InvalidArgumentError('Use an address that begins with https://, or leave --url out.')
  return text
}

const OWNER = /^(owner-id:[1-9]\d{0,15}|(?!\d+$)[\w.-]+)$/
const REPOSITORY = /^(repository-id:[1-9]\d{0,15}|[\w.-]+\/[\w.-]+)$/

function parseWho(text: string, before: string[]): string[] {
  if (OWNER.test(text) || REPOSITORY.test(text)) return [...before, text]
  throw new InvalidArgumentError(
    'Use an owner (example), a repository (example/project), or the id of one: owner-id:2002 or repository-id:1001.',
  )
}

function parseOwner(text: string): string {
  if (OWNER.test(text)) return text
  throw new InvalidArgumentError('Use the name of an owner (example), or the id: owner-id:2002.')
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Use a port from 0 to 65535.')
  return port
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number above 0.')
  return Number(text)
}

/** The longest time that a timer can wait, in seconds. Timers count up to 2³¹ − 1 ms. */
const MAX_PAUSE_S = 2_147_483

function parsePause(text: string): number {
  const seconds = parseCount(text)
  if (seconds > MAX_PAUSE_S) throw new InvalidArgumentError(`Use at most ${MAX_PAUSE_S} seconds.`)
  return seconds
}

function parsePath(text: string): string {
  if (!/^\/(?!\/)[^\s\\]*$/.test(text))
    throw new InvalidArgumentError('Use a path of the site that begins with one "/".')
  return text
}

/**
 * Reports an error once and returns the exit code. Commander, the parser of the command line, has already reported bad
 * usage.
 */
function report(error: unknown, debug: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput
  const expected = error instanceof RegistryError
  const sentence = expected ? error.message : (explainSystemError(error) ?? `Internal error: ${String(error)}`)
  const text = debug && error instanceof Error ? error.stack : sentence
  printError(`plimsoll-registry: ${text}`)
  return expected ? error.exitCode : EXIT.environment
}
