import { lstatSync } from 'node:fs'
import { quoted } from '@plimsoll/workloads'
import type { System } from './system.ts'
import { type VmProduct, withFullPath } from './vm-commands.ts'

const SECONDS = 120

/**
 * Stop and delete a virtual machine that Plimsoll created, and its docker context. The machine can be in any state.
 * @param path the directory of the product's programs; if they are missing, nothing was created
 * @returns a sentence on what could not be removed; null if everything was removed
 */
export async function removeEngine(
  { name, context, remove }: VmProduct,
  path: string,
  system: System,
): Promise<string | null> {
  const [program, ...args] = withFullPath(path, remove)
  if (!lstatSync(program, { throwIfNoEntry: false })) return null
  await endStart(program, system)
  const { exitCode, stderr } = await system.run([program, ...args], SECONDS, path)
  await system.run(['docker', 'context', 'rm', '--force', context], 20, path)
  if (exitCode === 0) return null
  return `Cannot remove the virtual machine of ${name} (${quoted(stderr)}). Run \`${[program, ...args].join(' ')}\` on the runner.`
}

/** Kill the start command that a killed step left running. That command would otherwise create the machine again. */
async function endStart(program: string, system: System): Promise<void> {
  const { stdout } = await system.run(['ps', '-A', '-ww', '-o', 'pid=', '-o', 'args='], 20)
  for (const line of stdout.split('\n').filter((line) => line.includes(`${program} start `))) {
    try {
      process.kill(-Number.parseInt(line, 10), 'SIGKILL') // The start command leads its own process group.
    } catch {
      // The process has already ended.
    }
  }
}
