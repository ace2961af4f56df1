import type { Command } from 'commander'
import { EXIT } from '../errors.ts'
import { print } from '../terminal.ts'

/** A command as JSON, from which `plimsoll completion` makes its scripts. */
interface CommandDescription {
  name: string
  description: string
  arguments: string[]
  options: { flags: string; description: string }[]
  commands: CommandDescription[]
}

/** `plimsoll-registry describe`. Prints the subcommands, arguments and flags of the whole command as JSON. */
export function runDescribe(program: Command): number {
  print(JSON.stringify(describe(program)))
  return EXIT.done
}

function describe(command: Command): CommandDescription {
  const below = command.createHelp().visibleCommands(command)
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => argument.name()),
    options: command.options.map(({ flags, description }) => ({ flags, description })),
    commands: below.filter((command) => command.name() !== 'help').map(describe),
  }
}
