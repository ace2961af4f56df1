import { type ContainerEngine, Problem } from '@plimsoll/workloads'
import { type EngineOptions, findEngines } from './find.ts'

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
