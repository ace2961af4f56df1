import { Argument, Command } from 'commander'
import { bashScript } from '../completion/bash.ts'
import { type CommandTree, catalogWords, describeCommand } from '../completion/command-tree.ts'
import { fishScript } from '../completion/fish.ts'
import { registryCommandTree } from '../completion/registry-command-tree.ts'
import { zshScript } from '../completion/zsh.ts'
import { print } from '../terminal/print.ts'

const SCRIPTS: Record<string, (tree: CommandTree) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** `plimsoll completion SHELL`: prints a script with which the shell completes `plimsoll` and `plimsoll-registry`. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('print a script with which your shell completes plimsoll and plimsoll-registry')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', HELP)
  return command.action(async (shell: string) => {
    const [words, registry] = await Promise.all([catalogWords(), registryCommandTree()])
    const own = describeCommand(command.parent as Command, words)
    const script = SCRIPTS[shell] as (tree: CommandTree) => string
    // zsh reads the first line if the script is in a file of its own.
    if (shell === 'zsh') print('#compdef plimsoll plimsoll-registry')
    print(`# Completion in ${shell}. \`plimsoll completion --help\` says how to load it.`)
    for (const tree of [withServe(own, registry), registry]) print(script(tree).trimEnd())
  })
}

/** `plimsoll serve` takes the flags of `plimsoll-registry serve`. */
function withServe(own: CommandTree, registry: CommandTree): CommandTree {
  const serve = registry.commands.find(({ name }) => name === 'serve') as CommandTree
  return { ...own, commands: own.commands.map((command) => (command.name === 'serve' ? serve : command)) }
}

const HELP = `
Examples:
  source <(plimsoll completion bash)      in ~/.bashrc
  source <(plimsoll completion zsh)       in ~/.zshrc, after compinit
  plimsoll completion fish | source       in ~/.config/fish/config.fish
`
