import { isQuiet } from '@plimsoll/schema/node'
import { execa } from 'execa'
import { REGISTRY_COMMAND } from '../registry-command.ts'

/**
 * Stores a document in a registry that is a directory of this machine. The registry's command does this, and prints the
 * result to standard error.
 * @param document its file, or its bytes
 * @returns the command's exit code: 0 for success, 1 if the registry rejects the document, 2 if the directory cannot
 *   be a registry, 3 if the directory is not writable
 */
export async function publishToDirectory(document: string | Uint8Array, directory: string): Promise<number> {
  const isFile = typeof document === 'string'
  const flags = ['--registry', directory, ...(isQuiet() ? ['--quiet'] : [])]
  const { exitCode } = await execa(process.execPath, [REGISTRY_COMMAND, 'import', ...flags, isFile ? document : '-'], {
    reject: false,
    ...(isFile ? { stdin: 'ignore' } : { input: document }),
    stdout: 'ignore', // The command's standard output contains paths of its own site.
    stderr: 'inherit',
  })
  return exitCode ?? 130
}
