import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeBenchmark, type RunDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import type { ImageFileSystem } from '../../../action/test/mounted-image.ts'
import { ensureEngine } from '../ensure-engine.ts'
import { withEnginesOnImage } from './engines-on-image.ts'
import { formatRepeatability, type PlaceRuns } from './repeatability-table.ts'

const PLIMSOLL = fileURLToPath(new URL('../../../action/bin/plimsoll.js', import.meta.url))

/** The places of the runs: the file systems of images. */
const PLACES = {
  journaled: 'ext4',
  unjournaled: 'ext4 without a journal',
  xfs: 'xfs',
  btrfs: 'btrfs',
} satisfies Record<string, ImageFileSystem>
export type PlaceName = keyof typeof PLACES
export const PLACE_NAMES = Object.keys(PLACES) as PlaceName[]

/**
 * The suites whose runs can be repeated, with the size of the image that holds their files and container images. More
 * than 10 GiB must stay free, because a run removes files between its samples if there is less.
 */
export const BYTES = { quick: 20 * 2 ** 30, standard: 36 * 2 ** 30 }
export type RepeatedSuite = keyof typeof BYTES
export const REPEATED_SUITES = Object.keys(BYTES) as RepeatedSuite[]

/** The page that is computed from the documents. */
const PAGE = 'table.md'

export interface RepeatabilityOptions {
  times: number
  suite: RepeatedSuite
  on: PlaceName[]
  /** the folder of the documents and the page */
  out: string
}

/**
 * Runs a suite several times back to back in each place, keeps the documents, and prints how well the runs agree. A
 * document that exists is not measured again, so the bench can be interrupted and continued.
 * @returns the exit code: 0, or 1 if a place could not be measured, or 130 after an interrupt
 */
export async function benchRepeatability({ times, suite, on, out }: RepeatabilityOptions): Promise<number> {
  let failed = false
  const code = await untilInterrupted(async (interrupt) => {
    for (const place of on) {
      if (interrupt.isRequested) return
      try {
        await benchPlace(place, { times, suite, out, interrupt })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        console.error(`! ${place}: ${error.message}`)
        failed = true
      }
    }
  })
  const places = readPlaces(out)
  if (places.length > 0) {
    const page = formatRepeatability(places)
    writeFileSync(join(out, PAGE), page)
    console.log(page)
  }
  return code === 0 && failed ? 1 : code
}

/** Whether SIGINT or SIGTERM has arrived. */
export interface Interrupt {
  isRequested: boolean
}

/**
 * Calls `work`, which ends by itself after an interrupt. The signal of a terminal also reaches the run, which ends; this
 * process then cleans up.
 * @returns the exit code: 0, or 130 after an interrupt
 */
export async function untilInterrupted(work: (interrupt: Interrupt) => Promise<void>): Promise<number> {
  const interrupt = { isRequested: false }
  const onSignal = () => {
    interrupt.isRequested = true
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  try {
    await work(interrupt)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  }
  return interrupt.isRequested ? 130 : 0
}

/** The documents in a folder that this bench made, by place and suite, in the order of `PLACES` and of the runs. */
export function readPlaces(folder: string): PlaceRuns[] {
  return REPEATED_SUITES.flatMap((suite) =>
    PLACE_NAMES.flatMap((place) => {
      const own = join(folder, place)
      const names = existsSync(own) ? readdirSync(own).filter((name) => /^[a-z]+-\d+\.json$/.test(name)) : []
      const documents = names
        .filter((name) => name.startsWith(`${suite}-`))
        .sort()
        .map((name) => readRun(readFileSync(join(own, name))).document)
      return documents.length === 0 ? [] : [{ place, suite, documents }]
    }),
  )
}

interface Batch {
  times: number
  suite: RepeatedSuite
  out: string
  interrupt: Interrupt
}

/** Measures the missing runs of a place. */
async function benchPlace(place: PlaceName, batch: Batch): Promise<void> {
  const { times, suite, out } = batch
  const files = Array.from({ length: times }, (_, index) =>
    join(out, place, `${suite}-${String(index + 1).padStart(2, '0')}.json`),
  )
  const missing = files.filter((file) => !existsSync(file))
  console.error(`${place}: ${times - missing.length} of ${times} runs of ${suite} are there.`)
  if (missing.length === 0) return
  if (!(await ensureEngine({ install: true, docker: true })))
    throw new Problem(3, 'Docker was not found, so containers cannot be measured.')
  mkdirSync(join(out, place), { recursive: true })
  const images = await prepareImages(suite)
  await withEnginesOnImage(PLACES[place], BYTES[suite], ({ directory, withEngine }) =>
    withEngine('docker', images, ({ env }) => measure(missing, batch, env, ['--dir', directory])),
  )
}

/**
 * The container images that a suite needs. The machine's engine builds them, because the dockerd on the image reaches
 * no network. A run that ends after its first sample prepares all of them.
 */
export async function prepareImages(suite: RepeatedSuite): Promise<string[]> {
  console.error(`Preparing the container images of ${suite}…`)
  const document = await measureOnce(['run', '--suite', suite, '--engine', 'docker', '--budget', '1s'], {})
  if (document === null) throw new Problem(3, `The container images of ${suite} could not be prepared.`)
  return [...new Set(document.images.map(({ name }) => name))]
}

async function measure(files: string[], batch: Batch, env: Record<string, string>, args: string[]): Promise<void> {
  for (const file of files) {
    if (batch.interrupt.isRequested) return
    console.error(`Measuring ${file}…`)
    const document = await measureOnce(['run', '--suite', batch.suite, '--engine', 'docker', ...args], env, file)
    if (batch.interrupt.isRequested && document?.status !== 'complete') return
    if (document?.status !== 'complete') throw new Problem(3, 'A run did not complete, so its place was left.')
  }
}

/**
 * Measures once with the real command, in a process of its own.
 * @param args the command and its arguments, for example `run --suite quick`
 * @param keep the file for the document of a complete run
 * @returns the document, also of an incomplete run; null if there is none
 */
export async function measureOnce(
  args: string[],
  env: Record<string, string>,
  keep: string | null = null,
): Promise<RunDocument | null> {
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-repeatability-'))
  try {
    // The command writes its document to the current folder.
    await execa(process.execPath, [PLIMSOLL, ...args], {
      cwd: scratch,
      reject: false,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      env,
    })
    const [name] = readdirSync(scratch).filter((name) => name.endsWith('.json'))
    if (name === undefined) return null
    const { document } = readRun(readFileSync(join(scratch, name)))
    if (keep === null || document.status !== 'complete') return document
    copyFileSync(join(scratch, name), keep)
    for (const benchmark of document.benchmarks.filter(({ status }) => status !== 'ok'))
      console.error(`! ${describeBenchmark(benchmark)} ${benchmark.status}: ${benchmark.reason?.split('\n')[0]}`)
    return document
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
