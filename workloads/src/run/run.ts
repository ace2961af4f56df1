import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { counted, describeBenchmark } from '@plimsoll/schema'
import { noteRemoval } from '../cleanup/last-removal.ts'
import { type RunRegistration, registerRun } from '../cleanup/registered-runs.ts'
import { removeRunDirectories } from '../cleanup/remove-directory.ts'
import { removeKilledRuns, removeRun } from '../cleanup/remove-runs.ts'
import { type ContainerEngine, RUN_LABEL } from '../engine.ts'
import { busyShare } from '../host/busy-share.ts'
import { hasOwnCpuShare } from '../host/cpu-share.ts'
import { describeHost, observeConditions } from '../host/describe-host.ts'
import { Problem } from '../problem.ts'
import { agentDigest } from '../sample/agent.ts'
import { type PreparedBenchmark, prepare } from '../sample/prepare.ts'
import { removeSlots, type Slot } from '../sample/slot.ts'
import { takeSample } from '../sample/take-sample.ts'
import { listScenarios } from '../scenarios.ts'
import { adaptedRounds, lastRounds } from './adapt-rounds.ts'
import { assertSameEnvironment, assertSameHarness } from './assert-resumable.ts'
import { lessSeconds } from './budget.ts'
import { evaluateCheck } from './check-progress.ts'
import { conditionNotes, loadNotes } from './condition-notes.ts'
import { makeDocument, type RunRecord } from './document.ts'
import { bothSizes, fitPlan } from './fit-plan.ts'
import { mergeGrounds, prepareGround, secondsRested } from './ground.ts'
import type { Journal } from './journal.ts'
import type { StartEntry } from './journal-entry.ts'
import { claimJournal } from './journal-lock.ts'
import { measureRounds } from './measure-rounds.ts'
import { addResume, type Measurements, measurementsSoFar, recordUnsupported } from './measurements.ts'
import { missingPhaseNotes } from './missing-phases.ts'
import { otherOutputNotes, type PrintedOutputs } from './other-output.ts'
import type { Plan } from './plan.ts'
import type { PlannedBenchmark } from './plan-benchmarks.ts'
import { redactor } from './redact.ts'
import { describeReplication } from './replication.ts'
import type { RunOptions } from './run-options.ts'
import { runWarnings } from './run-warnings.ts'

/** The resources that a run creates. */
interface RunResources {
  run: string
  slotsDirectory: string
  slots: Slot[]
  /** Images whose names are removed at the end of the run. */
  images: { engine: ContainerEngine; name: string }[]
  registration: RunRegistration
}

/**
 * Executes a plan and returns the run document. An abort or a used-up budget ends the run early; the document is then
 * `partial`. In any case, the cleanup removes everything labelled with this run.
 * @throws Problem if preparation fails, if an interrupted run cannot be resumed here, or if the journal's disk is full
 */
export async function runPlan(options: RunOptions): Promise<RunDocument> {
  const { interrupted = null } = options
  const release = interrupted ? claimJournal(interrupted.file) : () => {}
  const opened: Journal[] = []
  const openJournal = () => {
    const journal = options.openJournal()
    opened.push(journal)
    return journal
  }
  try {
    return await executePlan({ ...options, openJournal })
  } finally {
    for (const journal of opened) journal.close()
    release()
  }
}

async function executePlan(options: RunOptions): Promise<RunDocument> {
  const { engines, on, interrupted = null } = options
  const say = (line: string) => on({ type: 'say', line })
  if (interrupted) assertSameHarness(interrupted, options)
  const run = newRunName()
  const slotsDirectory = join(options.directory, 'slots', run)
  const removedEarlier = await removeKilledRuns(options.allEngines, interrupted?.file ?? null, say)
  if (removedEarlier > 0) say(`Removed ${counted(removedEarlier, 'resource')} of an earlier, killed run`)
  const directories = [
    slotsDirectory,
    ...listScenarios().flatMap(({ hostRoot }) => hostRoot?.(run, options.declared) ?? []),
  ]
  const ids = engines.map(({ id }) => id)
  const registration = registerRun(run, directories, ids, interrupted?.file ?? null)
  const slots: Slot[] = []
  const images: RunResources['images'] = []
  let measured: { record: RunRecord; journal: Journal }
  let journalExists = interrupted !== null
  let removed = false
  try {
    makeSlots(slotsDirectory)
    for (const engine of engines) await markEngine(engine, run)
    const openJournal = () => {
      journalExists = true
      return options.openJournal()
    }
    measured = await measure({ ...options, openJournal }, { run, slotsDirectory, slots, images, registration })
    if (interrupted === null && options.signal.aborted && isEmpty(measured.record)) {
      journalExists = false
      rmSync(measured.journal.file)
      options.signal.throwIfAborted()
    }
  } finally {
    if (slots.length > 0) say(`Removing the slots of ${counted(slots.length, 'sample')}`)
    try {
      // A slot (a sample's directory, volume or container) may fail to be removed here. Every slot is labelled with the
      // run, or is in one of the run's directories. The next steps therefore try again, and report errors.
      await removeSlots(slots, (done) => on({ type: 'removed', done, total: slots.length }))
      await removeRun(run, engines)
      if (!journalExists) await untag(images)
      await removeRunDirectories(directories, engines)
      noteRemoval()
      removed = true
    } catch (error) {
      // The measurements are more important than a complete cleanup. The next run tries the cleanup again.
      say(`! Cleanup failed; the next run will try again: ${(error as Error).message}`)
    }
    if (removed && (!journalExists || images.length === 0)) registration.forget()
  }
  const document = makeDocument(measured.record)
  options.write?.(document)
  measured.journal.append({ event: 'end', status: document.status })
  await untag(images) // The names are removed only here, because an interrupted run needs the same images to resume.
  if (removed) registration.forget()
  return document
}

