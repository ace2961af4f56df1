import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from '../inputs/parse-values.ts'
import type { Inputs } from '../inputs/read-inputs.ts'
import type { MeasureRequest } from '../measure-request/request.ts'
import { writeRequest } from '../measure-request/request-file.ts'
import { runPlimsoll } from './run-plimsoll.ts'
import { type PreparedVm, setUpVm } from './set-up-engine.ts'

const NO_ENGINE = 'No container engine can be used on this runner.'

/**
 * Set up the engine that this step requests. Null if the step measures the installed engines.
 * @param directory the step's own directory
 * @returns a sentence if this runner cannot have the engine
 * @throws Problem for a requested engine that was not found, and for a download with a wrong checksum
 */
export async function prepareEngine(inputs: Inputs, directory: string): Promise<PreparedVm | null | string> {
  if (inputs.setUp === undefined) {
    const why = await noEngineReason(inputs, directory)
    if (why === null) return null
    if (inputs.onUnsupported !== 'emulate') return why
  }
  const engine = inputs.setUp ?? 'lima'
  await checkVariants(inputs, engine, directory)
  const vm = await setUpVm(engine, inputs, mkdtempSync(join(directory, 'shared-')))
  if (typeof vm === 'string') return vm
  const request = { ...inputs.request, engines: [vm.engine], setUp: vm.described }
  return (await noEngineReason({ ...inputs, request }, directory, vm.path)) ?? vm
}

/**
 * Why there is no engine to measure, as sentences. Null if there is an engine.
 * @throws Problem (2) for a requested engine that was not found
 */
async function noEngineReason({ request, variants }: Inputs, directory: string, path?: string): Promise<string | null> {
  if (request.engines.includes('none')) return null
  const available = await availableEngines(request, directory, path)
  if (available === null) return null // The measuring command will report why the search for engines failed.
  if (available.ids.length === 0) return [NO_ENGINE, ...available.problems].join(' ')
  checkEngines(request.engines, variants, available.ids)
  return null
}

/**
 * Check the engines of the variants, which may include installed engines. The check comes before the start of a virtual
 * machine, because that start takes minutes.
 * @throws Problem (2)
 */
async function checkVariants({ request, variants }: Inputs, engine: string, directory: string): Promise<void> {
  const others = [variants.base.engine, variants.head.engine].filter((id) => id !== undefined && id !== engine)
  if (others.length === 0) return
  const available = (await availableEngines(request, directory))?.ids
  if (available === undefined) return
  // If an engine of the same product is installed, the id of the new engine will get a number.
  const alike = available.filter((id) => id === engine || id.startsWith(`${engine}-`)).length
  const numbered = alike === 0 ? engine : `${engine}-${alike + 1}`
  checkEngines([], variants, [...new Set([...available, engine, numbered])])
}

/** The ids of the usable engines, and the problems of the other engines. Null if the search fails. */
async function availableEngines(
  request: MeasureRequest,
  directory: string,
  path?: string,
): Promise<{ ids: string[]; problems: string[] } | null> {
  const args = ['doctor', '--format', 'json', '--request', writeRequest(directory, request)]
  const { exitCode, stdout } = await runPlimsoll(args, { path, show: false })
  if (exitCode !== 0 && exitCode !== 3) return null
  const { engines, problems } = JSON.parse(stdout) as { engines: { id: string }[]; problems: string[] }
  return { ids: engines.map(({ id }) => id), problems }
}

/**
 * Check that the requested engines were found.
 * @param available the ids of the engines found
 * @throws Problem (2)
 */
export function checkEngines(
  engines: readonly string[],
  variants: Inputs['variants'],
  available: readonly string[],
): void {
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
