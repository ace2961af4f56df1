import { execa } from 'execa'
import { REGISTRY_COMMAND } from '../registry-command.ts'

/**
 * Store a document in a registry that is a directory of this machine. The registry's command does this, and prints the
 * result to standard error.
 * @returns the command's exit code: 0 for success, 1 if the registry rejects the document, 2 if the directory cannot
 *   be a registry, 3 if the directory is not writable
 */
export async function publishToDirectory(file: string, directory: string): Promise<number> {
  const { exitCode } = await execa(process.execPath, [REGISTRY_COMMAND, 'import', '--registry', directory, file], {
    reject: false,
    stdin: 'ignore',
    stdout: 'ignore', // The command's standard output contains paths of its own site.
    stderr: 'inherit',
  })
  return exitCode ?? 130
}
