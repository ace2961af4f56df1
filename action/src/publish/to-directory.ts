import { execa } from 'execa'
import { REGISTRY_COMMAND } from '../registry-command.ts'

/**
 * Stores a document in a registry on this machine, which says on standard error what becomes of it.
 * @returns 0; 1 where the registry refuses the document, 2 for what cannot be a registry, 3 where it cannot be written to
 */
export async function publishToDirectory(file: string, directory: string): Promise<number> {
  const { exitCode } = await execa(process.execPath, [REGISTRY_COMMAND, 'import', '--registry', directory, file], {
    reject: false,
    stdin: 'ignore',
    stdout: 'ignore', // it tells of a page that its own site has
    stderr: 'inherit',
  })
  return exitCode ?? 130
}
