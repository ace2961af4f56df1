import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomGenerator, shuffle } from '@plimsoll/schema/statistics'
import { Problem } from '@plimsoll/workloads'

/** What is true of a check whose answer is known. */
export const KINDS = ['unchanged', 'changed', 'disturbed'] as const
export type Kind = (typeof KINDS)[number]

/** One check of known truth, fixed before the first of them is begun. */
export interface PlannedCheck {
  name: string
  kind: Kind
  seed: number
}

/** Everything that will be done, in its order. */
export interface Experiment {
  seed: number
  /** of each kind */
  checks: number
  engine: string
  order: PlannedCheck[]
}

const FILE = 'experiment.json'

/** The checks of all kinds in an order drawn from the seed, so that a busy hour meets every kind. */
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
 * Write the experiment down in its directory, or find it there as it was begun.
 * @throws Problem (2) when another one was begun there
 */
export function beginExperiment(directory: string, experiment: Experiment): void {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, FILE)
  const text = `${JSON.stringify(experiment, null, 1)}\n`
  if (!existsSync(file)) writeFileSync(file, text, { flag: 'wx' })
  else if (readFileSync(file, 'utf8') !== text)
    throw new Problem(
      2,
      `${file} is of another experiment: go on with that one's --seed, --checks and --engine, or choose another --out.`,
    )
}

/** An experiment and its documents are read again from here. @throws Problem (2) when there is none */
export function readExperiment(directory: string): Experiment {
  try {
    return JSON.parse(readFileSync(join(directory, FILE), 'utf8')) as Experiment
  } catch {
    throw new Problem(2, `${directory} holds no ${FILE}: name the folder of an experiment.`)
  }
}

/** Where the document of a check lies. */
export function documentFile(directory: string, { name }: PlannedCheck): string {
  return join(directory, `${name}.json`)
}
