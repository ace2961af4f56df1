import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { noteStream, printNote } from '@plimsoll/schema/node'
import {
  type ContainerEngine,
  chooseEngines,
  continueJournal,
  findWorkloads,
  type InterruptedJournal,
  openJournal,
  Problem,
  type RepeatedRun,
  runPlan,
  samplesDirectory,
  type Workloads,
} from '@plimsoll/workloads'
import { readRunSource } from '../github/run-source.ts'
import { assertNewFile } from '../output-file.ts'
import { plimsollCommit } from '../plimsoll-commit.ts'
import { showProgress } from '../progress/progress.ts'
import { abortOnSignals } from '../signals.ts'
import { VERSION } from '../version.ts'
import { writeDocument } from '../write-document.ts'
import type { MeasureRequest } from './measure-request.ts'
import { type PlannedRun, planRun } from './plan-request.ts'
import type { RequestSelection } from './request.ts'
import { findVariantWorkloads } from './variants.ts'

/** A run of a request, and how to get its plan. */
export interface RunOfRequest {
  request: MeasureRequest
  workloads: Workloads
  /**
   * Plan the run, or return its plan if it exists.
   * @throws Problem
   */
  planOn(engines: ContainerEngine[], say: (line: string) => void): Promise<PlannedRun>
  /** the interrupted run that this run resumes */
  interrupted?: InterruptedJournal
  /** the run that this run repeats */
  repeated?: RepeatedRun
}

/** A new run of a request. */
export function newRun(resolved: RequestSelection): RunOfRequest {
  const { request, workloads } = resolved
  return {
    request,
    workloads,
    planOn: (engines, say) => planRun(resolved, engines, say),
  }
}

/**
 * The rest of an interrupted run, with the plan and the settings in its journal.
 * @param request the request to resume; it may only say where files are
 */
export function resumedRun(request: MeasureRequest, interrupted: InterruptedJournal): RunOfRequest {
  const { plan, engines, variants, budget, declared, directory, notes, command } = interrupted.start
  return {
    request: {
      ...request,
      ...{
        engines: engines.length > 0 ? engines.map(({ id }) => id) : ['none'],
        variants,
        budget: budget ?? undefined,
        declared,
      },
      ...(command && { command }),
      dir: request.dir ?? directory,
      out: request.out ?? documentOf(interrupted.file),
      journal: interrupted.file,
    },
    workloads: variants
      ? findVariantWorkloads(variants, command)
      : findWorkloads(request.project, [], command).workloads,
    planOn: async () => ({ plan, smaller: null, notes }),
    interrupted,
  }
}

/**
 * Measures a request, and writes the run document.
 * @throws Problem
 */
export async function runRequest(run: RunOfRequest): Promise<RunDocument> {
  const { request, workloads, interrupted } = run
  const { out, variants, declared, budget } = request
  const journal =
    request.journal ??
    (out ? `${out}.journal` : `plimsoll-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.journal`)
  assertNewFile(out ?? PLACEHOLDER_NAME, '--out')
  if (!interrupted && !request.journal && existsSync(journal))
    throw new Problem(
      2,
      `${journal} is the journal of another run. Continue that run with \`plimsoll run --resume ${journal}\`, choose another name with --out, or delete the file.`,
    )
  if (!interrupted) assertNewFile(journal, '--journal')
  if (out !== undefined && resolve(journal) === resolve(out))
    throw new Problem(2, 'The document and the journal cannot be the same file. Choose another name with --journal.')

  const progress = showProgress(noteStream())
  const say = (line: string) => progress.on({ type: 'say', line })
  const { chosen, all } = await chooseEngines(enginesOf(request), request, say)
  const { plan, smaller, notes } = await run.planOn(chosen, say)
  // Of the engines that were merely found, the run has those that it measures.
  const isMeasured = ({ id }: ContainerEngine) => plan.benchmarks.some(({ engine }) => engine === id)
  const measured = request.engines.includes('all') ? chosen.filter(isMeasured) : chosen
  const { signal, stop } = abortOnSignals()
  let document: RunDocument
  let file = ''
  try {
    document = await runPlan({
      plan,
      smaller,
      workloads,
      variants,
      command: request.command ?? null,
      replicates: run.repeated ?? null,
      engines: measured,
      allEngines: all,
      directory: resolve(request.dir ?? samplesDirectory()),
      declared,
      notes,
      openJournal: () => (interrupted ? continueJournal(interrupted) : openJournal(journal)),
      interrupted: interrupted ?? null,
      budget: budget ?? null,
      write: (document) => {
        file = writeDocument(document, out, journal)
      },
      version: VERSION,
      commit: await plimsollCommit(),
      source: readRunSource(process.env),
      author: request.author ?? null,
      signal,
      on: progress.on,
    })
  } catch (error) {
    if (signal.aborted) throw new Problem(130, interruptedBefore(interrupted))
    throw error
  } finally {
    progress.end()
    stop()
  }
  if (request.journal === undefined) rmSync(journal)
  printNote(`Wrote ${file}`)
  return document
}

/** The document that an interrupted run would have written, by the name of its journal; absent without such a name. */
function documentOf(journal: string): string | undefined {
  const file = /^(.*\.json)\.journal$/.exec(journal)?.[1]
  return file === undefined || existsSync(file) ? undefined : file
}

/** The ids of the engines to find for a request. The variants of a check may name their own engines. */
function enginesOf({ variants, engines }: MeasureRequest): string[] {
  return variants?.base.engine && variants.head.engine
    ? [...new Set([variants.base.engine, variants.head.engine])]
    : engines
}

function interruptedBefore(interrupted: InterruptedJournal | undefined): string {
  return interrupted
    ? `Interrupted before the run resumed. The journal is unchanged: \`plimsoll run --resume ${interrupted.file}\` tries again.`
    : 'Interrupted before the first sample: nothing was measured.'
}

/** A placeholder file name, to check the folder. The real name contains the document's id, which is not known yet. */
const PLACEHOLDER_NAME = 'plimsoll-not-yet-named.json'
