import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { execa } from 'execa'
import { REGISTRY_COMMAND } from '../registry-command.ts'
import { type CommandTree, describeCommand } from './command-tree.ts'

/** A command, as `plimsoll-registry describe` prints it. */
interface CommandDescription {
  name: string
  description: string
  /** the names of the arguments that are not flags */
  arguments: string[]
  options: { flags: string; description: string }[]
  commands: CommandDescription[]
}

/**
 * The subcommands, flags and values of `plimsoll-registry`, which describes itself.
 * @throws Problem if it cannot be started
 */
export async function registryCommandTree(): Promise<CommandTree> {
  const described = await execa(process.execPath, [REGISTRY_COMMAND, 'describe'], { reject: false, stdin: 'ignore' })
  if (described.failed) throw new Problem(3, `plimsoll-registry cannot be started: ${described.stderr}`)
  return describeCommand(commandOf(JSON.parse(described.stdout)), new Map())
}

function commandOf(described: CommandDescription): Command {
  const command = new Command(described.name).description(described.description)
  for (const name of described.arguments) command.argument(`[${name}]`)
  for (const { flags, description } of described.options) command.option(flags, description)
  for (const below of described.commands) command.addCommand(commandOf(below))
  return command
}
