import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import {
  findEngines,
  listSuites,
  listWorkloads,
  makePlan,
  openJournal,
  type RunEvent,
  runPlan,
  type Suite,
  samplesDirectory,
} from '@plimsoll/workloads'

const SUITE = 'mac-2025'

/**
 * Prints the wall time of a whole run of the suite mac-2025 on one engine, the time of its timed work, and how the rest
 * of the wall time is spent. This takes minutes.
 */
export async function printRunBench(): Promise<void> {
  const began = performance.now()
  const engine = (await findEngines()).engines[0]
  const found = performance.now()
  if (!engine) return console.log(`No container engine found, so ${SUITE} was not run.`)
  const events: { at: number; event: RunEvent }[] = []
  const document = await measure(engine, (event) => {
    if (event.type === 'say') console.error(event.line)
    events.push({ at: performance.now(), event })
  })
  const ended = performance.now()

  const started = events.find(({ event }) => event.type === 'start')?.at as number
  const sampled = events.flatMap(({ at, event }) =>
    event.type === 'sampled' ? [{ at, took: event.nanoseconds / 1e6 }] : [],
  )
  const last = sampled.at(-1)?.at ?? started
  const withSlots = sampled.reduce((sum, { took }) => sum + took, 0)
  const timed = timedWork(document, false)
  const warmups = timedWork(document, true)
  const calibration =
    document.calibration.spawn.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0) / 1e6
  const parts = {
    'finding engines': found - began,
    preparing: started - found,
    'warm-ups, timed': warmups,
    'slots, container starts and verification around the samples': withSlots - timed - warmups - calibration,
    calibration,
    'journal and events between samples': last - started - withSlots,
    removal: ended - last,
  }
  const wall = ended - began
  console.log(
    `${SUITE} on ${engine.product}: ${s(wall)} s of wall time for ${s(timed)} s of timed work in ${sampled.length} samples, warm-ups among them. The other ${s(wall - timed)} s:`,
  )
  for (const [part, took] of Object.entries(parts))
    console.log(`  ${part}: ${s(took)} s (${((100 * took) / (wall - timed)).toFixed(1)}%)`)
  const failed = document.benchmarks.filter(({ status }) => status !== 'ok')
  for (const { scenario, status, reason } of failed) console.log(`  ! ${scenario} ${status}: ${reason?.split('\n')[0]}`)
}

async function measure(
  engine: Parameters<typeof runPlan>[0]['engines'][0],
  on: (event: RunEvent) => void,
): Promise<RunDocument> {
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const suite = listSuites().find(({ suite }) => suite === SUITE) as Suite
  const workloads = listWorkloads()
  const choice = { suite, workloads, engines: [engine.id], onlyWorkloads: [], onlyScenarios: [], rounds: null, seed: 1 }
  try {
    return await runPlan({
      plan: makePlan(choice),
      workloads,
      engines: [engine],
      allEngines: [engine],
      directory: samplesDirectory(),
      declared: { nfs: null, synced: null },
      openJournal: () => openJournal(join(scratch, 'journal')),
      version: '0.0.0',
      commit: null,
      source: null,
      signal: new AbortController().signal,
      on,
    })
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** The sum of the durations of all measured samples, or of all warm-up samples, in milliseconds. */
function timedWork({ benchmarks }: RunDocument, warmup: boolean): number {
  const samples = benchmarks.flatMap(({ samples }) => samples.filter((sample) => sample.warmup === warmup))
  return samples.reduce((sum, { values }) => sum + Number(values.duration ?? 0), 0) / 1e6
}

function s(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}
