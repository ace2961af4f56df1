import { readdirSync } from 'node:fs'
import type { Engine } from '@plimsoll/schema'
import type { ContainerEngine } from './engine.ts'
import type { SshOptions } from './engines/ssh-connection.ts'
import { Problem } from './problem.ts'

/**
 * A result of the search in one file of `engines/`. It is a working engine, or a problem: why an installed engine does
 * not work, and what to do.
 */
export type Finding = { engine: ContainerEngine } | { problem: string }

/** The user's description of engines that cannot be detected. */
export interface EngineOptions {
  ssh?: SshOptions | undefined
  setUp?: VmEngine | undefined
}

/** An engine in a virtual machine created for this run. The engine does not know which configuration was requested. */
export interface VmEngine {
  /** the engine's docker context */
  context: string
  requested: Engine['requested']
  /** whether the CPU of the virtual machine is emulated */
  emulated: boolean
}

/** An engine that a file of `engines/` can find, for documentation. */
export interface SupportedEngine {
  product: string
  id: string
  /** how Plimsoll finds the engine, in Markdown */
  foundBy: string
  /** where Plimsoll reads the engine's description from, in Markdown */
  readFrom: string
}

/** The exports of a file of `engines/` that finds an engine. Helper files in that folder have none of these exports. */
interface EngineFile {
  find?: (options: EngineOptions) => Promise<Finding[]>
  supported?: SupportedEngine[]
}

/** Every engine that Plimsoll can find, installed or not. */
export async function supportedEngines(): Promise<SupportedEngine[]> {
  return (await engineFiles()).flatMap(({ supported }) => supported ?? [])
}

/** Look for every engine on this machine, with each file of `engines/` that exports `find`. */
export async function findEngines(
  options: EngineOptions = {},
): Promise<{ engines: ContainerEngine[]; problems: string[] }> {
  const findings = await Promise.all((await engineFiles()).map(async ({ find }) => (await find?.(options)) ?? []))
  const engines = findings.flat().flatMap((finding) => ('engine' in finding ? [finding.engine] : []))
  const problems = findings.flat().flatMap((finding) => ('problem' in finding ? [finding.problem] : []))
  return { engines, problems }
}

function engineFiles(): Promise<EngineFile[]> {
  const files = readdirSync(new URL('./engines/', import.meta.url)).filter((name) =>
    /^(?!.*\.test\.).*\.ts$/.test(name),
  )
  return Promise.all(files.sort().map((name) => import(`./engines/${name.replace(/\.ts$/, '')}.ts`)))
}

/**
 * Find all engines, and select the requested ones.
 * @param wanted engine ids, or `all`, or `none`
 * @throws Problem (3) if a requested engine was not found
 */
export async function chooseEngines(
  wanted: readonly string[],
  options: EngineOptions,
  say: (line: string) => void,
): Promise<{ chosen: ContainerEngine[]; all: ContainerEngine[] }> {
  const { engines, problems } = await findEngines(options)
  if (wanted.includes('none')) return { chosen: [], all: engines }
  for (const problem of problems) say(`! ${problem}`)
  if (wanted.includes('all')) {
    if (engines.length === 0)
      say('! No container engine found, so only the host is measured. Run `plimsoll doctor` to see how to install one.')
    return { chosen: engines, all: engines }
  }
  const missing = wanted.filter((id) => !engines.some((engine) => engine.id === id))
  if (missing.length > 0) {
    const available = engines.map(({ id }) => id).join(', ') || 'none'
    const names = missing.map((id) => `'${id}'`).join(', ')
    throw new Problem(3, `Engine ${names} not found. Available: ${available}. Run \`plimsoll doctor\` for details.`)
  }
  return { chosen: engines.filter(({ id }) => wanted.includes(id)), all: engines }
}
