import { isQuiet } from '@plimsoll/schema/node'
import { Command } from 'commander'
import { execa } from 'execa'
import { REGISTRY_COMMAND } from '../registry-command.ts'
import { onSignals } from '../signals.ts'

/** `plimsoll serve …`: runs `plimsoll-registry serve` with the same flags until it is stopped. */
export function serveCommand(exit: (code: number) => void): Command {
  return new Command('serve')
    .description('serve the registry on this machine: its site and its API (`plimsoll serve --help` lists the flags)')
    .argument('[flags...]', 'the flags of plimsoll-registry serve')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (flags: string[]) => {
      const running = execa(
        process.execPath,
        [REGISTRY_COMMAND, 'serve', ...flags, ...(isQuiet() ? ['--quiet'] : [])],
        {
          reject: false,
          stdio: 'inherit',
        },
      )
      // A terminal sends its signals to this process and to the registry. A supervisor sends them only to this process,
      // so pass them on to the registry.
      onSignals((signal) => running.kill(signal))
      const { exitCode } = await running
      exit(exitCode ?? 1)
    })
}
