import { Argument, Command } from 'commander'
import { bashScript } from '../completion/bash.ts'
import { type CommandTree, describeCommand } from '../completion/command-tree.ts'
import { fishScript } from '../completion/fish.ts'
import { zshScript } from '../completion/zsh.ts'
import { print } from '../terminal/print.ts'

const SCRIPTS: Record<string, (tree: CommandTree) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** `plimsoll completion SHELL`: prints a script with which the shell completes the command. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('print a script that completes subcommands, flags and names of the catalog in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', HELP)
  return command.action(async (shell: string) => {
    const tree = await describeCommand(command.parent as Command)
    print((SCRIPTS[shell] as (tree: CommandTree) => string)(tree).trimEnd())
  })
}

const HELP = `
Examples:
  source <(plimsoll completion bash)      in ~/.bashrc
  source <(plimsoll completion zsh)       in ~/.zshrc, after compinit
  plimsoll completion fish | source       in ~/.config/fish/config.fish
`
