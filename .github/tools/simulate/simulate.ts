// `npm run simulate`: prints how often the verdict of a check is wrong, and how often it detects a change; then how
// often the printed interval of a run's ratio is wrong, and how often a run withholds biased ratios; and how often a
// history shows a change. These are the figures of schema/README.md and of the page /method. The command exits with 1 if
// a rate misses its limit.
import { Command, InvalidArgumentError } from 'commander'
import { SEED, wholeNumber } from '../../../action/src/measure-request/parse-settings.ts'
import { type Part, simulatePart } from './pool.ts'
import { type Simulation, simulationReport } from './report.ts'

interface Flags {
  repetitions: number
  seed: number
}

const number = (limits: readonly [number, number]) => (text: string) => {
  const { takes, parse } = wholeNumber(limits)
  const value = parse(text)
  if (value === null) throw new InvalidArgumentError(`It takes ${takes}.`)
  return value
}

await new Command('npm run simulate --')
  .description(
    'Simulate checks, to count how often a verdict is a false alarm or finds a change; and runs, to count how often intervals miss the true ratio and biased ratios are withheld; and histories, to count how often a change is found.',
  )
  .option(
    '--repetitions <n>',
    'number of checks and of runs of each kind; the published tables need 2000 or more',
    number([1, 100_000]),
    2000,
  )
  .option('--seed <n>', 'seed of the random numbers', number(SEED), 1)
  .allowExcessArguments(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .action(async ({ repetitions, seed }: Flags) => {
    const tallies = async (part: Part) => {
      const start = performance.now()
      const onKind = (name: string, done: number, all: number) => console.error(`[${done}/${all}] ${part}: ${name}`)
      const tallies = await simulatePart(part, repetitions, seed, onKind)
      console.error(`${part}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
      return tallies
    }
    const simulation: Simulation = {
      ...{ repetitions, seed },
      checks: await tallies('checks'),
      cpuTimes: await tallies('cpuTimes'),
      runs: await tallies('runs'),
      replications: await tallies('replications'),
      histories: await tallies('histories'),
    }
    const { text, met } = simulationReport(simulation)
    console.log(text)
    if (!met) process.exitCode = 1
  })
  .parseAsync()
