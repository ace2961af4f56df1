import type { CommandTree, Values } from './command-tree.ts'
import { everyCommand, shellQuoted } from './every-command.ts'

/** A script that completes a command in bash 3.2 or newer. */
export function bashScript(tree: CommandTree): string {
  const name = `_${tree.name.replaceAll('-', '_')}`
  const all = everyCommand(tree)
  const entered = all.slice(1).map(({ path }) => `${shellQuoted(path)}) at=${shellQuoted(path)} flag= ;;`)
  const flags = all.flatMap(({ path, command }) =>
    command.flags
      .filter(({ value }) => value !== null)
      .map((flag) => `${shellQuoted(`${path} ${flag.name}`)}) flag=${flag.name} many=${flag.isVariadic ? 1 : 0} ;;`),
  )
  const values = all.flatMap(({ path, command }) => [
    ...command.flags.flatMap((flag) =>
      flag.value ? [`${shellQuoted(`${path} ${flag.name}`)}) ${offer(flag.value)} ;;`] : [],
    ),
    `${shellQuoted(`${path} `)}) ${offer({
      words: [...command.commands.map(({ name }) => name), ...(command.argument?.words ?? [])],
      files: command.argument?.files ?? 'none',
    })}; flags=${shellQuoted([...command.flags.map((flag) => flag.name), '--help'].join(' '))} ;;`,
  ])
  return `${name}() {
  local words=() word last= at=${shellQuoted(tree.name)} flag= many=0 offered= files= flags= form= i
  # bash splits words at "=". Join the parts again.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == = || ( $i -gt 1 && \${COMP_WORDS[i - 1]} == = ) ]] && ((\${#words[@]})); then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
  done
  for ((i = 0; i < \${#words[@]} - 1; i++)); do
    word=\${words[i]}
    if [[ $word != -* ]]; then
      case "$at $word" in
${lines(entered, 8)}
        *) [[ $many == 1 ]] || flag= ;;
      esac
      continue
    fi
    flag=
    case "$at $word" in
${lines(flags, 6)}
    esac
  done
  last=\${words[\${#words[@]} - 1]}
  if [[ $last == --*=* ]]; then
    flag=\${last%%=*} form=\${last%%=*}=
  elif [[ $last == -* ]]; then
    flag=
  fi
  case "$at $flag" in
${lines(values, 4)}
  esac
  [[ $last == -* && -z $form ]] && offered=$flags files=
  local typed=\${last#"$form"} before=
  [[ $last == *=* ]] && before=\${last%"\${last##*=}"}
  COMPREPLY=()
  while IFS= read -r word; do
    [[ -n $word ]] && COMPREPLY+=("$word")
  done < <(
    compgen -W "$offered" -P "$form" -- "$typed" | while IFS= read -r word; do printf '%s\\n' "\${word#"$before"}"; done
  )
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$files" -- "$typed")
  fi
  # What follows "=" comes without a space.
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F ${name} ${tree.name}
`
}

function offer({ words, files }: Values): string {
  const flag = { none: '', files: '-f', directories: '-d' }[files]
  return `offered=${shellQuoted(words.join(' '))} files=${flag}`
}

function lines(texts: string[], indent: number): string {
  return texts.map((text) => ' '.repeat(indent) + text).join('\n')
}
