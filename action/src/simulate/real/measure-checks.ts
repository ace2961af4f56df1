import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type RunDocument, readRun, type VariantOrigin } from '@plimsoll/schema'
import {
  type ContainerEngine,
  catalogImage,
  continueJournal,
  listWorkloads,
  makePlan,
  openJournal,
  Problem,
  plimsollHome,
  type RunEvent,
  readJournal,
  runPlan,
} from '@plimsoll/workloads'
import { readFile } from '../../commands/read-file.ts'
import { selectionOfVariants, type Variants, workloadsOf } from '../../measure-request/variants.ts'
import { plimsollCommit } from '../../plimsoll-commit.ts'
import { VERSION } from '../../version.ts'
import { writeDocument } from '../../write-document.ts'
import { documentFile, type Experiment, logStart, type PlannedCheck } from './experiment.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { makeProjects } from './projects.ts'

/**
 * The busy loop, which disturbs a check, begins after this round. The round is half-way to round 14, the first
 * in which a benchmark can be reported as slower or faster.
 */
const DISTURBED_AFTER = 7

export interface MeasureOptions {
  directory: string
  experiment: Experiment
  engine: ContainerEngine
  allEngines: ContainerEngine[]
  signal: AbortSignal
  on: (event: RunEvent) => void
}

/**
 * Measure every check of an experiment that has no document yet, one after the other. An interrupted check is resumed.
 * After an abort, the samples of the current check are in its journal.
 */
export async function measureChecks(options: MeasureOptions): Promise<Outcome[]> {
  const { directory, experiment, engine, signal, on } = options
  const npmCi = listWorkloads().find(({ workload }) => workload === 'npm-ci')
  if (!npmCi) throw new Error('the catalog has no workload npm-ci')
  const image = await catalogImage(npmCi, { size: 'small' }, engine, (line) => on({ type: 'say', line }))
  const outcomes: Outcome[] = []
  for (const [index, planned] of experiment.order.entries()) {
    signal.throwIfAborted()
    const file = documentFile(directory, planned)
    if (!existsSync(file)) {
      on({ type: 'say', line: `Check ${index + 1} of ${experiment.order.length}: ${planned.name}` })
      logStart(directory, planned.name)
      await measureCheck(options, planned, file, image)
    }
    const { document, id } = readRun(readFile(file))
    assertPlanned(
      file,
      planned,
      document,
      outcomes.some((outcome) => outcome.id === id),
    )
    outcomes.push(outcomeOf(planned.name, planned.kind, document, id))
  }
  return outcomes
}

/**
 * Check that a document belongs to the check that the file is named after.
 * @throws Problem (2) if it does not
 */
function assertPlanned(file: string, { seed }: PlannedCheck, { design }: RunDocument, isTwice: boolean): void {
  if (design.seed === seed && !isTwice) return
  throw new Problem(
    2,
    `${file} is not the document of the check that has this name. Restore the original file, or start again in another directory with --out.`,
  )
}

async function measureCheck(options: MeasureOptions, planned: PlannedCheck, file: string, image: string) {
  const { engine, allEngines, signal } = options
  const { kind, seed, name } = planned
  const journal = `${file}.journal`
  const cut = existsSync(journal) ? readJournal(journal) : null
  // A check that is resumed expects its projects in the same directory.
  const projects = join(resolve(options.directory), `${name}.projects`)
  const variants = variantsOf(makeProjects(projects, image, kind === 'changed'))
  const workloads = workloadsOf(variants)
  const plan = makePlan({
    suite: selectionOfVariants(variants, workloads, [], [], () => {}),
    workloads,
    engines: [engine.id],
    onlyWorkloads: [],
    onlyScenarios: [],
    rounds: null,
    seed,
    check: { variants: { base: NO_ORIGIN, head: NO_ORIGIN } },
  })
  const loop = kind === 'disturbed' ? new BusyLoop() : null
  try {
    await runPlan({
      plan: cut?.start.plan ?? plan,
      workloads,
      variants,
      engines: [engine],
      allEngines,
      directory: plimsollHome(),
      declared: { nfs: null, synced: null },
      openJournal: () => (cut ? continueJournal(cut) : openJournal(journal)),
      interrupted: cut,
      write: (document) => {
        // The journal of an interrupted check has no end record yet, so the check can be resumed.
        if (document.status === 'partial') throw new Problem(130, INTERRUPTED)
        writeDocument(document, file, journal)
      },
      version: VERSION,
      commit: await plimsollCommit(),
      source: null,
      signal,
      on: (event) => {
        if (event.type === 'sample' && event.round > DISTURBED_AFTER) loop?.start()
        options.on(event)
      },
    })
  } finally {
    loop?.stop()
  }
  rmSync(journal)
  rmSync(projects, { recursive: true })
}

const INTERRUPTED = 'Interrupted: run the same command again to resume.'
const NO_ORIGIN: VariantOrigin = { commit: null, engine: null, image: null }

function variantsOf({ base, head }: { base: string; head: string }): Variants {
  const variant = (directory: string) => ({ directory, engine: null, image: null })
  return { base: variant(base), head: variant(head) }
}

/** A process that keeps a processor busy until it is stopped. */
class BusyLoop {
  #process: ChildProcess | null = null

  start(): void {
    this.#process ??= spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
  }

  stop(): void {
    this.#process?.kill('SIGKILL')
  }
}
