import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readRun, type Sample } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import { afterAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { cheapRun, journaled, makeOwnHome } from './faults.ts'

const engine = (await enginesForTest())[0]
const home = makeOwnHome()
afterAll(() => home.remove())

/** The number of random kills. Every run of the tests draws new random times, and more kills find more faults. */
const KILLS = Number(process.env.PLIMSOLL_KILLS ?? 6)
/** The number of samples of a run: benchmarks × (one warm-up round + one measured round). */
const SAMPLES = 3 * 2

describe.skipIf(!engine)('a run that is killed again and again, and resumed', () => {
  test(`at ${KILLS} random points: every journaled sample is in the document, none twice, and nothing is left`, async () => {
    const undisturbed = join(home.directory, 'undisturbed.json')
    const { durationMs } = await home.plimsoll(cheapRun(home, engine as never, 1, undisturbed))
    check(undisturbed, 0)
    const idleBefore = await idle()
    // The kills are between the start of the process and its end: while it finds engines, prepares, measures, or
    // removes.
    const latest = Math.round(durationMs)
    const seed = Math.floor(Math.random() * 2 ** 32)
    const random = randomGenerator(seed)
    const killed = new Set<string>()
    const reached: string[] = []
    let chain = 0
    while (reached.length < KILLS) {
      const out = join(home.directory, `run-${chain++}.json`)
      const ended = await killUntilDone(out, () => (reached.length < KILLS ? random.below(latest) : null))
      expect(ended, `seed ${seed}, killed after: ${reached.join(', ')}`).toBe('done')
      check(out, seed)
    }
    expect(home.runs(), `seed ${seed}`).toEqual([])
    expect(home.slots(), `seed ${seed}`).toEqual([])
    const left = async () => [...(await madeBy(killed)), ...(await idle()).filter((id) => !idleBefore.includes(id))]
    await expect.poll(left, { timeout: 10_000, message: `seed ${seed}` }).toEqual([])

    /** Starts a run, kills it, resumes it, kills it, resumes it … until a run ends before it is killed. */
    async function killUntilDone(out: string, next: () => number | null): Promise<string> {
      const journal = `${out}.journal`
      seen = new Map()
      for (;;) {
        const resumable = journaled(journal).length > 0
        if (!resumable) rmSync(journal, { force: true })
        const first = cheapRun(home, engine as never, 1, out)
        const child = home.plimsoll(resumable ? ['run', '--resume', journal, '--out', out] : first)
        const delay = next()
        if (delay !== null) void setTimeout(delay).then(() => child.kill('SIGKILL'))
        const result = await child
        for (const run of home.runs()) killed.add(run)
        remember(journal)
        if (result.signal === 'SIGKILL') reached.push(`${delay} ms (${String(result.stderr).split('\n').at(-1)})`)
        if (existsSync(out)) return 'done'
        if (result.signal !== 'SIGKILL') return `${result.exitCode}: ${result.stderr}`
      }
    }
  }, 400_000)
})

const things = async () => (await engine?.listLabelled()) ?? []

async function madeBy(runs: Set<string>): Promise<string[]> {
  return (await things()).filter(({ run }) => run !== null && runs.has(run)).map(({ id }) => id)
}

/**
 * The containers of the image cache that belong to no run. The containers of a run also have the cache label of their
 * image.
 */
async function idle(): Promise<string[]> {
  const containers = (await things()).filter(({ kind }) => kind === 'container')
  const ofRuns = new Set(containers.filter(({ run }) => run !== null).map(({ id }) => id))
  return containers.map(({ id }) => id).filter((id) => !ofRuns.has(id))
}

/** The samples in the journal of the current run and of the runs that it resumes, by benchmark and round. */
let seen = new Map<string, Sample>()

function remember(journal: string): void {
  for (const entry of journaled(journal) as { event?: string; benchmark?: number; sample?: Sample }[])
    if (entry.event === 'sample') seen.set(`${entry.benchmark} ${entry.sample?.round}`, entry.sample as Sample)
}

function check(out: string, seed: number): void {
  const { document } = readRun(readFileSync(out))
  const samples = document.benchmarks.flatMap(({ samples }, benchmark) =>
    samples.map((sample): [string, Sample] => [`${benchmark} ${sample.round}`, sample]),
  )
  expect(document.status, `seed ${seed}`).toBe('complete')
  expect(samples.length, `seed ${seed}`).toBe(SAMPLES)
  expect(new Set(samples.map(([name]) => name)).size, `seed ${seed}`).toBe(SAMPLES)
  expect(samples.map(([, { offset }]) => offset).toSorted(ascending), `seed ${seed}`).toEqual(
    samples.toSorted(([, a], [, b]) => a.round - b.round || a.order - b.order).map(([, { offset }]) => offset),
  )
  for (const [name, sample] of seen)
    expect(new Map(samples).get(name), `seed ${seed}, benchmark and round ${name}`).toEqual(sample)
}

function ascending(a: number | null, b: number | null): number {
  return (a ?? 0) - (b ?? 0)
}
