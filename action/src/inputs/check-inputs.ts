import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FIRST_REPORT, MAX_ROUNDS } from '@plimsoll/schema/verdict'
import { findScenario, Problem, type Suite } from '@plimsoll/workloads'
import { type Refusal, WrongRequest } from '../measure-request/refusals.ts'
import { assertCheckSettings, resolveRequest } from '../measure-request/request.ts'
import { withOwnWorkloads } from './own-workloads.ts'
import { refuse } from './parse-values.ts'
import type { Inputs } from './read-inputs.ts'

/**
 * Check the request of a step, and the directory of its files, before anything is started.
 * @param compares whether two versions of the project are compared; named variants are always compared
 * @throws Problem (2) that names the wrong input and its allowed values
 */
export function checkRequest({ request, variants }: Inputs, compares: boolean): void {
  try {
    if (compares || Object.keys({ ...variants.base, ...variants.head }).length > 0)
      assertCheckSettings(variants, request)
    assertOnHost({ request, variants }, resolveRequest(withOwnWorkloads(request)).suite)
  } catch (error) {
    throw error instanceof WrongRequest ? refusalOf(error.refusal) : error
  }
  checkDirectory(request.dir)
}

/** The error for a wrong request, with the names of inputs. */
function refusalOf(refusal: Refusal): Problem {
  switch (refusal.wrong) {
    case 'name': {
      const { field, given, available } = refusal
      const names = available.join(', ')
      const takes = field === 'workloads' ? `names of workloads (${names})` : `one of ${names}`
      return refuse(field, `${takes}, not ${JSON.stringify(given)}`)
    }
    case 'params': {
      const [first = '', ...rest] = refusal.message
      return new Problem(2, `In the input 'params': ${first.toLowerCase()}${rest.join('')}`)
    }
    case 'params without workloads':
      return new Problem(
        2,
        `The input 'params' needs the input 'workloads'. In 'workloads', list the workloads that have these params.`,
      )
    case 'engines beside all or none':
      return refuse('engines', `ids of engines, or ${refusal.alone} alone`)
    case 'engines of variants and of the run':
      return new Problem(
        2,
        "The inputs 'base-variant' and 'head-variant' already name the engines. Remove the input 'engines'.",
      )
    case 'engine of one variant': {
      const { named, other } = refusal
      return new Problem(
        2,
        `Only the input '${named}-variant' names an engine. Name one in '${other}-variant' too, such as engine=docker, or remove the engine from '${named}-variant'.`,
      )
    }
    case 'rounds of a check':
      return refuse('rounds', `a whole number from ${FIRST_REPORT} to ${MAX_ROUNDS} in a check, not ${refusal.given}`)
  }
}

/**
 * Check that something can be measured without an engine, if none is requested, and that an image is not named if only
 * the host is measured.
 * @param suite the suite that the request selects
 * @throws Problem (2)
 */
function assertOnHost({ request, variants }: Pick<Inputs, 'request' | 'variants'>, suite: Suite): void {
  const { scenarios, engines } = request
  const onHost = (id: string) => findScenario(id)?.runs === 'host'
  const alone = engines.includes('none')
  if (alone && scenarios.length > 0 && !scenarios.some(onHost))
    throw new Problem(
      2,
      `With 'engines: none', the input 'scenarios' takes only native, not ${JSON.stringify(scenarios.join(' '))}.`,
    )
  const all = scenarios.length > 0 ? scenarios : suite.benchmarks.flatMap((entry) => entry.scenarios)
  if (!alone && !all.every(onHost)) return
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
function checkDirectory(dir: string | undefined): void {
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