/**
 * Ends the run of a command before the rest and the samples if none of its containers can be measured, such as with a
 * misspelt image: the host alone is not what its user requested. Without containers, the host must be measured.
 * @throws Problem (3) with the reason of the first
 */
function assertMeasurable({ benchmarks }: Plan, prepared: readonly PreparedBenchmark[]): void {
  const inContainers = prepared.filter((_, index) => benchmarks[index]?.engine !== null)
  const requested = inContainers.length > 0 ? inContainers : prepared
  const [first] = requested
  if (first === undefined || requested.some((one) => 'setting' in one) || !('unsupported' in first)) return
  throw new Problem(3, first.unsupported)
}

/** Whether a command succeeds once, somewhere where it is measured. */
async function succeedsOnce(
  prepared: readonly PreparedBenchmark[],
  { run, slotsDirectory: directory, slots }: RunResources,
  signal: AbortSignal,
): Promise<boolean> {
  for (const [index, one] of prepared.entries()) {
    if (!('setting' in one)) continue
    const slotId = { name: `t${String(index).padStart(4, '0')}`, run, directory, parent: 'trial' }
    const { failure } = await takeSample(one.setting, slotId, (slot) => slots.push(slot), signal)
    if (failure === null) return true
  }
  return false
}

function isEmpty({ benchmarks }: RunRecord): boolean {
  return benchmarks.every(({ samples }) => samples.length === 0)
}

/** Removes names of images in reverse order, because an image may be based on an earlier one. */
async function untag(images: RunResources['images']): Promise<void> {
  for (const { engine, name } of images.toReversed()) await engine.untagImage(name)
}

