import type { Benchmark, RunDocument } from '@plimsoll/schema'
import { millisecondsToNs, readRecords } from './read-source.ts'
import { CITATION, DIRECTORY, type Platform } from './startup-2026-platforms.ts'
import { NOTES, PLATFORM_NOTES } from './startup-2026-text.ts'
import { type TranscribedWork, transcribedBenchmark, transcribedRun } from './transcribed-run.ts'

export const IMAGES = ['alpine', 'nginx', 'python:3.11-slim']

/** The identity of a test in the source. */
export interface Test {
  /** The file of the source with the test's values, and the columns of these values. */
  file: string
  rows: Record<string, string>
  column: string
  work: Omit<TranscribedWork, 'engine'>
  /** Whether a container engine ran the work of the test. */
  onEngine: boolean
}

/** The tests with values that a run document can hold, in the order of the source. */
export const TESTS: Test[] = [
  ...IMAGES.flatMap((image) => ['warm', 'cold'].map((start) => startup(image, start))),
  test('02-copyup-overhead.csv', {}, 'copyup_ms', 'copyup-overhead', { megabytes: 100 }, 'layer'),
  ...['layer', 'volume'].map((scenario) => {
    const rows = { mode: scenario === 'layer' ? 'overlayfs' : 'volume' }
    return test('05-metadata-operations.csv', rows, 'duration_ms', 'metadata-operations', { files: 500 }, scenario)
  }),
  ...IMAGES.map((image) =>
    test('06-image-pull-time.csv', { image: inSource(image) }, 'pull_time_ms', 'image-pull-time', { image }, 'layer'),
  ),
  { ...test('07-namespace-overhead.csv', {}, 'duration_ms', 'namespace-overhead', {}, 'native'), onEngine: false },
  ...['bridge', 'host'].map((network) =>
    test('08-network-latency.csv', { mode: network }, 'avg_rtt_ms', 'network-latency', { network }, 'layer'),
  ),
  test('09-memory-efficiency.csv', {}, 'total_mem_mb', 'memory-efficiency', { containers: 3 }, 'layer'),
]

/** Returns the run document of one platform: every value in a unit of time or memory. */
export function transcribePlatform(platform: Platform): RunDocument {
  return transcribedRun({
    suite: 'docker-internals-guide',
    harness: { name: 'statistical-benchmark.sh', version: 'v3', commit: null },
    citation: { ...CITATION, version: platform.commit },
    startedAt: platform.started,
    finishedAt: platform.finished,
    host: platform.host,
    engines: [platform.engine],
    rounds: 50,
    notes: [...NOTES, ...(PLATFORM_NOTES[platform.folder] ?? [])],
    benchmarks: TESTS.map((test, order) => transcribeTest(platform, test, order)),
  })
}

function transcribeTest(
  { folder, engine }: Platform,
  { file, rows, column, work, onEngine }: Test,
  order: number,
): Benchmark {
  const records = readRecords(`${DIRECTORY}/${folder}/${file}`).filter((record) =>
    Object.entries(rows).every(([name, value]) => record[name] === value),
  )
  const benchmark = { ...work, engine: onEngine ? engine.id : null }
  const values = records.map((record) => record[column])
  if (column === 'total_mem_mb')
    return transcribedBenchmark(benchmark, order, values.map(mebibytesToBytes), { name: 'memory', unit: 'bytes' })
  if (!values.includes('N/A')) return transcribedBenchmark(benchmark, order, values.map(millisecondsToNs))
  const skipped = 'The source skipped this test: macOS has no namespaces.'
  return { ...transcribedBenchmark(benchmark, order, []), status: 'unsupported', reason: skipped }
}

function startup(image: string, start: string): Test {
  const rows = { image: inSource(image), mode: start }
  return test('01-startup-latency.csv', rows, 'startup_ms', 'startup-latency', { image, start }, 'layer')
}

function test(
  file: string,
  rows: Record<string, string>,
  column: string,
  workload: string,
  params: TranscribedWork['params'],
  scenario: string,
): Test {
  return { file, rows, column, work: { workload, params, scenario }, onEngine: true }
}

function inSource(image: string): string {
  return image.replace(':', '_')
}

/** Converts the memory that `docker stats` prints: MiB with up to three decimals. */
function mebibytesToBytes(text: string | undefined): number {
  const bytes = Math.round(Number(text) * 2 ** 20)
  if (!Number.isSafeInteger(bytes) || bytes <= 0) throw new Error(`"${text}" is not a size.`)
  return bytes
}
