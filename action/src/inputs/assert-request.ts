import { mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findScenario, Problem, type Suite } from '@plimsoll/workloads'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { assertCheckSettings, resolveRequest } from '../measure-request/request.ts'
import { refuse } from './parse-values.ts'

/**
 * Checks the request of a step, and the directory of its files, before an engine is started. The names of a check are
 * looked up in head; the command looks them up in both versions.
 * @param compares whether two versions of the project are compared; named variants are always compared
 * @throws Problem (2) that names the wrong value and the allowed ones
 */
export function assertRequest(request: MeasureRequest, compares: boolean): void {
  if (compares || request.variants !== null) assertCheckSettings(request)
  assertOnHost(request, resolveRequest({ ...request, variants: null }).suite)
  assertDirectory(request.dir)
}

/**
 * Checks that something can be measured without an engine, if none is requested, and that an image is not named if only
 * the host is measured.
 * @param suite the suite that the request selects
 * @throws Problem (2)
 */
function assertOnHost({ scenarios, engines, variants }: MeasureRequest, suite: Suite): void {
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
    if (variants?.[variant].image)
      throw new Problem(
        2,
        `Only the host is measured, without an image. Remove image= from the input '${variant}-variant'.`,
      )
  }
}

/**
 * Checks that the directory can be created and written to. The check does not create the directory.
 * @throws Problem (2)
 */
function assertDirectory(dir: string | undefined): void {
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
