import { listScenarios, listSuites, listWorkloads, supportedEngines } from '@plimsoll/workloads'
import type { Command, Option } from 'commander'

/** The part of a command line that a shell can complete. */
export interface CommandTree {
  name: string
  description: string
  commands: CommandTree[]
  flags: Flag[]
  /** the arguments that are not flags; null if there are none */
  argument: Values | null
}

export interface Flag {
  /** with its dashes */
  name: string
  description: string
  /** null for a flag without a value */
  value: Values | null
  /** whether several values may follow */
  isVariadic: boolean
}

/** What a flag or an argument can be: one of some words, or a file, or a directory. Any text if it is none of them. */
export interface Values {
  words: string[]
  files: 'none' | 'files' | 'directories'
}

/**
 * The subcommands, flags and values of a command. The values are the choices that commander checks.
 * @param known further values, by flag
 */
export function describeCommand(program: Command, known: Map<string, string[]>): CommandTree {
  const describe = (command: Command): CommandTree => {
    const [argument] = command.registeredArguments
    return {
      name: command.name(),
      description: command.description(),
      commands: command.commands.map(describe),
      flags: [...command.options, ...(command === program ? [] : program.options)]
        .filter((option) => !option.hidden && option.long !== '--version')
        .map((option) => flagOf(option, known)),
      argument: argument ? valuesOf(argument.name(), argument.argChoices ?? []) : null,
    }
  }
  return describe(program)
}

function flagOf(option: Option, known: Map<string, string[]>): Flag {
  const name = option.long as string
  const placeholder = /<(.*)>/.exec(option.flags)?.[1]
  const words = option.argChoices ?? known.get(name) ?? []
  return {
    name,
    description: option.description,
    value: placeholder === undefined ? null : valuesOf(name === '--workload' ? 'file' : placeholder, words),
    isVariadic: option.variadic,
  }
}

/** The placeholders of files and directories in the usage of commands. */
const FILES = /^(files?|journal|a|b|more|run|path)\b/
const DIRECTORIES = /^(dir|folder)\b/

function valuesOf(placeholder: string, words: readonly string[]): Values {
  const files = DIRECTORIES.test(placeholder) ? 'directories' : FILES.test(placeholder) ? 'files' : 'none'
  return { words: [...words], files }
}

/** The names in the catalog, by the flag that names a part of the catalog. */
export async function catalogWords(): Promise<Map<string, string[]>> {
  const workloads = listWorkloads()
  const engines = (await supportedEngines()).map(({ id }) => id).filter((id) => /^[a-z-]+$/.test(id))
  const params = workloads.flatMap(({ params }) =>
    Object.entries(params).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
  )
  return new Map([
    ['--suite', listSuites().map(({ suite }) => suite)],
    ['--workload', workloads.map(({ workload }) => workload)],
    ['--scenario', listScenarios().map(({ id }) => id)],
    ['--engine', ['all', 'none', ...new Set(engines)]],
    ['--param', [...new Set(params)].sort()],
    ['--variant', ['base=', 'head=']],
  ])
}
