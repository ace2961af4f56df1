import type { CommandTree, Values } from './command-tree.ts'
import { everyCommand, shellQuoted, shortLine } from './every-command.ts'

/** A script that completes a command in zsh. */
export function zshScript(tree: CommandTree): string {
  const name = `_${tree.name.replaceAll('-', '_')}`
  const functions = everyCommand(tree).map(({ path, command }) => functionOf(name, path, command))
  return `${functions.join('\n')}
compdef ${name} ${tree.name}
`
}

function functionOf(root: string, path: string, command: CommandTree): string {
  const own = (path: string) => [root, ...path.split(' ').slice(1)].join('_').replaceAll('-', '_')
  const flags = command.flags.map((flag) => {
    const value = flag.value ? `:${escaped(flag.name.slice(2))}:${valuesOf(flag.value)}` : ''
    const many = flag.isVariadic ? '*' : ''
    return shellQuoted(`${many}${flag.name}${flag.value ? '=' : ''}[${escaped(shortLine(flag.description))}]${value}`)
  })
  const help = shellQuoted('--help[display help for command]')
  if (command.commands.length === 0) {
    const argument = command.argument ? [shellQuoted(`*:argument:${valuesOf(command.argument)}`)] : []
    return `${own(path)}() {\n  _arguments ${[...flags, help, ...argument].join(' \\\n    ')}\n}`
  }
  const names = command.commands.map((below) =>
    shellQuoted(`${below.name}:${shortLine(below.description).replaceAll(':', '\\:')}`),
  )
  const cases = command.commands.map((below) => `      ${below.name}) ${own(`${path} ${below.name}`)} ;;`)
  return `${own(path)}() {
  local line state
  _arguments -C ${[...flags, help].join(' \\\n    ')} \\
    '1: :->command' '*:: :->below'
  case $state in
    command)
      local commands=(${names.join('\n        ')})
      _describe command commands ;;
    below) case $line[1] in
${cases.join('\n')}
    esac ;;
  esac
}`
}

function valuesOf({ words, files }: Values): string {
  if (files === 'directories') return '_files -/'
  if (files === 'files' && words.length === 0) return '_files'
  return words.length > 0 ? `(${words.map(escaped).join(' ')})` : ' '
}

/** A text inside a specification of _arguments. */
function escaped(text: string): string {
  return text.replaceAll(/[[\]:\\()]/g, '\\$&')
}
