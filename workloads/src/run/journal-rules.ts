import { validateRun } from '@plimsoll/schema'
import { makeDocument } from './document.ts'
import type { CutJournal, ResumeEntry, SampleEntry, StartEntry } from './journal.ts'
import { measuredSoFar } from './measured.ts'
import { type Plan, planDigest } from './plan.ts'

/** Whether a plan is the one that was written down, and its rounds are of its cells. */
export function isWhole(plan: Plan): boolean {
  return plan.digest === planDigest(plan) && plan.order.flat().every((cell) => cell < plan.cells.length)
}

/** Whether an entry is of the plan: a sample has its place in a round, and no time is later than a document can say. */
export function isOfPlan({ plan, startedAt }: StartEntry, entry: SampleEntry | ResumeEntry): boolean {
  if (entry.event === 'resume') return Number.isSafeInteger((Date.parse(entry.at) - Date.parse(startedAt)) * 1e6)
  const { round, order, warmup, offset } = entry.sample
  const cell = plan.cells[entry.cell]
  return (
    cell !== undefined &&
    round < cell.rounds + cell.warmups &&
    warmup === round < cell.warmups &&
    plan.order[round]?.[order] === entry.cell &&
    Number.isSafeInteger((offset ?? 0) + entry.took)
  )
}

/**
 * Look for what would keep the document of a cut-off run from being valid.
 * @returns the entry that does, `start` where it is the first line, or null when nothing does
 */
export function firstInvalid({ file, start, entries, length }: CutJournal): SampleEntry | StartEntry | null {
  const measured = measuredSoFar(start.plan, { file, start, entries, length })
  const document = makeDocument({
    ...start,
    startedAt: new Date(start.startedAt),
    finishedAt: new Date(start.startedAt),
    status: 'partial',
    conditions: { before: start.before, after: start.before },
    calibration: measured.calibration,
    notes: [],
    cells: measured.cells,
    redact: (text) => text,
  })
  const [error] = validateRun(document)
  if (!error) return null
  const [, cell, , at = '0'] = /^\/cells\/(\d+)(\/samples\/(\d+))?/.exec(error.pointer) ?? []
  const sample = measured.cells[Number(cell)]?.samples[Number(at)]
  return (entries.find((entry) => entry.event === 'sample' && entry.sample === sample) as SampleEntry) ?? start
}
