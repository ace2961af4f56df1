import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { checkEngines } from '../check-inputs.ts'
import type { Inputs } from '../inputs.ts'
import { setUpArguments } from '../run-arguments.ts'
import { type SetUp, setUp } from './engine.ts'
import { plimsoll } from './plimsoll.ts'

const NO_ENGINE = 'No container engine can be used on this runner.'

/**
 * The engine that is set up for this step, or null where those that are here are measured.
 * @param directory the step's own
 * @returns a sentence where this runner can have none
 * @throws Problem for an engine that is named and not here, and for a download that is not what it should be
 */
export async function engineFor(inputs: Inputs, directory: string): Promise<SetUp | null | string> {
  if (inputs.setUp === undefined) {
    if (await isHere(inputs, null)) return null
    if (inputs.onUnsupported !== 'emulate') return NO_ENGINE
  }
  const made = await setUp(inputs.setUp ?? 'lima', inputs, directory, mkdtempSync(join(directory, 'shared-')))
  if (typeof made === 'string') return made
  return (await isHere({ ...inputs, engines: [made.engine] }, made)) ? made : NO_ENGINE
}

/** Whether there is an engine to measure. @throws Problem (2) for one that is named and not here */
async function isHere(inputs: Inputs, made: SetUp | null): Promise<boolean> {
  if (inputs.engines.includes('none')) return true
  const args = ['doctor', '--json', ...setUpArguments(made?.described)]
  const { exitCode, stdout } = await plimsoll(args, { path: made?.path, show: false })
  if (exitCode === 3) return false
  if (exitCode !== 0) return true // what is wrong there is said by what measures
  const { engines } = JSON.parse(stdout) as { engines: { id: string }[] }
  checkEngines(
    inputs,
    engines.map(({ id }) => id),
  )
  return true
}
