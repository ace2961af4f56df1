import type { CommandTree, Values } from './command-tree.ts'
import { everyCommand, shellQuoted, shortLine } from './every-command.ts'

/** A script that completes a command in fish. */
export function fishScript(tree: CommandTree): string {
  const lines = everyCommand(tree).flatMap(({ path, command }) => {
    const when = `-n ${shellQuoted(conditionOf(path, command))}`
    return [
      ...command.commands.map(({ name, description }) => call(tree, when, `-a ${shellQuoted(name)}`, description)),
      ...command.flags.map((flag) =>
        call(
          tree,
          `-n ${shellQuoted(path === tree.name ? 'true' : seen(path))}`,
          `-l ${flag.name.slice(2)}${flag.value ? ` ${valuesOf(flag.value)}` : ''}`,
          flag.description,
        ),
      ),
      ...(command.argument
        ? [`complete -c ${tree.name} ${when} ${valuesOf(command.argument).replace('-r ', '')}`]
        : []),
    ]
  })
  return `complete -c ${tree.name} -f
${lines.join('\n')}
`
}

function call({ name }: CommandTree, when: string, what: string, description: string): string {
  return `complete -c ${name} ${when} ${what} -d ${shellQuoted(shortLine(description))}`
}

/** Where the subcommands and arguments of a command are completed. */
function conditionOf(path: string, { commands }: CommandTree): string {
  const below = commands.map(({ name }) => name).join(' ')
  const isBelow = below === '' ? '' : `; and not __fish_seen_subcommand_from ${below}`
  return path.includes(' ') ? seen(path) + isBelow : isBelow.replace('; and ', '') || 'true'
}

function seen(path: string): string {
  const [, ...names] = path.split(' ')
  return names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ')
}

function valuesOf({ words, files }: Values): string {
  const listed = words.length > 0 ? ` -a ${shellQuoted(words.join(' '))}` : ''
  if (files === 'files') return `-r -F${listed}`
  return files === 'directories' ? `-r -f -a '(__fish_complete_directories)'` : `-r -f${listed}`
}
