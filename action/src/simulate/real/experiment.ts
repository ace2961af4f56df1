import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomGenerator, shuffle } from '@plimsoll/schema/statistics'
import { makeDirectory, Problem } from '@plimsoll/workloads'
import { writeCompleteFile } from '../../check-output-file.ts'

/** The kinds of checks in the experiment. The correct result of each kind is known. */
export const KINDS = ['unchanged', 'changed', 'disturbed'] as const
export type Kind = (typeof KINDS)[number]

/** One check whose correct result is known. It is fixed before the first check begins. */
export interface PlannedCheck {
  name: string
  kind: Kind
  seed: number
}

/** The plan of all checks of an experiment, in order. */
export interface Experiment {
  seed: number
  /** the number of checks of each kind */
  checks: number
  engine: string
  order: PlannedCheck[]
}

const FILE = 'experiment.json'

/** Plan checks of all kinds, in an order drawn from the seed. So a busy hour affects every kind. */
export function planExperiment(seed: number, checks: number, engine: string): Experiment {
  const generator = randomGenerator(seed)
  const kinds = KINDS.flatMap((kind) => Array.from({ length: checks }, (_, index) => ({ kind, number: index + 1 })))
  const order = shuffle(kinds, generator).map(({ kind, number }) => ({
    name: `${kind}-${number}`,
    kind,
    seed: generator.below(2 ** 32),
  }))
  return { seed, checks, engine, order }
}

/**
 * Write the experiment to its directory, or verify that the same experiment was begun there.
 * @throws Problem: 2 if another experiment was begun there, 3 if the directory is not writable
 */
export function beginExperiment(directory: string, experiment: Experiment): void {
  const file = join(directory, FILE)
  const text = `${JSON.stringify(experiment, null, 1)}\n`
  if (!existsSync(file)) write(directory, file, text)
  else if (readFileSync(file, 'utf8') !== text)
    throw new Problem(
      2,
      `${file} belongs to another experiment. Resume that experiment with its own --seed, --checks and --engine, or choose another directory with --out.`,
    )
}

function write(directory: string, file: string, text: string): void {
  try {
    makeDirectory(directory)
    writeCompleteFile(file, text)
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(3, `Cannot write ${file} (${code}). Choose a writable folder with --out.`)
  }
}

/** Log that a check was started or resumed. The log then shows which checks were measured more than once. */
export function logStart(directory: string, name: string): void {
  appendFileSync(join(directory, 'starts.log'), `${new Date().toISOString()} ${name}\n`)
}

/** The path of a check's document. */
export function documentFile(directory: string, { name }: PlannedCheck): string {
  return join(directory, `${name}.json`)
}
