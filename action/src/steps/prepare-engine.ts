import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { checkEngines } from '../inputs/check-inputs.ts'
import type { Inputs } from '../inputs/read-inputs.ts'
import { setUpArguments } from '../run-arguments.ts'
import { runPlimsoll } from './run-plimsoll.ts'
import { type PreparedVm, setUpVm } from './set-up-engine.ts'

const NO_ENGINE = 'No container engine can be used on this runner.'

/**
 * The engine to set up for this step, or null where the installed engines are measured.
 * @param directory the step's own
 * @returns a sentence where this runner cannot have an engine
 * @throws Problem for a requested engine that was not found, and for a download with a wrong checksum
 */
export async function prepareEngine(inputs: Inputs, directory: string): Promise<PreparedVm | null | string> {
  if (inputs.setUp === undefined) {
    const why = await noEngineReason(inputs, null)
    if (why === null) return null
    if (inputs.onUnsupported !== 'emulate') return why
  }
  const engine = inputs.setUp ?? 'lima'
  await checkVariants(inputs, engine)
  const vm = await setUpVm(engine, inputs, mkdtempSync(join(directory, 'shared-')))
  if (typeof vm === 'string') return vm
  return (await noEngineReason({ ...inputs, engines: [vm.engine] }, vm)) ?? vm
}

/**
 * Why there is no engine to measure, as sentences; null where there is one.
 * @throws Problem (2) for a requested engine that was not found
 */
async function noEngineReason(inputs: Inputs, vm: PreparedVm | null): Promise<string | null> {
  if (inputs.engines.includes('none')) return null
  const available = await availableEngines(vm)
  if (available === null) return null // the measuring command will report the problem
  if (available.ids.length === 0) return [NO_ENGINE, ...available.problems].join(' ')
  checkEngines(inputs, available.ids)
  return null
}

/**
 * Check the engines of the variants, which may include installed ones, before a virtual machine is started, because
 * that takes minutes.
 * @throws Problem (2)
 */
async function checkVariants(inputs: Inputs, engine: string): Promise<void> {
  const { base, head } = inputs.variants
  const others = [base.engine, head.engine].filter((id) => id !== undefined && id !== engine)
  if (others.length === 0) return
  const available = (await availableEngines(null))?.ids
  if (available === undefined) return
  // With an installed engine of the same product, the new one will get a number.
  const alike = available.filter((id) => id === engine || id.startsWith(`${engine}-`)).length
  const numbered = alike === 0 ? engine : `${engine}-${alike + 1}`
  checkEngines({ ...inputs, engines: [] }, [...new Set([...available, engine, numbered])])
}

/** Ids of the usable engines, and the problems of others; null where the search fails. */
async function availableEngines(vm: PreparedVm | null): Promise<{ ids: string[]; problems: string[] } | null> {
  const args = ['doctor', '--json', ...setUpArguments(vm?.described)]
  const { exitCode, stdout } = await runPlimsoll(args, { path: vm?.path, show: false })
  if (exitCode !== 0 && exitCode !== 3) return null
  const { engines, problems } = JSON.parse(stdout) as { engines: { id: string }[]; problems: string[] }
  return { ids: engines.map(({ id }) => id), problems }
}
