import { join, resolve } from 'node:path'
import {
  agentBinary,
  type ContainerEngine,
  catalogImage,
  findEngines,
  listWorkloads,
  makeDirectory,
  Problem,
  plimsollHome,
  registerRun,
  removeDirectory,
} from '@plimsoll/workloads'
import { assertNewFile, writeCompleteFile } from '../check-output-file.ts'
import { render } from '../report/formats.ts'
import { beginExperiment, planExperiment } from '../simulate/real/experiment.ts'
import { measureChecks } from '../simulate/real/measure-checks.ts'
import { checksReport, slotsReport } from '../simulate/real/reports.ts'
import { measureSlots } from '../simulate/real/slots.ts'
import { slotsDocument, slotsText } from '../simulate/real/slots-document.ts'
import { noteStream, printNote, printReport } from '../terminal/print.ts'
import { showProgress } from '../terminal/progress.ts'
import { abortOnSignals } from '../terminal/signals.ts'

export interface RealFlags {
  seed: number
  checks: number
  engine?: string
  out: string
  slots?: boolean
  format: string
}

/** `plimsoll simulate --real`: runs checks whose correct result is known on this machine, and reports every check. */
export async function simulateReal(flags: RealFlags): Promise<void> {
  const { engines } = await findEngines()
  const engine = engines.find(({ id, noContainers }) =>
    flags.engine === undefined ? noContainers === null : id === flags.engine,
  )
  if (!engine)
    throw new Problem(
      3,
      `${flags.engine ? `Engine '${flags.engine}'` : 'Container engine'} not found. Run \`plimsoll doctor\` for details.`,
    )
  const { signal, stop } = abortOnSignals()
  try {
    await (flags.slots ? simulateSlots(flags, engine, signal) : simulateChecks(flags, engine, engines, signal))
  } catch (error) {
    if (!signal.aborted || error instanceof Problem) throw error
    const kept = flags.slots ? 'no result was kept.' : 'run the same command again to resume.'
    throw new Problem(130, `Interrupted: ${kept}`)
  } finally {
    stop()
  }
}

async function simulateChecks(
  { seed, checks, out, format }: RealFlags,
  engine: ContainerEngine,
  allEngines: ContainerEngine[],
  signal: AbortSignal,
): Promise<void> {
  const directory = resolve(out)
  const experiment = planExperiment(seed, checks, engine.id)
  beginExperiment(directory, experiment)
  const { on, end } = showProgress(noteStream())
  try {
    const outcomes = await measureChecks({ directory, experiment, engine, allEngines, signal, on })
    printReport(render(checksReport(experiment, outcomes), format))
  } finally {
    end()
  }
}

/**
 * Compare eight identical containers that keep their slots with eight that do not. A slot is the directory, volume or
 * container that a sample writes to. The comparison takes a few minutes.
 */
async function simulateSlots(
  { seed, out, format }: RealFlags,
  engine: ContainerEngine,
  signal: AbortSignal,
): Promise<void> {
  const file = join(resolve(out), 'slots.json')
  makeFolder(resolve(out))
  assertNewFile(file, '--out')
  const run = `slots-${process.pid}`
  const directory = join(plimsollHome(), 'slots', run)
  const note = registerRun(run, [directory], [engine.id], null)
  const { on, end } = showProgress(noteStream())
  try {
    makeDirectory(directory)
    const metadata = listWorkloads().find(({ workload }) => workload === 'metadata')
    if (!metadata) throw new Error('the catalog has no workload metadata')
    const options = {
      ...{ containers: 8, rounds: 40, seed, scenario: 'volume' as const, directory, run, signal },
      image: await catalogImage(metadata, { files: 500 }, engine, (line) => on({ type: 'say', line })),
      agent: agentBinary('linux', engine.architecture),
      onRound: (done: number, of: number) => on({ type: 'say', line: `round ${done} of ${of}` }),
    }
    const document = await slotsDocument(engine, options, await measureSlots(engine, options))
    writeCompleteFile(file, slotsText(document))
    printReport(render(slotsReport(document.figures), format))
    printNote(`Wrote ${file}`)
  } finally {
    await removeDirectory(directory, [engine])
    note.forget()
    end()
  }
}

/** @throws Problem (3) if the folder cannot be created */
function makeFolder(directory: string): void {
  try {
    makeDirectory(directory)
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(3, `Cannot create the folder ${directory} (${code}). Choose a writable folder with --out.`)
  }
}