async function measure(options: RunOptions, resources: RunResources): Promise<{ record: RunRecord; journal: Journal }> {
  const { engines, signal, interrupted = null, smaller = null } = options
  const say = (line: string) => options.on({ type: 'say', line })
  const redact = redactor()
  const onTemporaryImage = (engine: ContainerEngine, name: string) => {
    resources.registration.addImage({ engine: engine.id, name })
    resources.images.push({ engine, name })
  }
  const { slotsDirectory: directory } = resources
  for (const warning of await runWarnings({ directory, engines, plan: options.plan })) say(`! ${warning}`)
  const everything = await prepare({
    ...options,
    plan: bothSizes(options.plan, smaller),
    run: resources.run,
    slotsDirectory: directory,
    onTemporaryImage,
    say,
    onBenchmark: (done, total) => options.on({ type: 'prepare', done, total }),
  })
  signal.throwIfAborted()
  if (options.command) assertMeasurable(options.plan, everything.benchmarks)
  const host = await describeHost(directory)
  const soFar = measurementsSoFar(options.plan, interrupted)
  if (interrupted) assertSameEnvironment(interrupted, { host, ...everything }, soFar)

  const earlier = interrupted ? [interrupted.start, ...soFar.resumes].map(secondsRested) : []
  const left = options.budget ? lessSeconds(options.budget, earlier) : null
  const onRest = (secondsLeft: number, seconds: number) => options.on({ type: 'rest', secondsLeft, seconds })
  // Work of the catalog is known to succeed.
  const works = async () => !options.command || succeedsOnce(everything.benchmarks, resources, signal)
  const ground = await prepareGround({
    ...options,
    ...everything,
    engines,
    directory,
    budget: left,
    works,
    say,
    onRest,
  })
  const before = await observeConditions(engines)
  const load = loadNotes(before, host.cpu.count, await busyShare(LOAD_MS), hasOwnCpuShare())
  const { plan, prepared, notes, seconds } = smaller
    ? await fitPlan({ ...options, smaller }, everything, resources)
    : { plan: options.plan, prepared: everything, notes: [], seconds: 0 }
  const measured = smaller ? measurementsSoFar(plan, null) : soFar
  recordUnsupported(measured, prepared.benchmarks)

  const now = new Date()
  const start: StartEntry = interrupted?.start ?? {
    event: 'plan',
    run: resources.run,
    startedAt: now.toISOString(),
    plan,
    budget: options.budget ?? null,
    directory: options.directory,
    variants: options.variants ?? null,
    ...(options.command && { command: options.command }),
    declared: options.declared,
    notes: [...(options.notes ?? []), ...load, ...notes],
    harness: { version: options.version, commit: options.commit, agentDigest: agentDigest() },
    source: options.source,
    ...(options.author && { author: options.author }),
    ...(options.replicates && {
      replicates: await describeReplication(options.replicates, { ...prepared, engines }),
    }),
    host,
    before,
    ...ground,
    engines: prepared.engines,
    images: prepared.images,
  }
  const journal = options.openJournal()
  resources.registration.addJournal(journal.file)
  if (interrupted) {
    const entry = { event: 'resume' as const, run: resources.run, at: now.toISOString(), before, ...ground }
    journal.append(entry)
    addResume(measured, Date.parse(start.startedAt), entry)
  } else journal.append(start)
  const remaining = left && lessSeconds(left, [secondsRested(ground), seconds])
  const ended = await measureRounds(
    { ...options, plan, budget: remaining },
    prepared.benchmarks,
    resources,
    journal,
    measured,
  )

  const conditions = { before: start.before, after: await observeConditions(engines) }
  const { budget } = start
  const last = lastRounds(plan, adaptedRounds(plan, measured))
  const planned = plan.order.flatMap((turn, round) =>
    turn.filter((index) => measured.benchmarks[index]?.unsupported === null && round <= (last[index] as number)),
  ).length
  const taken = measured.benchmarks.reduce((sum, { samples }) => sum + samples.length, 0)
  const seen = conditionNotes({
    engines: prepared.engines,
    cpus: host.cpu.count,
    littleSpace: measured.littleSpace,
    resumes: measured.resumes,
    budget: ended === 'budget' && budget ? { text: budget.text, taken, planned } : null,
  })
  const record: RunRecord = {
    plan,
    startedAt: new Date(start.startedAt),
    finishedAt: new Date(),
    status: ended === null ? 'complete' : 'partial',
    harness: start.harness,
    source: start.source,
    author: start.author ?? null,
    ...(start.replicates && { replicates: start.replicates }),
    host: start.host,
    ...mergeGrounds(start, measured.resumes),
    conditions,
    engines: prepared.engines,
    images: prepared.images,
    calibration: measured.calibration,
    notes: [
      ...start.notes,
      ...seen,
      ...missingPhaseNotes({ plan, ...prepared, ...measured }, options.workloads),
      ...otherOutputNotes(printedByVariants(plan, measured), redact),
    ],
    benchmarks: measured.benchmarks,
    redact,
  }
  return { record, journal }
}

function printedByVariants(plan: Plan, measured: Measurements): PrintedOutputs[] {
  const compared = evaluateCheck(plan, measured)?.check.benchmarks ?? []
  return compared.map(({ base, head }) => ({
    name: describeVariantless(plan.benchmarks[head] as PlannedBenchmark),
    base: measured.printed[base] ?? [],
    head: measured.printed[head] ?? [],
  }))
}

/** The name of a benchmark without its variant. */
function describeVariantless({ workload, params, scenario, engine }: PlannedBenchmark): string {
  return describeBenchmark({ workload, params, scenario, engine, variant: null })
}

/** The time over which the load at the begin is measured. */
const LOAD_MS = 1000

/**
 * Creates an empty volume, so that an engine has something of the run before its first container. `plimsoll clean` of
 * another user then keeps the images that the run prepares. A broken engine has its reason when it is prepared.
 */
async function markEngine(engine: ContainerEngine, run: string): Promise<void> {
  if (!engine.noContainers) await engine.createVolume(`plimsoll-${run}`, { [RUN_LABEL]: run }).catch(() => {})
}

function makeSlots(directory: string, isRetry = false): void {
  try {
    mkdirSync(directory, { recursive: true })
  } catch (error) {
    // A run that ended in this moment removed the parent folder, which was empty.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isRetry) {
      makeSlots(directory, true)
      return
    }
    throw new Problem(
      3,
      `Cannot create ${directory} (${(error as NodeJS.ErrnoException).code}). Choose a writable folder with --dir, or the action's input dir.`,
    )
  }
}

/** Returns a new name with 50 random bits, in characters that container names allow. */
function newRunName(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return [...randomBytes(10)].map((byte) => alphabet[byte & 31]).join('')
}
