import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FIRST_REPORT, MAX_ROUNDS } from '@plimsoll/schema/verdict'
import { findScenario, findWorkloads, Problem, selectionOf } from '@plimsoll/workloads'
import { refuse } from './parse-values.ts'
import type { Inputs } from './read-inputs.ts'

/**
 * Look up the names in the inputs before anything is started.
 * @param project the folder whose own workloads can be named
 * @throws Problem (2) that names the wrong input and its allowed values
 */
export function checkNames({ suite, workloads, params }: Inputs, project: string): void {
  const { workloads: known, names } = findWorkloads(project, workloads)
  const all = known.map(({ workload }) => workload)
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined)
    throw refuse('workloads', `names of workloads (${all.join(', ')}), not ${JSON.stringify(unknown)}`)
  const own = known.filter(({ project }) => project !== null)
  const chosen = names.length > 0 ? known.filter(({ workload }) => names.includes(workload)) : own
  if (suite !== undefined || params.length === 0) return
  if (chosen.length === 0)
    throw new Problem(
      2,
      `The input 'params' needs the input 'workloads'. In 'workloads', list the workloads that have these params.`,
    )
  try {
    selectionOf(chosen, params)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [first = '', ...rest] = error.message
    throw new Problem(2, `In the input 'params': ${first.toLowerCase()}${rest.join('')}`)
  }
}

/**
 * Check the number of rounds. The limits of a check, which compares two variants, differ from those of a plain run.
 * @param compares whether two versions of the project are compared; named variants are always compared
 * @throws Problem (2)
 */
export function checkRounds({ rounds, variants }: Inputs, compares: boolean): void {
  if (!compares && Object.keys({ ...variants.base, ...variants.head }).length === 0) return
  if (rounds !== undefined && (rounds < FIRST_REPORT || rounds > MAX_ROUNDS))
    throw refuse('rounds', `a whole number from ${FIRST_REPORT} to ${MAX_ROUNDS} in a check, not ${rounds}`)
}

/**
 * Check that the requested scenarios can run on the requested engines. Without an engine, no scenario with containers
 * can run.
 * @throws Problem (2)
 */
export function checkScenarios({ suite, workloads, scenarios, engines, variants }: Inputs, project: string): void {
  const onHost = (ids: readonly string[]) => ids.every((id) => findScenario(id)?.runs === 'host')
  const alone = engines.includes('none')
  if (alone && scenarios.length > 0 && !scenarios.some((id) => onHost([id])))
    throw new Problem(
      2,
      `With 'engines: none', the input 'scenarios' takes only native, not ${JSON.stringify(scenarios.join(' '))}.`,
    )
  const { workloads: known, names } = findWorkloads(project, workloads)
  const chosen = suite === undefined && names.length > 0 ? known.filter(({ workload }) => names.includes(workload)) : []
  const all = scenarios.length > 0 ? scenarios : chosen.flatMap((workload) => workload.scenarios)
  if (!alone && (all.length === 0 || !onHost(all))) return
  for (const variant of ['base', 'head'] as const) {
    if (variants[variant].image !== undefined)
      throw new Problem(
        2,
        `Only the host is measured, without an image. Remove image= from the input '${variant}-variant'.`,
      )
  }
}

/**
 * Check that the directory can be created and written to. The check does not create the directory.
 * @throws Problem (2)
 */
export function checkDirectory(dir: string | undefined): void {
  if (dir === undefined) return
  try {
    // Test the nearest existing directory, because Node's recursive mkdir never returns for a path below /proc.
    rmdirSync(mkdtempSync(join(existing(dir), 'plimsoll-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const takes = 'the absolute path of a folder that can be created and written to'
    throw refuse('dir', `${takes}, not ${JSON.stringify(dir)} (${code})`)
  }
}

/** The path if it exists, otherwise its nearest existing parent. */
function existing(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : existing(dirname(path))
}

/**
 * Check that the requested engines were found.
 * @param available the ids of the engines found
 * @throws Problem (2)
 */
export function checkEngines({ engines, variants }: Inputs, available: readonly string[]): void {
  const named = engines.filter((id) => id !== 'all' && id !== 'none')
  const takes = `available engines (${available.join(', ')})`
  const missing = named.find((id) => !available.includes(id))
  if (missing !== undefined) throw refuse('engines', `all, none, or ${takes}, not ${JSON.stringify(missing)}`)
  for (const variant of ['base', 'head'] as const) {
    const { engine } = variants[variant]
    if (engine !== undefined && !available.includes(engine))
      throw refuse(`${variant}-variant`, `${takes}, not ${JSON.stringify(engine)}`)
  }
}
