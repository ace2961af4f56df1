import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { notice } from '@actions/core'
import { refuse } from '../inputs/parse-values.ts'
import type { Inputs } from '../inputs/read-inputs.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { runWithRequest } from './run-plimsoll.ts'
import { type JobVm, setUpVm } from './set-up-engine.ts'

const NO_ENGINE = 'No container engine can be used on this runner.'

/** The request of a step, on the engine that it measures. */
export interface PreparedRequest {
  request: MeasureRequest
  /** directories to prepend to PATH; they have the programs of the engine. Undefined for the installed engines */
  path: string | undefined
  /** whether the CPU is emulated; nothing is compared then, because the results describe only the emulator */
  emulated: boolean
}

/**
 * Sets up the engine that this step requests. Without one, the step measures the installed engines.
 * @param directory the step's own directory
 * @returns a sentence if this runner cannot have the engine
 * @throws Problem for a requested engine that was not found, and for a download with a wrong checksum
 */
export async function findOrSetUpEngine(
  request: MeasureRequest,
  inputs: Inputs,
  directory: string,
): Promise<PreparedRequest | string> {
  if (inputs.startEngine === undefined) {
    const why = await noEngineReason(request, directory)
    if (why === null) return { request, path: undefined, emulated: false }
    if (inputs.onUnsupported !== 'emulate') return why
  }
  const engine = inputs.startEngine ?? 'lima'
  await assertVariants(request, engine, directory)
  const vm = await setUpVm(engine, inputs, mkdtempSync(join(directory, 'shared-')))
  if (typeof vm === 'string') return vm
  const prepared = onVm(request, vm)
  return (await noEngineReason(prepared.request, directory, vm.path)) ?? prepared
}

/** The request on the engine of a virtual machine. The variants of a check may name their own engines. */
function onVm(request: MeasureRequest, { engine, shared, described, path }: JobVm): PreparedRequest {
  const { emulated } = described
  const variants = emulated ? null : request.variants
  const engines = variants?.base.engine ? request.engines : [engine]
  if (request.dir !== undefined)
    notice(`The input 'dir' was ignored, because the virtual machine of ${engine} shares its own folder.`)
  if (emulated)
    notice('The CPU is emulated on this runner (tcg). The results describe only the emulator, so nothing is compared.')
  return { request: { ...request, variants, engines, dir: shared, setUp: described }, path, emulated }
}

/**
 * Why there is no engine to measure, as sentences. Null if there is an engine.
 * @throws Problem (2) for a requested engine that was not found
 */
async function noEngineReason(request: MeasureRequest, directory: string, path?: string): Promise<string | null> {
  if (request.engines.includes('none')) return null
  const available = await availableEngines(request, directory, path)
  if (available === null) return null // The measuring command will report why the search for engines failed.
  if (available.ids.length === 0) return [NO_ENGINE, ...available.problems].join(' ')
  assertEngines(request, available.ids)
  return null
}

/**
 * Checks the engines of the variants, which may include installed engines. The check comes before the start of a virtual
 * machine, because that start takes minutes.
 * @throws Problem (2)
 */
async function assertVariants(request: MeasureRequest, engine: string, directory: string): Promise<void> {
  const { variants } = request
  const others = [variants?.base.engine, variants?.head.engine].filter((id) => id && id !== engine)
  if (others.length === 0) return
  const available = (await availableEngines(request, directory))?.ids
  if (available === undefined) return
  // If an engine of the same product is installed, the id of the new engine will get a number.
  const alike = available.filter((id) => id === engine || id.startsWith(`${engine}-`)).length
  const numbered = alike === 0 ? engine : `${engine}-${alike + 1}`
  assertEngines({ engines: [], variants }, [...new Set([...available, engine, numbered])])
}

/** The ids of the usable engines, and the problems of the other engines. Null if the search fails. */
async function availableEngines(
  request: MeasureRequest,
  directory: string,
  path?: string,
): Promise<{ ids: string[]; problems: string[] } | null> {
  const { exitCode, stdout } = await runWithRequest(['doctor', '--format', 'json'], request, directory, {
    path,
    show: false,
  })
  if (exitCode !== 0 && exitCode !== 3) return null
  const { engines, problems } = JSON.parse(stdout) as { engines: { id: string }[]; problems: string[] }
  return { ids: engines.map(({ id }) => id), problems }
}

/**
 * Checks that the requested engines were found.
 * @param available the ids of the engines found
 * @throws Problem (2)
 */
export function assertEngines(
  { engines, variants }: Pick<MeasureRequest, 'engines' | 'variants'>,
  available: readonly string[],
): void {
  const named = engines.filter((id) => id !== 'all' && id !== 'none')
  const takes = `available engines (${available.join(', ')})`
  const missing = named.find((id) => !available.includes(id))
  if (missing !== undefined) throw refuse('engines', `all, none, or ${takes}, not ${JSON.stringify(missing)}`)
  for (const variant of ['base', 'head'] as const) {
    const engine = variants?.[variant].engine
    if (engine && !available.includes(engine))
      throw refuse(`${variant}-variant`, `${takes}, not ${JSON.stringify(engine)}`)
  }
}
