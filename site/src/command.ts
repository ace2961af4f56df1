import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { runBackup } from './commands/backup.ts'
import { runBuild } from './commands/build.ts'
import { runEditionNew } from './commands/edition.ts'
import { runImport } from './commands/import.ts'
import { runDelete, runSupersede, runWithdraw } from './commands/mark.ts'
import { runRestore } from './commands/restore.ts'
import { runServe } from './commands/serve.ts'
import { runVerify } from './commands/verify.ts'
import { EXIT, explainSystemError, RegistryError } from './errors.ts'
import { GITHUB_ISSUER } from './ingest/released.ts'

const DEFAULT_PORT = 4127

/** Runs the command `plimsoll-registry`. @returns exit code: 0 done, 1 a check failed, 2 bad usage, 3 environment */
export async function main(args: string[]): Promise<number> {
  let exitCode: number = EXIT.done
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

function describeProgram(end: (exitCode: number) => void): Command {
  const program = new Command('plimsoll-registry')
    .description('Keeps run documents for ever and makes the site that shows them.')
    .option('--debug', 'show where an error came from')
    .addHelpText('after', DATABASE_HELP)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
  program
    .command('import')
    .description('store run documents; prints "<id> /runs/<id>" for each')
    .argument('<path...>', 'run documents, or directories with *.json in them')
    .addOption(registryOption())
    .action(async (paths: string[], options: { registry?: string }) => end(await runImport(paths, options)))
  program
    .command('supersede')
    .description('state that a newer run stands in place of one; both stay')
    .argument('<id>', 'the run')
    .addOption(registryOption())
    .requiredOption('--by <id>', 'the newer run')
    .action(async (id: string, options: Parameters<typeof runSupersede>[1]) => end(await runSupersede(id, options)))
  program
    .command('withdraw')
    .description('state that nobody stands by a run any more; it stays, with the mark')
    .argument('<id>', 'the run')
    .addOption(registryOption())
    .requiredOption('--reason <text>', 'why, in one line')
    .action(async (id: string, options: Parameters<typeof runWithdraw>[1]) => end(await runWithdraw(id, options)))
  program
    .command('delete')
    .description('take a document out for what it tells about somebody; its hash and the reason stay')
    .argument('<id>', 'the run')
    .addOption(registryOption())
    .requiredOption('--reason <text>', 'why, in one line')
    .action(async (id: string, options: Parameters<typeof runDelete>[1]) => end(await runDelete(id, options)))
  program
    .command('verify')
    .description('repeat the proofs of runs offline, and print what they prove')
    .argument('[id...]', 'the runs (default: all)')
    .addOption(registryOption())
    .action(async (ids: string[], options: Parameters<typeof runVerify>[1]) => end(await runVerify(ids, options)))
  const edition = program.command('edition').description('frozen comparisons of named runs')
  edition
    .command('new')
    .description('freeze a comparison of measured runs; prints "<name> /editions/<name>"')
    .argument('<name>', 'its address, for example mac-2026')
    .requiredOption('--runs <id...>', 'the runs it compares')
    .option('--previous <name>', 'the edition it follows: what changed since is worked out')
    .option('--title <text>', 'its title')
    .addOption(registryOption())
    .action((name: string, options: Parameters<typeof runEditionNew>[1]) => end(runEditionNew(name, options)))
  program
    .command('build')
    .description('make the site of a registry')
    .addOption(registryOption())
    .addOption(outOption('where the site goes'))
    .addOption(baseUrlOption())
    .action(async (options: Parameters<typeof runBuild>[0]) => end(await runBuild(options)))
  program
    .command('serve')
    .description('serve the site on this machine; builds it first where something is new, and again while it runs')
    .addOption(registryOption())
    .addOption(outOption('where the site is'))
    .option('--port <number>', 'the next free one when it is taken', parsePort, DEFAULT_PORT)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--open-path <path>', 'print the address of this page, for example /runs/ID', parsePath, '/')
    .addOption(baseUrlOption())
    .option('--ingest', 'take runs in from workflows, at POST /api/v1/runs; needs --base-url')
    .option('--issuer <url...>', 'whose tokens are believed', [GITHUB_ISSUER])
    .option('--quota <n>', 'runs an hour from one repository', parseCount, 600)
    .option(
      '--rebuild-after <seconds>',
      'pause between builds of the site, when something is new (default: 5; with --ingest 60)',
      parsePause,
    )
    .action(async (options: Parameters<typeof runServe>[0]) => end(await runServe(options)))
  program
    .command('backup')
    .description('copy what the registry holds, and the pages of its runs, while it is served')
    .argument('<dir>', 'a new directory')
    .addOption(registryOption())
    .addOption(outOption('where the site is'))
    .addHelpText('after', BACKUP_HELP)
    .action(async (dir: string, options: Parameters<typeof runBackup>[1]) => end(await runBackup(dir, options)))
  program
    .command('restore')
    .description('put a backup into an empty registry, verified, and make its index')
    .argument('<dir>', 'what backup made')
    .addOption(registryOption())
    .addOption(outOption('where the pages of its runs go, an empty or a new directory'))
    .action(async (dir: string, options: Parameters<typeof runRestore>[1]) => end(await runRestore(dir, options)))
  for (const command of [...program.commands, ...edition.commands])
    command.exitOverride().option('--debug', 'show where an error came from')
  return program
}

const DATABASE_HELP = `
The index is an SQLite file in the registry's directory; with PLIMSOLL_DATABASE_URL (libsql://…, https://…) and
PLIMSOLL_DATABASE_TOKEN in the environment it is on a libSQL server.`

const BACKUP_HELP = `
Nightly, from cron (where % is written \\%):
  15 3 * * *  plimsoll-registry backup --registry /srv/registry --out /srv/site /backup/$(date +\\%F)`

function registryOption(): Option {
  return new Option('--registry <dir>', 'the registry (default: ~/.plimsoll/registry)')
}

function outOption(what: string): Option {
  return new Option(
    '--out <dir>',
    `${what} (default: site/ in the registry; for the default registry, site/out in the clone)`,
  )
}

function baseUrlOption(): Option {
  return new Option('--base-url <url>', 'where the site will be published; feeds, citations and previews name it')
    .env('PLIMSOLL_BASE_URL')
    .argParser(parseBaseUrl)
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InvalidArgumentError('An address begins with https:// or http:// and has no "?" and no "#".')
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  return port
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number above 0.')
  return Number(text)
}

/** The longest time a timer can wait, in seconds: timers count up to 2³¹ − 1 ms. */
const LONGEST_PAUSE = 2_147_483

function parsePause(text: string): number {
  const seconds = parseCount(text)
  if (seconds > LONGEST_PAUSE) throw new InvalidArgumentError(`It is at most ${LONGEST_PAUSE} seconds.`)
  return seconds
}

function parsePath(text: string): string {
  if (!/^\/(?!\/)[^\s\\]*$/.test(text)) throw new InvalidArgumentError('A path of the site begins with one "/".')
  return text
}

/** Reports an error once and returns the exit code. Commander has already reported bad usage. */
function report(error: unknown, debug: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput
  const known = error instanceof RegistryError
  const sentence = known ? error.message : (explainSystemError(error) ?? `Unexpected: ${String(error)}`)
  const text = debug && error instanceof Error ? error.stack : sentence
  console.error(`plimsoll-registry: ${text}`)
  return known ? error.exitCode : EXIT.environment
}
