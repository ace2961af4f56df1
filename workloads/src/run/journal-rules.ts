import { validateRun } from '@plimsoll/schema'
import { makeDocument } from './document.ts'
import type { InterruptedJournal, ResumeEntry, SampleEntry, StartEntry } from './journal-entry.ts'
import { measurementsSoFar } from './measurements.ts'
import { type Plan, planDigest } from './plan.ts'
import { isWarmup } from './plan-order.ts'

/** Whether the plan matches its digest, and the rounds of the plan refer to existing benchmarks. */
export function isWhole(plan: Plan): boolean {
  return plan.digest === planDigest(plan) && plan.order.flat().every((benchmark) => benchmark < plan.benchmarks.length)
}

/** Whether an entry fits the plan. A sample must have a position in a round, and every time must fit a document. */
export function isOfPlan({ plan, startedAt }: StartEntry, entry: SampleEntry | ResumeEntry): boolean {
  if (entry.event === 'resume') return Number.isSafeInteger((Date.parse(entry.at) - Date.parse(startedAt)) * 1e6)
  const { round, order, warmup, offset } = entry.sample
  const benchmark = plan.benchmarks[entry.benchmark]
  return (
    benchmark !== undefined &&
    plan.order[round]?.[order] === entry.benchmark &&
    warmup === isWarmup(plan, entry.benchmark, round) &&
    Number.isSafeInteger((offset ?? 0) + entry.took)
  )
}

/**
 * Checks whether the document of an interrupted run would be valid.
 * @returns the invalid entry, or `start` if the first line is invalid, or null if the document is valid
 */
export function firstInvalid({ file, start, entries, length }: InterruptedJournal): SampleEntry | StartEntry | null {
  const measured = measurementsSoFar(start.plan, { file, start, entries, length })
  const document = makeDocument({
    ...start,
    startedAt: new Date(start.startedAt),
    finishedAt: new Date(start.startedAt),
    status: 'partial',
    conditions: { before: start.before, after: start.before },
    calibration: measured.calibration,
    notes: [],
    benchmarks: measured.benchmarks,
    redact: (text) => text,
  })
  const [error] = validateRun(document)
  if (!error) return null
  const [, benchmark, , at = '0'] = /^\/benchmarks\/(\d+)(\/samples\/(\d+))?/.exec(error.pointer) ?? []
  const sample = measured.benchmarks[Number(benchmark)]?.samples[Number(at)]
  return (entries.find((entry) => entry.event === 'sample' && entry.sample === sample) as SampleEntry) ?? start
}
