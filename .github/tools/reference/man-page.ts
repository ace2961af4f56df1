import type { Command } from 'commander'

/** Returns the manual page of a command, in section 1, as roff: every subcommand with its arguments and options. */
export function manPage(program: Command, version: string): string {
  const name = program.name()
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}"`,
    '.SH NAME',
    `${name} \\- ${escaped(program.description())}`,
    '.SH SYNOPSIS',
    `.B ${escaped(program.createHelp().commandUsage(program))}`,
    '.SH OPTIONS',
    ...items(program),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => [
      `.SS "${escaped(program.createHelp().commandUsage(command))}"`,
      escaped(command.createHelp().commandDescription(command)),
      ...items(command),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** The arguments and options of a command, each with its description. */
function items(command: Command): string[] {
  const help = command.createHelp()
  return [
    ...help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ...help.visibleOptions(command).map((option) => [help.optionTerm(option), help.optionDescription(option)]),
  ].flatMap(([term = '', text = '']) => ['.TP', `.B ${escaped(term)}`, escaped(text)])
}

/** A text as one line of roff, in which backslashes, hyphens and a dot or an apostrophe at the beginning mean something else. */
function escaped(text: string): string {
  const line = text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
  return /^[.']/.test(line) ? `\\&${line}` : line
}
