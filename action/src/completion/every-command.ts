import type { CommandTree } from './command-tree.ts'

/** A command with all its subcommands, each with the words that call it. */
export function everyCommand(command: CommandTree, path = command.name): { path: string; command: CommandTree }[] {
  return [{ path, command }, ...command.commands.flatMap((below) => everyCommand(below, `${path} ${below.name}`))]
}

/** A text as one word of a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A description as one short line: its first sentence. */
export function shortLine(description: string): string {
  return (description.split(/\. |[;(]|\.$/)[0] as string).replaceAll(/\s+/g, ' ').trim()
}
