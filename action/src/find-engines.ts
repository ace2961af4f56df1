import { readdirSync } from 'node:fs'
import type { Engine } from '@plimsoll/schema'
import { type ContainerEngine, Problem } from '@plimsoll/workloads'
import type { SshOptions } from './engines/ssh-connection.ts'

/** What a product's file found: an engine that answers, or a sentence on what is there but does not, and the remedy. */
export type Finding = { engine: ContainerEngine } | { problem: string }

/** What the user says of engines that cannot be found by looking. */
export interface EngineOptions {
  ssh?: SshOptions | undefined
  setUp?: SetUpEngine | undefined
}

/** An engine in a virtual machine that was made for this run, which itself does not know what it was asked for. */
export interface SetUpEngine {
  /** the docker context that leads to it */
  context: string
  requested: Engine['requested']
  /** whether nothing accelerates its CPU here */
  emulated: boolean
}

/** An engine that a file of `engines/` finds where it is, for those who read of it. */
export interface KnownEngine {
  product: string
  id: string
  /** by what it is found, in Markdown */
  foundBy: string
  /** where what is known of it is read from, in Markdown */
  readFrom: string
}

/** A file of `engines/`; what is there beside the engines exports nothing of this. */
interface EngineFile {
  find?: (options: EngineOptions) => Promise<Finding[]>
  known?: KnownEngine[]
}

/** Every engine that can be found, whether it is here or not. */
export async function knownEngines(): Promise<KnownEngine[]> {
  return (await engineFiles()).flatMap(({ known }) => known ?? [])
}

/** Look for every engine on this machine. Each file of `engines/` that exports `find` is asked. */
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
 * The engines asked for, and every engine that is here.
 * @param wanted ids, or `all`, or `none`
 * @throws Problem (3) for one that is not here
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
      say('! No container engine was found, so only the host is measured: see `plimsoll doctor` for how to get one.')
    return { chosen: engines, all: engines }
  }
  const missing = wanted.filter((id) => !engines.some((engine) => engine.id === id))
  if (missing.length > 0) {
    const here = engines.map(({ id }) => id).join(', ') || 'none'
    throw new Problem(3, `The engine ${missing.join(', ')} is not here (here: ${here}): see \`plimsoll doctor\`.`)
  }
  return { chosen: engines.filter(({ id }) => wanted.includes(id)), all: engines }
}
