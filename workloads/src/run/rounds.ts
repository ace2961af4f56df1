import { type Metric, sampleErrors } from '@plimsoll/schema'
import { isLittleSpace, type Place, removePlaces } from '../sample/place.ts'
import type { Prepared } from '../sample/prepare.ts'
import { type CellSetting, takeSample } from '../sample/sample.ts'
import { fitsBudget } from './budget.ts'
import type { Journal, SampleEntry } from './journal.ts'
import { isEntry } from './journal-shape.ts'
import { forecastOf, standingOf } from './looks.ts'
import { addSample, type Measured } from './measured.ts'
import type { Plan } from './plan.ts'
import type { RunEvent, RunOptions } from './run-options.ts'

/**
 * Take every sample of the plan that is not there yet, round by round, and journal each before the next begins. Of a
 * check those of cells that have stopped are not taken, and it ends with the last of them.
 * @param measured grows with every sample
 * @returns why it ended before the last sample, if it did
 */
export async function takeRounds(
  { plan, budget = null, signal, on }: RunOptions,
  prepared: Prepared[],
  place: { run: string; slots: string; places: Place[] },
  journal: Journal,
  measured: Measured,
): Promise<'aborted' | 'budget' | null> {
  const began = process.hrtime.bigint()
  const before = measured.end
  const spentBefore = measured.rounds.reduce((sum, took) => sum + took, 0)
  const elapsed = () => Number(process.hrtime.bigint() - began)
  const order = samplesToTake(plan.order, measured)
  let done = measured.taken.reduce((sum, { size }) => sum + size, 0)
  on({ type: 'start', plan, prepared, order: order.map((turn) => turn.map(({ cell }) => cell)), done })
  let stuck = 0 // as many of the first places could not be removed
  const removeFrom = async (first: number) => {
    const some = place.places.splice(first)
    const kept = await removePlaces(some)
    if (kept.length > 0) on({ type: 'say', line: KEPT })
    place.places.push(...kept)
  }
  for (const round of order.keys()) {
    const left = stillNeeded(order.slice(round), plan, measured)
    if (plan.check && left.flat().length === 0) return null
    const total = done + left.flat().length
    for (const { cell, position } of left[0] ?? []) {
      if (signal.aborted) return 'aborted'
      if (measured.cells[cell]?.unsupported !== null) continue // found out on the way
      if (!fitsBudget(budget, spentBefore + elapsed(), measured.rounds, round)) return 'budget'
      const setting = (prepared[cell] as { setting: CellSetting }).setting
      on({ type: 'sample', cell, round, done, total })
      const slot = `s${String(done).padStart(4, '0')}`
      const since = elapsed()
      const kept = place.places.length
      let taken: Awaited<ReturnType<typeof takeSample>>
      try {
        const keep = (made: Place) => place.places.push(made)
        taken = await takeSample(setting, { name: slot, run: place.run, directory: place.slots }, keep, signal)
      } catch (error) {
        if (signal.aborted) return 'aborted'
        throw error
      }
      const { cpu, values, failure, target, unsupported, available, calibration, calibratedOn } = taken
      const warmup = round < setting.cell.warmups
      const seen: SampleEntry = {
        event: 'sample',
        cell,
        sample: { round, order: position, slot, offset: before + since, warmup, cpu, values, failure },
        took: elapsed() - since,
        target,
        unsupported,
        available,
        calibration,
        calibratedOn,
      }
      const entry = writable(seen, setting.cell.metrics)
      journal.append(entry)
      addSample(measured, plan, entry)
      if (isLittleSpace(available, target?.filesystem ?? null)) {
        await removeFrom(stuck)
        stuck = place.places.length
      } else if (setting.workload.discard) await removeFrom(kept)
      done++
      on({ type: 'sampled', cell, nanoseconds: entry.took, failure: entry.sample.failure })
    }
    tellLook(plan, round, measured, on)
  }
  return null
}

const KEPT = '! Places of samples could not be removed: that is tried again when the run ends'

/** A sample as it can be written down: one that no document may hold would keep all the others from having one. */
function writable(entry: SampleEntry, metrics: Metric[]): SampleEntry {
  const wrong = isEntry(entry) ? sampleErrors(entry.sample, metrics).next().value?.message : 'a number is none'
  if (wrong === undefined) return entry
  const failure = `what was seen of the sample cannot be written down: ${wrong}`
  const sample = { ...entry.sample, cpu: null, values: {}, failure }
  return { ...entry, sample, target: null, unsupported: null, available: null, calibration: [] }
}

/** What is left of a check without the cells that have stopped; of a plain run all that is left. */
function stillNeeded<Turn extends { cell: number }>(order: Turn[][], plan: Plan, measured: Measured): Turn[][] {
  const standing = standingOf(plan, measured)
  return standing === null ? order : order.map((turn) => turn.filter(({ cell }) => standing.open.has(cell)))
}

function tellLook(plan: Plan, round: number, measured: Measured, on: (event: RunEvent) => void): void {
  const rounds = round + 1 - Math.max(...plan.cells.map(({ warmups }) => warmups))
  const standing = plan.check?.looks.includes(rounds) ? standingOf(plan, measured) : null
  if (!standing) return
  const forecast = rounds === plan.check?.looks[0] ? forecastOf(plan, measured) : null
  on({ type: 'look', rounds, check: standing.check, forecast })
}

/** What is left of each round, and each sample's place in the round as it was planned. */
function samplesToTake(order: number[][], { cells, taken }: Measured): { cell: number; position: number }[][] {
  return order.map((turn, round) =>
    turn
      .map((cell, position) => ({ cell, position }))
      .filter(({ cell }) => cells[cell]?.unsupported === null && !taken[cell]?.has(round)),
  )
}
