// `npm start`: builds the registry's site, measures this machine, stores the run in the registry, and serves the site.
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unsetMeaninglessVariables } from '@plimsoll/schema/node'
import { Problem, plimsollHome, removeUnusedDirectories } from '@plimsoll/workloads'
import { Command, CommanderError } from 'commander'
import { execa } from 'execa'
import { parseRunFlags } from '../../action/src/commands/run.ts'
import type { RequestSelection } from '../../action/src/measure-request/request.ts'
import { REGISTRY_COMMAND } from '../../action/src/registry-command.ts'
import { endOnSignals, onSignals } from '../../action/src/signals.ts'
import { ensureEngine } from './ensure-engine.ts'
import { prepareImages } from './prepare-images.ts'
import { waitForQuiet } from './wait-for-quiet.ts'

const PLIMSOLL = fileURLToPath(new URL('../../action/bin/plimsoll.js', import.meta.url))
const command = new Command('npm start --')
  .description('Measure this machine, store the run in the registry, build the site, serve it.')
  .option('--no-serve', 'end after the site is built')
  .option('--no-install-engine', 'never install a container engine; where there is none, measure the host alone')
  .option('--out <file>', 'also write the run document there')
  .option('--port <n>', 'where to serve (default: 4127, or the next free port)')
  .option('--debug', 'show stack traces')
  .addHelpText('after', '\nOther flags go to `plimsoll run`: see `npx plimsoll run --help`.')
  .allowUnknownOption()
  .allowExcessArguments()
  .exitOverride()

unsetMeaninglessVariables()
endOnSignals()
try {
  command.parse(process.argv)
  process.exitCode = await start(command.opts(), command.args, parseRunFlags(command.args))
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof Problem) {
    console.error(error.message)
    process.exitCode = error.exitCode
  } else if (command.opts().debug) throw error
  else {
    const reason = error instanceof Error ? error.message : error
    console.error(`Internal error: ${reason}. Run it again with npm start -- --debug and report it.`)
    process.exitCode = 1
  }
}

interface StartFlags {
  serve: boolean
  installEngine: boolean
  out?: string
  port?: string
  debug?: boolean
}

async function start(flags: StartFlags, runFlags: string[], selection: RequestSelection): Promise<number> {
  assertWritable(plimsollHome())
  const { engines, noRest = false } = selection.request
  const engine = engines.includes('none') || (await ensureEngine({ install: flags.installEngine }))
  if (!noRest) {
    // The site is compiled while the disk rests from the set-up. Later, the page of the run is all that is missing.
    if (engine) await prepareImages(selection)
    mkdirSync(join(plimsollHome(), 'registry'), { recursive: true })
    const built = await run(REGISTRY_COMMAND, ['build'], 'ignore')
    if (built > 1) return built
    await waitForQuiet()
  }
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const out = flags.out ?? join(scratch, 'run.json')
  const measured = await run(PLIMSOLL, [
    'run',
    ...(engine ? [] : ['--engine', 'none']),
    ...(flags.debug ? ['--debug'] : []),
    ...runFlags,
    ...['--out', out],
  ])
  if (measured > 1 && (measured !== 130 || !existsSync(out))) {
    // Keep the directory if it has a document, or a journal from which the run can be resumed. The command has printed
    // the directory's path.
    if (readdirSync(scratch).length === 0) rmdirSync(scratch)
    return measured
  }
  removeUnusedDirectories()
  const stored = await execa(process.execPath, [REGISTRY_COMMAND, 'import', out], {
    reject: false,
    stdin: 'ignore',
    stderr: 'inherit',
  })
  if (stored.failed) {
    if (existsSync(out)) console.error(`The run is in ${out}.`)
    return stored.exitCode ?? 1
  }
  rmSync(scratch, { recursive: true, force: true })
  const page = stored.stdout.trim().split('\n').at(-1)?.split(' ')[1] ?? '/'
  if (flags.out === undefined)
    console.error(
      `The registry keeps the document: ${join(plimsollHome(), 'registry/documents', `${basename(page)}.json`)}`,
    )
  const built = await run(REGISTRY_COMMAND, ['build'], 'ignore')
  // Exit code 1 means that the site was built, but without invalid documents. The registry's import has reported those
  // documents.
  if (built > 1 || measured === 130) return built > 1 ? built : measured
  if (!flags.serve) {
    // Pages link to each other without .html, as on a web host, so they need one.
    console.error(
      `The page of this run is site/out${page}.html; its links need a web host: \`npx plimsoll serve\` is one.`,
    )
    return measured || built
  }
  console.error(`The page of this run is site/out${page}.html`)
  return run(REGISTRY_COMMAND, ['serve', '--open-path', page, ...(flags.port ? ['--port', flags.port] : [])])
}

/** Checks this first, because the registry keeps the run there after minutes of measuring. @throws Problem (3) */
function assertWritable(home: string): void {
  try {
    mkdirSync(home, { recursive: true })
    accessSync(home, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(
      3,
      `Cannot write to ${home} (${code}). Set HOME to a writable folder: HOME=/tmp/plimsoll npm start`,
    )
  }
}

/**
 * Runs one of Plimsoll's commands in the foreground, which handles signals. A terminal sends it Ctrl-C too.
 * @param stdout `ignore` for a build, which prints the folder of the site; this command names the page instead
 * @returns the command's exit code
 */
async function run(command: string, args: string[], stdout: 'inherit' | 'ignore' = 'inherit'): Promise<number> {
  const running = execa(process.execPath, [command, ...args], { reject: false, stdio: ['inherit', stdout, 'inherit'] })
  const stop = onSignals((signal) => signal !== 'SIGINT' && running.kill(signal))
  const result = await running
  stop()
  return result.exitCode ?? 130
}
