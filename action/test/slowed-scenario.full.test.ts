import { type Benchmark, type ControlKind, controlPairs, pooledResidual, type RunDocument } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import { catalogImage, type Workload } from '@plimsoll/workloads'
import { beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { canOwnDockerd } from './faults-engine.ts'
import { makeGround, withGroundEngine } from './ground.ts'
import { fromCatalog, measure } from './measure.ts'
import { whyNoImage } from './mounted-image.ts'

const engine = (await enginesForTest()).find(({ id }) => id === 'docker')
const missing = whyNoImage('ext4')
if (missing) console.warn(`Skipped: ${missing.reason}`)

/** The rounds that are measured. Each repetition draws some of them. */
const ROUNDS = 40
const WARMUPS = 1
const REPETITIONS = 1000

/**
 * A script that runs before npm in the same process. In a named volume, and in the host's native slots except those of
 * the control, the process sleeps at its end for a tenth of the time that it took.
 */
const SLOW_DOWN = `
import { readFileSync } from 'node:fs'
const folder = process.cwd()
const inVolume = readFileSync('/proc/self/mountinfo', 'utf8').split('\\n').map((line) => line.split(' '))
  .some(([, , , root, point]) => root?.includes('/volumes/') && (folder + '/').startsWith(point + '/'))
const isNative = /\\/slots\\/[^/]+\\/[a-d]\\//.test(folder + '/')
if (inVolume || isNative)
  process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100 * process.uptime()))
`

/** npm-ci that is slowed down by the script in some scenarios. */
function slowed(): Workload {
  const npmCi = fromCatalog('npm-ci')
  const [node, ...args] = npmCi.run as [string, ...string[]]
  const script = `--import=data:text/javascript,${encodeURIComponent(SLOW_DOWN)}`
  return { ...npmCi, workload: 'slowed', run: [node, script, ...args] }
}

// Real work on a file system where it repeats. A run must withhold the ratios of the slowed scenario at these rates.
describe.skipIf(!engine || !canOwnDockerd || missing)('a scenario that is slowed by 10%', () => {
  let document: RunDocument

  beforeAll(async () => {
    const image = await catalogImage(
      fromCatalog('npm-ci'),
      { size: 'small' },
      engine as NonNullable<typeof engine>,
      () => {},
    )
    const ground = await makeGround('ext4', [image])
    try {
      const measured = await withGroundEngine(ground, (own) =>
        measure({
          workloads: [slowed(), fromCatalog('npm-ci')],
          engines: [own],
          scenarios: ['native', 'volume', 'bind'],
          rounds: ROUNDS,
          warmups: WARMUPS,
          within: ground.directory,
        }),
      )
      document = measured.document
    } finally {
      await ground.remove()
    }
  }, 1_800_000)

  test('the control pairs of the slowed workload measure about 10%, and the others about nothing', () => {
    for (const { estimate, benchmark } of controlPairs(document)) {
      const difference = Math.log(estimate.value as number)
      const isSlowed = document.benchmarks[benchmark]?.workload === 'slowed'
      const truth = isSlowed ? 0.1 * Math.sign(difference) : 0
      // The interval has what chance does; 2% is for what the script does besides.
      const [low, high] = (estimate.interval as [number, number]).map(Math.log) as [number, number]
      expect([low - 0.02 < truth, high + 0.02 > truth], `${low} to ${high}`).toEqual([true, true])
    }
  })

  test('volume is withheld in at least 80% of runs with 14 rounds', (context) => {
    skipIfNoisy(context, document, 'slowed', 'volume and bind')
    expect(shareWithheld(document, 'slowed', 'volume and bind', 14)).toBeGreaterThanOrEqual(0.8)
  })

  test('native is withheld in at least 70% of runs with 20 rounds', (context) => {
    skipIfNoisy(context, document, 'slowed', 'repeat')
    expect(shareWithheld(document, 'slowed', 'repeat', 20)).toBeGreaterThanOrEqual(0.7)
  })

  test('equal work is withheld in at most 5% of runs', (context) => {
    skipIfNoisy(context, document, 'npm-ci', 'volume and bind')
    skipIfNoisy(context, document, 'npm-ci', 'repeat')
    expect(shareWithheld(document, 'npm-ci', 'volume and bind', 14)).toBeLessThanOrEqual(0.05)
    expect(shareWithheld(document, 'npm-ci', 'repeat', 20)).toBeLessThanOrEqual(0.05)
  })
})

/** The rates hold where the times of a scenario vary by at most this within a round (schema/README.md). */
const MAX_NOISE = 0.05

/** Skips a test if the machine was noisier than the rates allow. */
function skipIfNoisy(context: TestContext, document: RunDocument, workload: string, kind: ControlKind): void {
  const [pair] = controlPairs(document).filter(
    (one) => one.kind === kind && document.benchmarks[one.benchmark]?.workload === workload,
  )
  if (pair === undefined) throw new Error(`There is no control pair of ${workload}.`)
  const logs = [pair.benchmark, pair.twin].map((at) =>
    (document.benchmarks[at] as Benchmark).samples
      .filter(({ warmup }) => !warmup)
      .toSorted((a, b) => a.round - b.round)
      .map(({ values }) => Math.log(values.duration as number)),
  ) as [number[], number[]]
  const noise = pooledResidual(logs[0].map((log, round) => [log, logs[1][round] as number]))
  context.skip(noise > MAX_NOISE, `The machine was too noisy: ${workload} varied by ${Math.round(100 * noise)}%.`)
}

/** The share of runs of `rounds` rounds, drawn from those of the document, whose control pair withholds the ratios. */
function shareWithheld(document: RunDocument, workload: string, kind: ControlKind, rounds: number): number {
  const random = randomGenerator(1)
  let withheld = 0
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const left = Array.from({ length: ROUNDS }, (_, round) => WARMUPS + round)
    const drawn = new Set(Array.from({ length: rounds }, () => left.splice(random.below(left.length), 1)[0]))
    const benchmarks = document.benchmarks.map((own): Benchmark => {
      const samples = own.samples.filter((sample) => !sample.warmup && drawn.has(sample.round))
      return { ...own, samples: own.workload === workload ? samples : [] }
    })
    const pairs = controlPairs({ ...document, benchmarks }).filter(
      (pair) => pair.kind === kind && benchmarks[pair.benchmark]?.workload === workload,
    )
    if (pairs.length !== 1) throw new Error(`There are ${pairs.length} control pairs.`)
    if (pairs[0]?.problem === 'differs') withheld++
  }
  return withheld / REPETITIONS
}
