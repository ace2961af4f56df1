import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'

/** The registry's own command. */
const REGISTRY = fileURLToPath(new URL('../../../site/bin/plimsoll-registry.js', import.meta.url))

/** Stores documents in a registry on this machine. @throws Problem (3), with what the registry says */
export async function publishToDirectory(files: string[], directory: string): Promise<void> {
  const { exitCode, stderr } = await execa(process.execPath, [REGISTRY, 'import', '--registry', directory, ...files], {
    reject: false,
    stdin: 'ignore',
  })
  if (exitCode !== 0)
    throw new Problem(
      exitCode === 2 ? 2 : 3,
      stderr.trim().split('\n').at(-1) || `The registry ended with ${exitCode}.`,
    )
}
