import { execa } from 'execa'
import { REGISTRY_COMMAND } from '../registry-command.ts'

/**
 * Store a document in a registry on this machine. The registry's command prints the result to standard error.
 * @returns 0; 1 where the registry rejects the document, 2 for a directory that cannot be a registry, 3 where it is
 *   not writable
 */
export async function publishToDirectory(file: string, directory: string): Promise<number> {
  const { exitCode } = await execa(process.execPath, [REGISTRY_COMMAND, 'import', '--registry', directory, file], {
    reject: false,
    stdin: 'ignore',
    stdout: 'ignore', // ignored: it prints paths of its own site
    stderr: 'inherit',
  })
  return exitCode ?? 130
}
