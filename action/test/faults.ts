import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ContainerEngine, cacheDirectory, plimsollHome } from '@plimsoll/workloads'
import { execa, type Options } from 'execa'

/** The bundle starts in a third of the time of the sources. */
const PLIMSOLL = fileURLToPath(new URL('../dist/plimsoll.js', import.meta.url))

/**
 * A separate home directory for runs that tests interrupt, so that no other run cleans up after them. Images are shared
 * with other home directories.
 */
export interface OwnHome {
  directory: string
  /** a function that starts `plimsoll` from this repository, as the action does */
  plimsoll: (args: string[], options?: Options) => ReturnType<typeof execa>
  /** the names of the runs whose record says that they are still running */
  runs: () => string[]
  /** the paths of every remaining directory of a run */
  slots: () => string[]
  remove: () => void
}

export function makeOwnHome(): OwnHome {
  mkdirSync(cacheDirectory(), { recursive: true })
  const directory = mkdtempSync(join(plimsollHome(), 'test-')) // The directory is inside every engine's file share.
  const home = join(directory, '.plimsoll')
  mkdirSync(home)
  symlinkSync(cacheDirectory(), join(home, 'cache'))
  const env = { HOME: directory, DOCKER_CONFIG: process.env.DOCKER_CONFIG ?? join(homedir(), '.docker') }
  const names = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  return {
    directory,
    plimsoll: (args, options = {}) =>
      execa(process.execPath, [PLIMSOLL, ...args], {
        reject: false,
        stdin: 'ignore',
        ...options,
        env: { ...env, ...options.env },
      }),
    runs: () => names(join(home, 'runs')).map((name) => name.replace(/\.json(\.new)?$/, '')),
    slots: () => names(join(directory, 'slots')),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** The flags of a run that needs only the agent (the program that times samples), in the run's own directory. */
export function cheapRun({ directory }: OwnHome, engine: ContainerEngine, rounds: number, out: string): string[] {
  const scenarios = ['--scenario', 'native', 'layer', 'bind']
  const place = ['--no-rest', '--dir', directory, '--out', out]
  return ['run', '--workload', 'metadata', ...scenarios, '--engine', engine.id, '--rounds', String(rounds), ...place]
}

/** The complete lines of a journal, which are the samples that a killed run has recorded. */
export function journaled(file: string): Record<string, never>[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
