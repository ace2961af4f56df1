import { readdirSync } from 'node:fs'
import type { ContainerEngine } from './engine.ts'
import type { EngineFile, EngineOptions, SupportedEngine } from './engine-file.ts'
import { Problem } from './problem.ts'

/** Every engine that Plimsoll can find, installed or not. */
export async function supportedEngines(): Promise<SupportedEngine[]> {
  return (await engineFiles()).flatMap(({ supported }) => supported ?? [])
}

/** Looks for every engine on this machine, with each file of `engines/` that exports `find`. */
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
 * Finds all engines, and selects the requested ones.
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
