import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import type { Workload } from './catalog.ts'
import { type CellRecord, makeDocument } from './document.ts'
import type { ContainerEngine } from './engine.ts'
import { registerRun } from './home.ts'
import { describeHost, observeConditions } from './host/host.ts'
import type { Journal } from './journal.ts'
import { removeDeadRuns, removeRun } from './leftovers.ts'
import { notesOn } from './notes.ts'
import { isLittleSpace, type Place, removePlaces } from './place.ts'
import type { Plan } from './plan.ts'
import { type Prepared, prepare } from './prepare.ts'
import { Problem } from './problem.ts'
import { redactor } from './redact.ts'
import { removeDirectory } from './remove-directory.ts'
import { takeSample } from './sample.ts'
import { listScenarios } from './scenario.ts'

export interface RunOptions {
  plan: Plan
  workloads: Workload[]
  /** the engines to measure */
  engines: ContainerEngine[]
  /** every engine that is here, for what killed runs left behind in them */
  allEngines: ContainerEngine[]
  /** holds the slots of native and bind-mounted samples; inside every engine's file share */
  directory: string
  /** opened once preparation is done, so that a run that could not start leaves none */
  openJournal: () => Journal
  version: string
  commit: string | null
  source: RunDocument['source']
  signal: AbortSignal
  on: (event: RunEvent) => void
}

export type RunEvent =
  | { type: 'say'; line: string }
  | { type: 'start'; plan: Plan; prepared: Prepared[] }
  | { type: 'sample'; cell: number; round: number; done: number; total: number }
  | { type: 'sampled'; cell: number; nanoseconds: number; failure: string | null }
  | { type: 'removed'; done: number; total: number }

/**
 * Carry a plan out and return the run document. An abort ends the run early and yields what was measured, as
 * `partial`. Whatever happens, nothing labelled with this run is left.
 * @throws Problem when nothing could be prepared.
 */
export async function runPlan(options: RunOptions): Promise<RunDocument> {
  const { plan, engines, signal, on } = options
  const say = (line: string) => on({ type: 'say', line })
  const run = newRunName()
  const slots = join(options.directory, 'slots', run)
  const leftover = await removeDeadRuns(options.allEngines, say)
  if (leftover > 0) say(`Removed ${leftover} things that an earlier, killed run had left behind`)
  makeDirectory(slots)
  const directories = [slots, ...listScenarios().flatMap(({ hostRoot }) => hostRoot?.(slots, run) ?? [])]
  const unregister = registerRun(
    run,
    directories,
    engines.map(({ id }) => id),
  )
  const places: Place[] = []
  try {
    const prepared = await prepare(plan, options.workloads, engines, { run, slots }, say, signal)
    signal.throwIfAborted()
    const host = await describeHost(slots)
    const before = await observeConditions(engines)
    const startedAt = new Date()
    const journal = options.openJournal()
    journal.append({ event: 'plan', run, startedAt: startedAt.toISOString(), plan })
    on({ type: 'start', plan, prepared: prepared.cells })
    const measured = await takeRounds(options, prepared.cells, { run, slots, places }, journal)
    const status = signal.aborted ? 'partial' : 'complete'
    journal.append({ event: 'end', status })
    journal.close()
    const conditions = { before, after: await observeConditions(engines) }
    return makeDocument({
      plan,
      startedAt,
      finishedAt: new Date(),
      status,
      version: options.version,
      commit: options.commit,
      source: options.source,
      host,
      conditions,
      engines: prepared.engines,
      images: prepared.images,
      calibration: measured.calibration,
      notes: notesOn({
        conditions,
        engines: prepared.engines,
        cpus: host.cpu.count,
        littleSpace: measured.littleSpace,
      }),
      cells: measured.cells,
      redact: redactor(),
    })
  } finally {
    if (places.length > 0) say(`Removing the places of ${places.length} samples`)
    try {
      await removePlaces(places, (done) => on({ type: 'removed', done, total: places.length }))
      await removeRun(run, engines)
      for (const directory of directories) await removeDirectory(directory, engines)
      unregister()
    } catch (error) {
      // What was measured is worth more than a clean disk; the next run tries again.
      say(`! Not everything could be removed, and the next run will try again: ${(error as Error).message}`)
    }
  }
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
  } catch (error) {
    throw new Problem(
      3,
      `${directory} cannot be made (${(error as NodeJS.ErrnoException).code}): choose a folder you can write to with --dir.`,
    )
  }
}

async function takeRounds(
  options: RunOptions,
  prepared: Prepared[],
  place: { run: string; slots: string; places: Place[] },
  journal: Journal,
) {
  const { plan, signal, on } = options
  const cells: CellRecord[] = prepared.map((cell) => ({
    samples: [],
    target: null,
    unsupported: 'unsupported' in cell ? cell.unsupported : null,
  }))
  const calibration: RunDocument['calibration']['spawn'] = []
  const began = process.hrtime.bigint()
  const order = plan.order.map((round) => round.filter((cell) => cells[cell]?.unsupported === null))
  const total = order.flat().length
  let done = 0
  let littleSpace = false
  for (const [round, turn] of order.entries()) {
    for (const [position, cell] of turn.entries()) {
      const record = cells[cell] as CellRecord
      if (record.unsupported !== null) continue // found out on the way
      const setting = (prepared[cell] as { setting: Parameters<typeof takeSample>[0] }).setting
      on({ type: 'sample', cell, round, done, total })
      const slot = `s${String(done).padStart(4, '0')}`
      const offset = Number(process.hrtime.bigint() - began)
      let taken: Awaited<ReturnType<typeof takeSample>>
      try {
        const keep = (made: Place) => place.places.push(made)
        taken = await takeSample(setting, { name: slot, run: place.run, directory: place.slots }, keep, signal)
      } catch (error) {
        if (signal.aborted) return { cells, calibration, littleSpace }
        throw error
      }
      const warmup = round < setting.cell.warmups
      const sample = {
        round,
        order: position,
        slot,
        offset,
        warmup,
        cpu: taken.cpu,
        values: taken.values,
        failure: taken.failure,
      }
      journal.append({ event: 'sample', cell, sample, calibration: taken.calibration })
      if (taken.unsupported && record.samples.length === 0) record.unsupported = taken.unsupported
      else record.samples.push(sample)
      record.target = taken.target ?? record.target
      addCalibration(calibration, setting.cell.engine, round, taken.calibration)
      if (isLittleSpace(taken.available)) {
        littleSpace = true
        await removePlaces(place.places.splice(0))
      }
      done++
      on({
        type: 'sampled',
        cell,
        nanoseconds: Number(process.hrtime.bigint() - began) - offset,
        failure: taken.failure,
      })
    }
  }
  return { cells, calibration, littleSpace }
}

function addCalibration(
  all: RunDocument['calibration']['spawn'],
  engine: string | null,
  round: number,
  values: number[],
): void {
  if (values.length === 0) return
  const entry = all.find((entry) => entry.engine === engine && entry.round === round)
  if (entry) entry.values.push(...values)
  else all.push({ engine, round, values: [...values] })
}

/** 50 random bits in the alphabet container names allow. */
function newRunName(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return [...randomBytes(10)].map((byte) => alphabet[byte & 31]).join('')
}
