import { existsSync } from 'node:fs'
import { quoted } from '../github/problem.ts'
import { inTools, type Product } from './product.ts'
import type { World } from './world.ts'

const SECONDS = 120

/**
 * Stop and delete an instance of ours and its docker context, in any state.
 * @param path the directory of its programs; if they are missing, nothing was created
 * @returns a sentence on what could not be removed, or null
 */
export async function removeEngine(
  { name, context, remove }: Product,
  path: string,
  world: World,
): Promise<string | null> {
  const [program, ...args] = inTools(path, remove)
  if (!existsSync(program)) return null
  await endStart(program, world)
  const { exitCode, stderr } = await world.run([program, ...args], SECONDS, path)
  await world.run(['docker', 'context', 'rm', '--force', context], 20, path)
  if (exitCode === 0) return null
  return `${name}'s virtual machine could not be removed (${quoted(stderr)}): do \`${[program, ...args].join(' ')}\` on the runner.`
}

/** End the start command that a killed step left running: it would create again what is deleted here. */
async function endStart(program: string, world: World): Promise<void> {
  const { stdout } = await world.run(['ps', '-A', '-ww', '-o', 'pid=', '-o', 'args='], 20)
  for (const line of stdout.split('\n').filter((line) => line.includes(`${program} start `))) {
    try {
      process.kill(-Number.parseInt(line, 10), 'SIGKILL') // it leads its own process group
    } catch {
      // already ended
    }
  }
}
