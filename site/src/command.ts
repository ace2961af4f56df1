import path from 'node:path'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { runBuild } from './commands/build.ts'
import { runImport } from './commands/import.ts'
import { runServe } from './commands/serve.ts'
import { EXIT, explainSystemError, RegistryError } from './errors.ts'

const DEFAULT_OUT = path.join(import.meta.dirname, '..', 'out')
const DEFAULT_PORT = 4127

/** The command `plimsoll-registry`. @returns its exit code: 0 done, 1 something failed its check, 2 bad usage, 3 environment */
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
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
  program
    .command('import')
    .description('store run documents; prints "<id> /runs/<id>" for each')
    .argument('<path...>', 'run documents, or directories with *.json in them')
    .addOption(registryOption())
    .action(async (paths: string[], options: { registry?: string }) => end(await runImport(paths, options)))
  program
    .command('build')
    .description('make the site of a registry')
    .addOption(registryOption())
    .option('--out <dir>', 'where the site goes', DEFAULT_OUT)
    .action(async (options: { registry?: string; out: string }) => end(await runBuild(options)))
  program
    .command('serve')
    .description('serve the site on this machine; builds it first where it is missing')
    .addOption(registryOption())
    .option('--out <dir>', 'where the site is', DEFAULT_OUT)
    .option('--port <number>', 'the next free one when it is taken', parsePort, DEFAULT_PORT)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--open-path <path>', 'print the address of this page, for example /runs/ID', parsePath, '/')
    .action(async (options: Parameters<typeof runServe>[0]) => end(await runServe(options)))
  for (const command of program.commands) command.exitOverride().option('--debug', 'show where an error came from')
  return program
}

function registryOption(): Option {
  return new Option('--registry <dir>', 'the registry (default: ~/.plimsoll/registry)')
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  return port
}

function parsePath(text: string): string {
  if (!/^\/(?!\/)[^\s\\]*$/.test(text)) throw new InvalidArgumentError('A path of the site begins with one "/".')
  return text
}

/** Says once what is wrong. Bad usage was said by commander already. */
function report(error: unknown, debug: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput
  const known = error instanceof RegistryError
  const sentence = known ? error.message : (explainSystemError(error) ?? `Unexpected: ${String(error)}`)
  const text = debug && error instanceof Error ? error.stack : sentence
  console.error(`plimsoll-registry: ${text}`)
  return known ? error.exitCode : EXIT.environment
}
