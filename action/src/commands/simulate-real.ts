import { resolve } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import { findEngines } from '../engines/find.ts'
import { beginExperiment, planExperiment } from '../simulate/real/experiment.ts'
import { measureChecks } from '../simulate/real/measure-checks.ts'
import { sharesOf } from '../simulate/real/outcomes.ts'
import { outcomesTable, sharesTable } from '../simulate/real/table.ts'
import { showProgress } from '../terminal/progress.ts'
import { abortOnSignals } from '../terminal/signals.ts'

export interface RealFlags {
  seed: number
  checks: number
  engine?: string
  out: string
  json?: boolean
}

/** `plimsoll simulate --real`: checks of known truth on this machine, every one of them reported. */
export async function simulateReal({ seed, checks, engine: wanted, out, json }: RealFlags): Promise<void> {
  const { engines } = await findEngines()
  const engine = engines.find(({ id, noContainers }) => (wanted === undefined ? noContainers === null : id === wanted))
  if (!engine)
    throw new Problem(
      3,
      `${wanted ? `The engine ${wanted}` : 'A container engine'} is not here: see \`plimsoll doctor\`.`,
    )
  const directory = resolve(out)
  const experiment = planExperiment(seed, checks, engine.id)
  beginExperiment(directory, experiment)
  const progress = showProgress(process.stderr)
  const { signal, stop } = abortOnSignals()
  try {
    const outcomes = await measureChecks({
      ...{ directory, experiment, engine, signal },
      allEngines: engines,
      on: progress.on,
    })
    const shares = sharesOf(outcomes)
    if (json) console.log(JSON.stringify({ experiment, outcomes, shares }, null, 2))
    else console.log(`${outcomesTable(outcomes)}\n\n${sharesTable(shares)}`)
  } catch (error) {
    if (signal.aborted && !(error instanceof Problem))
      throw new Problem(130, 'Interrupted: the same command goes on with what was measured.')
    throw error
  } finally {
    progress.end()
    stop()
  }
}
