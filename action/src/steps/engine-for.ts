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
    const why = await whyNone(inputs, null)
    if (why === null) return null
    if (inputs.onUnsupported !== 'emulate') return why
  }
  const engine = inputs.setUp ?? 'lima'
  await checkVariants(inputs, engine)
  const made = await setUp(engine, inputs, mkdtempSync(join(directory, 'shared-')))
  if (typeof made === 'string') return made
  return (await whyNone({ ...inputs, engines: [made.engine] }, made)) ?? made
}

/** Why there is no engine to measure, as sentences; null where there is. @throws Problem (2) for one that is named and not here */
async function whyNone(inputs: Inputs, made: SetUp | null): Promise<string | null> {
  if (inputs.engines.includes('none')) return null
  const here = await enginesHere(made)
  if (here === null) return null // what is wrong there is said by what measures
  if (here.ids.length === 0) return [NO_ENGINE, ...here.problems].join(' ')
  checkEngines(inputs, here.ids)
  return null
}

/**
 * A variant may have an engine that was here before. What is asked for wrongly is said before the other one is started, which
 * takes minutes. @throws Problem (2)
 */
async function checkVariants(inputs: Inputs, engine: string): Promise<void> {
  const { base, head } = inputs.variants
  const others = [base.engine, head.engine].filter((id) => id !== undefined && id !== engine)
  if (others.length === 0) return
  const here = (await enginesHere(null))?.ids
  if (here === undefined) return
  // One of the same product that is here already is numbered once there are two.
  const alike = here.filter((id) => id === engine || id.startsWith(`${engine}-`)).length
  const numbered = alike === 0 ? engine : `${engine}-${alike + 1}`
  checkEngines({ ...inputs, engines: [] }, [...new Set([...here, engine, numbered])])
}

/** Ids of the engines that can be used, and what is wrong with others; null where they cannot be looked for. */
async function enginesHere(made: SetUp | null): Promise<{ ids: string[]; problems: string[] } | null> {
  const args = ['doctor', '--json', ...setUpArguments(made?.described)]
  const { exitCode, stdout } = await plimsoll(args, { path: made?.path, show: false })
  if (exitCode !== 0 && exitCode !== 3) return null
  const { engines, problems } = JSON.parse(stdout) as { engines: { id: string }[]; problems: string[] }
  return { ids: engines.map(({ id }) => id), problems }
}
