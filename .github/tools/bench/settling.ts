import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import {
  chooseEngines,
  listWorkloads,
  makePlan,
  openJournal,
  Problem,
  type RunEvent,
  runPlan,
  type Suite,
} from '@plimsoll/workloads'
import { plimsollCommit } from '../../../action/src/plimsoll-commit.ts'
import { showProgress } from '../../../action/src/terminal/progress.ts'
import { abortOnSignals } from '../../../action/src/terminal/signals.ts'
import { VERSION } from '../../../action/src/version.ts'
import { writeDocument } from '../../../action/src/write-document.ts'
import { ensureEngine } from '../ensure-engine.ts'
import { withEnginesOnImage } from './engines-on-image.ts'
import { BYTES, imagesOf } from './repeatability.ts'
import { isSettled } from './settling-effects.ts'
import { formatSettlingPage } from './settling-table.ts'

export interface SettlingOptions {
  /** the number of runs */
  times: number
  /** the measured rounds of each run */
  rounds: number
  /** the folder of the documents and the page */
  out: string
}

/** Settling waits until at most this much of the machine's memory is still to be written back, in bytes. */
const LITTLE_DIRTY = 4 * 2 ** 20
const MAX_WAIT_MS = 5000
const POLL_MS = 10

/**
 * Measure one plan several times on an ext4 image with a journal, keep the documents, and print whether settling before
 * the samples helps. A coin decides for each round whether it settles. A document that exists is not measured again.
 * @throws Problem if the plan could not be measured in full
 */
export async function benchSettling({ times, rounds, out }: SettlingOptions): Promise<void> {
  const files = Array.from({ length: times }, (_, index) => join(out, `run-${index + 1}.json`))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length > 0) {
    if (!(await ensureEngine({ install: true, docker: true })))
      throw new Problem(3, 'Docker was not found, so containers cannot be measured.')
    mkdirSync(out, { recursive: true })
    const images = await imagesOf('quick')
    await withEnginesOnImage('ext4', BYTES.quick, ({ directory, withEngine }) =>
      withEngine('docker', images, async ({ env }) => {
        for (const file of missing) await measure(rounds, env, directory, file)
      }),
    )
  }
  const page = formatSettlingPage(readSettlingRuns(out))
  writeFileSync(join(out, 'table.md'), page)
  console.log(page)
}

/** The documents in a folder that this bench made, in the order of the runs. */
export function readSettlingRuns(folder: string): { file: string; document: RunDocument }[] {
  return readdirSync(folder)
    .filter((name) => /^run-\d+\.json$/.test(name))
    .sort()
    .map((file) => ({ file, document: readRun(readFileSync(join(folder, file))).document }))
}

async function measure(rounds: number, env: Record<string, string>, directory: string, out: string): Promise<void> {
  Object.assign(process.env, env)
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-settling-'))
  const journal = join(scratch, 'journal')
  const seed = randomInt(2 ** 32 - 1)
  const progress = showProgress(process.stderr)
  const { signal, stop } = abortOnSignals()
  const waits: number[] = []
  const on = (event: RunEvent) => {
    progress.on(event)
    // This event comes right before the sample, and the clock starts only after it.
    if (event.type === 'sample' && isSettled(seed, event.round)) waits.push(settle(directory))
  }
  try {
    const { chosen, all } = await chooseEngines(['docker'], {}, (line) => progress.on({ type: 'say', line }))
    const workloads = listWorkloads()
    const document = await runPlan({
      plan: makePlan({
        suite: settlingSuite(rounds),
        workloads,
        engines: chosen.map(({ id }) => id),
        sharingKernel: chosen.filter(({ sharesHostKernel }) => sharesHostKernel).map(({ id }) => id),
        onlyWorkloads: [],
        onlyScenarios: [],
        rounds: null,
        seed,
      }),
      workloads,
      engines: chosen,
      allEngines: all,
      directory,
      declared: { nfs: null, synced: null },
      notes: [
        { code: 'settled-by-coin', text: 'Before the samples of rounds drawn by coin, files were written back.' },
      ],
      openJournal: () => openJournal(journal),
      write: (document) => {
        if (document.status === 'complete') writeDocument(document, out, journal)
      },
      version: VERSION,
      commit: await plimsollCommit(),
      source: null,
      signal,
      on,
    })
    if (document.status !== 'complete') throw new Problem(3, 'The run did not complete, so its document was not kept.')
  } finally {
    progress.end()
    stop()
    delete process.env.DOCKER_HOST
    rmSync(scratch, { recursive: true })
  }
  const late = waits.filter((took) => took >= MAX_WAIT_MS).length
  if (waits.length > 0)
    console.error(
      `Settled before ${waits.length} samples, for ${Math.round(median(waits))} ms (median). ${late} reached the limit of ${MAX_WAIT_MS} ms.`,
    )
}

/** Both workloads have the same rounds, so that each sample of a round has settled or none. */
function settlingSuite(rounds: number): Suite {
  const fixed = { scenarios: ['native', 'volume', 'bind'], rounds, warmups: 1 }
  return {
    suite: 'settling',
    version: 1,
    purpose: 'Whether settling before the samples helps',
    benchmarks: [
      { workload: 'npm-ci', params: { size: 'small' }, ...fixed },
      { workload: 'metadata', params: { files: 500 }, ...fixed },
    ],
  }
}

/**
 * Write back the file system of a directory, and wait until little is left to be written on the whole machine. Blocks.
 * @returns the time that it took, in ms
 */
function settle(directory: string): number {
  const began = performance.now()
  execFileSync('sync', ['--file-system', directory])
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  while (unwritten() >= LITTLE_DIRTY && performance.now() - began < MAX_WAIT_MS) Atomics.wait(nothing, 0, 0, POLL_MS)
  return performance.now() - began
}

/** The bytes of memory that are still to be written back. */
function unwritten(): number {
  const memory = readFileSync('/proc/meminfo', 'utf8')
  const kibibytes = ['Dirty', 'Writeback'].map((name) => Number(memory.match(`\n${name}: +(\\d+) kB`)?.[1]))
  return kibibytes.reduce((sum, value) => sum + value, 0) * 1024
}
