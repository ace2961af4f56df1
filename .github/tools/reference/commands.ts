import type { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { makeProgram } from '../../../action/src/command.ts'
import { code, markdownTable, sentence } from './table.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Returns the two commands, as commander knows them. */
export async function programs(): Promise<[plimsoll: Command, registry: Command]> {
  // The type checker of the tools does not know JSX, of which the registry has pages.
  const registry: { describeProgram: typeof makeProgram } = await import(`${ROOT}site/src/command.ts`)
  return [makeProgram(() => {}), registry.describeProgram(() => {})]
}

/** The sections of both commands: every subcommand that runs something, with its arguments and flags. */
export async function commandSections(): Promise<{ plimsoll: string; registry: string }> {
  const [plimsoll, registry] = await programs()
  const serve = registry.commands.find((command) => command.name() === 'serve') as Command
  // `plimsoll serve` starts `plimsoll-registry serve`.
  const sectionsOf = (program: Command) =>
    leavesOf(program).map((command) => section(wordsOf(command), command.name() === 'serve' ? serve : command))
  return { plimsoll: sectionsOf(plimsoll).join('\n\n'), registry: sectionsOf(registry).join('\n\n') }
}

/** The subcommands of a command that have none themselves. */
function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}

function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`
}

function section(words: string, command: Command): string {
  const help = command.createHelp()
  const description = help.commandDescription(command)
  const rows = [
    ...help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)] as const),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => [help.optionTerm(option), help.optionDescription(option)] as const),
  ].map(([name, text]) => [code(name), described(text)])
  return [
    `### ${words}`,
    sentence(description.charAt(0).toUpperCase() + description.slice(1)),
    `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``,
    ...(rows.length > 0 ? [markdownTable(['argument or option', 'description'], rows)] : []),
    ...paragraphsAfter(command),
  ].join('\n\n')
}

function described(text: string): string {
  return text
    .replaceAll(ROOT, '') // a default value that is a path on this machine
    .replace(' (default: [])', '')
    .replace(/(?<=default: )(\["[^\]]*"\]|"[^"]*")/, (value) => [JSON.parse(value)].flat().map(code).join(', '))
    .replaceAll('<', '\\<')
}

/** The paragraphs below the lists of a help, as Markdown, with examples as a block of code. */
function paragraphsAfter(command: Command): string[] {
  let text = ''
  const context = { error: false, command, write: (part: string) => (text += part) }
  ;(command as unknown as EventEmitter).emit('afterHelp', context)
  const blocks = text.trim() === '' ? [] : text.trim().split(/\n{2,}/)
  return blocks.map((block) => {
    const [, examples] = /^Examples:\n(.*)$/s.exec(block) ?? []
    if (examples === undefined) return block.replaceAll(/\s*\n\s*/g, ' ')
    return `Examples:\n\n\`\`\`text\n${examples.replaceAll(/^ {2}/gm, '')}\n\`\`\``
  })
}
