import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Benchmark, describeBenchmark, type RunDocument, readRun, summarizeRun } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { makeOwnHome } from './faults.ts'
import { canOwnDockerd } from './faults-engine.ts'
import { type Ground, makeGround, withGroundEngine } from './ground.ts'
import { fromCatalog, measure } from './measure.ts'
import { type ImageFileSystem, whyNoImage } from './mounted-image.ts'

const engine = (await enginesForTest()).find(({ id }) => id === 'docker')
const missing = whyNoImage('ext4')
if (missing) console.warn(`Skipped: ${missing.reason}`)

const GIBIBYTE = 2 ** 30
const BLOCK = Buffer.alloc(2 ** 20)
/** What all runs measure, so that their ratios can be compared. */
const PARAM = { files: 2000 }
const METADATA = ['--workload', 'metadata', '--param', `files=${PARAM.files}`]
const ROUNDS = ['--scenario', 'native', 'volume', 'bind', '--rounds', '14']
/** About as many files as a user removes with one node_modules folder. */
const FILES = 3000
/** A disturbed ratio is wrong if its interval is this far from the interval of the undisturbed one. */
const TOLERANCE = 0.05

// Each disturbance is known to change the samples that it reaches. A run must cure it, or withhold the ratios. It must
// never print a ratio that disagrees with the undisturbed one, which was measured on ext4 with a journal.
describe.skipIf(!engine || !canOwnDockerd || missing)('a disturbed run prints no wrong ratio', () => {
  const home = makeOwnHome()
  const grounds: Ground[] = []
  let unjournaled: Ground
  let undisturbed: RunDocument
  let truths: PrintedRatio[]

  beforeAll(async () => {
    const journaled = await ground('ext4')
    undisturbed = await measureOn(journaled, [...METADATA, ...ROUNDS])
    truths = ratiosOf(undisturbed, 'create')
    expect(
      truths.map(({ label }) => label),
      'the truth',
    ).toHaveLength(2)
    await journaled.remove()
    unjournaled = await ground('ext4 without a journal')
  }, 600_000)
  afterAll(async () => {
    for (const own of grounds) await own.remove()
    home.remove()
  })

  test('after a run that removed 3,000 files: the next run rests, or withholds', { timeout: 600_000 }, async () => {
    const removal = ['--workload', 'npm-ci', '--param', 'size=small', '--scenario', 'native', '--rounds', '2']
    await measureOn(unjournaled, removal)
    const restless = await measureOn(unjournaled, [...METADATA, ...ROUNDS, '--no-rest'])
    expect(creates(restless, 'native'), 'the disturbance').toBeGreaterThan(2 * creates(undisturbed, 'native'))
    expect(wrongRatios(ratiosOf(restless, 'create'), truths)).toEqual([])

    await measureOn(unjournaled, removal)
    const rested = await measureOn(unjournaled, [...METADATA, ...ROUNDS])
    const target = rested.storage?.find(({ location }) => location === 'target')
    expect(target).toMatchObject({ filesystem: 'ext4', journal: false })
    expect(target?.rested).toBeGreaterThan(0)
    expect(target?.sinceRemoval).toBeGreaterThanOrEqual(65)
    expect(wrongRatios(ratiosOf(rested, 'create'), truths)).toEqual([])
  })

  test('while another program removes 3,000 files', { timeout: 600_000 }, async () => {
    let churned = 0
    const document = await measureOn(unjournaled, [...METADATA, ...ROUNDS], (line) => {
      if (churned > 0 || !/^\[2\d\//.test(line)) return
      churned++
      removeFiles(unjournaled.directory)
    })
    expect(churned).toBe(1)
    expect(slowestCreate(document), 'the disturbance').toBeGreaterThan(2 * creates(undisturbed, 'native'))
    expect(wrongRatios(ratiosOf(document, 'create'), truths)).toEqual([])
  })

  test('while 1 GiB is written back during every second sample', { timeout: 900_000 }, async () => {
    // Without a journal, fsync waits for little else than its own file.
    const journaled = await ground('ext4')
    const calm = await measureWriteBack(journaled, 0)
    const disturbed = await measureWriteBack(journaled, GIBIBYTE)
    // Each ground takes 16 GiB of the disk.
    await journaled.remove()
    expect(disturbed.slowdown, 'the disturbance').toBeGreaterThan(1.25)
    const truths = ratiosOf(calm.document, 'bytes')
    expect(
      truths.map(({ label }) => label),
      'the truth',
    ).toHaveLength(2)
    expect(wrongRatios(ratiosOf(disturbed.document, 'bytes'), truths)).toEqual([])
  })

  // Large files are removed at the end of a round. On the loop devices of this test, discarding right before each
  // sample changed nothing either (create: 0.98 times as long, 32 samples), so this test cannot show the disturbance.
  test('with 256 MiB discarded in each round of metadata', { timeout: 600_000 }, async () => {
    const discarding = await ground('ext4', ['discard'])
    const write = ['--workload', 'metadata', 'sequential-write', '--param', `files=${PARAM.files}`, 'bytes=268435456']
    const document = await measureOn(discarding, [...write, ...ROUNDS])
    expect(document.storage?.find(({ location }) => location === 'target')?.discard).toBe(true)
    expect(wrongRatios(ratiosOf(document, 'create'), truths)).toEqual([])
  })

  test('with cold and warm starts: the cold ones come after all others', { timeout: 600_000 }, async () => {
    const starts = ['--workload', 'container-start', 'metadata', '--param', 'cache=warm', 'cache=cold', '--rounds', '6']
    const document = await measureOn(unjournaled, [...starts, '--scenario', 'layer', 'native', 'bind'])
    const offsets = (isCold: boolean) =>
      document.benchmarks
        .filter(({ params }) => (params.cache === 'cold') === isCold)
        .flatMap(({ samples }) => samples.map(({ offset }) => offset as number))
    expect(offsets(true).length).toBeGreaterThan(0)
    expect(Math.min(...offsets(true))).toBeGreaterThan(Math.max(...offsets(false)))
  })

  /**
   * Measures `sequential-write`, and dirties this many bytes before every second sample. Their write-back starts with the
   * sample. The kernel itself would begin to write 30 to 35 s after the first byte, and would seldom meet a sample.
   * Samples of `metadata` and `npm-ci` stay as they are: they wait for no write.
   * @returns the run, and how many times as long the host's fsync took in the disturbed samples (medians)
   */
  async function measureWriteBack(own: Ground, dirty: number): Promise<{ document: RunDocument; slowdown: number }> {
    const file = openSync(join(own.directory, 'dirtied'), 'w')
    let samples = 0
    try {
      const { document } = await withGroundEngine(own, (engine) =>
        measure({
          workloads: [fromCatalog('sequential-write')],
          engines: [engine],
          scenarios: ['native', 'volume', 'bind'],
          params: [{ bytes: 67_108_864 }],
          rounds: 14,
          within: own.directory,
          // This event comes right before the sample. The run waits for it, and its clock starts only then.
          on: ({ type }) => {
            if (type !== 'sample') return
            const isDisturbed = samples++ % 2 === 0 && dirty > 0
            for (let at = 0; isDisturbed && at < dirty; at += BLOCK.length) writeSync(file, BLOCK, 0, BLOCK.length, at)
            if (isDisturbed) spawn('sync', ['--file-system', own.directory])
            else execFileSync('sync', ['--file-system', own.directory])
          },
        }),
      )
      expect(samples).toBe(4 * 14)
      const order = document.benchmarks
        .flatMap(({ samples, engine }) => samples.map(({ offset, values }) => ({ engine, offset, values })))
        .sort((a, b) => Number(a.offset) - Number(b.offset))
      // Write-back is over when a container has started, so on a fast disk it meets the samples of the host alone.
      const fsyncs = (odd: number) =>
        order.filter(({ engine }, index) => !engine && index % 2 === odd).map(({ values }) => Number(values.fsync))
      const [disturbed, calm] = [median(fsyncs(0)), median(fsyncs(1))]
      return { document, slowdown: disturbed / calm }
    } finally {
      closeSync(file)
    }
  }

  /** A new ground that is removed at the end, with the container images of the tests. */
  async function ground(fileSystem: ImageFileSystem, mountOptions: string[] = []): Promise<Ground> {
    const own = await makeGround(fileSystem, await imageNames(), mountOptions)
    grounds.push(own)
    return own
  }

  /** Runs the real command with its files and those of its containers on a ground. */
  function measureOn({ directory, host }: Ground, flags: string[], onLine = (_: string) => {}): Promise<RunDocument> {
    return run(flags, directory, host, onLine)
  }

  /** The container images of the tests. The dockerd on the image reaches no network, so the machine's engine builds them. */
  async function imageNames(): Promise<string[]> {
    const flags = ['--workload', 'metadata', 'container-start', '--scenario', 'layer', '--budget', '1s']
    const { images } = await run(flags, home.directory, null, () => {})
    return [...new Set(images.map(({ name }) => name))]
  }

  async function run(
    flags: string[],
    directory: string,
    host: string | null,
    onLine: (line: string) => void,
  ): Promise<RunDocument> {
    const out = join(home.directory, 'run.json')
    rmSync(out, { force: true })
    const process = home.plimsoll(['run', ...flags, '--engine', 'docker', '--dir', directory, '--out', out], {
      env: host === null ? {} : { DOCKER_HOST: host },
    })
    process.stderr?.on('data', (data) => String(data).split('\n').forEach(onLine))
    const { exitCode, stderr } = await process
    expect([0, 1], String(stderr)).toContain(exitCode)
    return readRun(readFileSync(out)).document
  }
})

interface PrintedRatio {
  label: string
  interval: readonly [number, number]
}

/** The ratios that disagree with the true ones, each as a line. */
function wrongRatios(printed: PrintedRatio[], truths: PrintedRatio[]): string[] {
  const intervals = new Map(truths.map(({ label, interval }) => [label, interval]))
  return printed.flatMap(({ label, interval: [lower, upper] }) => {
    const [low, high] = intervals.get(label) as readonly [number, number]
    const isWrong = lower > high * (1 + TOLERANCE) || upper < low / (1 + TOLERANCE)
    return isWrong ? [`${label}: ${lower}–${upper} instead of ${low}–${high}`] : []
  })
}

/** The ratios of a metric that a report shows, ranges included. */
function ratiosOf(document: RunDocument, shown: string): PrintedRatio[] {
  return summarizeRun(document).flatMap(({ benchmark, metric, control, ratio }) => {
    if (control || metric !== shown || !ratio?.interval) return []
    return [{ label: describeBenchmark(document.benchmarks[benchmark] as Benchmark), interval: ratio.interval }]
  })
}

/** The median of the metric `create` in a scenario, in nanoseconds. */
function creates({ benchmarks }: RunDocument, scenario: string): number {
  const own = benchmarks.find((one) => one.workload === 'metadata' && one.scenario === scenario && !one.control)
  return median((own?.samples ?? []).filter(({ warmup }) => !warmup).map(({ values }) => Number(values.create)))
}

/** The slowest sample of the metric `create` in native and bind, in nanoseconds. */
function slowestCreate({ benchmarks }: RunDocument): number {
  const own = benchmarks.filter(
    ({ workload, engine, scenario }) => workload === 'metadata' && (!engine || scenario === 'bind'),
  )
  return Math.max(...own.flatMap(({ samples }) => samples.map(({ values }) => Number(values.create ?? 0))))
}

/** Makes and removes files as another program would. */
function removeFiles(directory: string): void {
  const folder = join(directory, 'other-program')
  mkdirSync(folder)
  for (let file = 0; file < FILES; file++) writeFileSync(join(folder, `${file}`), 'text')
  rmSync(folder, { recursive: true })
}
