import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { randomGenerator } from '@plimsoll/schema/statistics'
import { afterAll, describe, expect, test } from 'vitest'
import { enginesForTest, IS_FULL } from './engine.ts'
import { cheapRun, journaled, makeOwnHome } from './faults.ts'

const engine = (await enginesForTest())[0]
const home = makeOwnHome()
afterAll(() => home.remove())

/** The number of random points at which a run is interrupted. Every run of the tests draws new points. */
const POINTS = Number(process.env.PLIMSOLL_INTERRUPTIONS ?? 1)

const seed = Math.floor(Math.random() * 2 ** 32)
const random = randomGenerator(seed)

/** A run that gets a signal some milliseconds after the run has printed a text. */
async function interrupted(args: string[], said: RegExp, signal: 'SIGINT' | 'SIGKILL', milliseconds: number) {
  const child = home.plimsoll(args)
  let sent = false
  child.stderr?.on('data', (data) => {
    if (sent || !said.test(String(data))) return
    sent = true
    setTimeout(() => child.kill(signal), milliseconds)
  })
  const runs = new Set<string>()
  const watch = setInterval(() => home.runs().map((run) => runs.add(run)), 50)
  const result = await child
  clearInterval(watch)
  const left = (await engine?.listLabelled())?.filter(({ run }) => run !== null && runs.has(run)) ?? []
  return { ...result, stderr: String(result.stderr), left }
}

describe.skipIf(!engine)('a run that is interrupted', () => {
  test(`by Ctrl-C at ${POINTS} random points: exit 130, what was measured is a valid, partial document, and nothing is left at once`, async () => {
    for (let point = 0; point < POINTS; point++) {
      const out = join(home.directory, `point-${point}.json`)
      const wait = random.below(2000)
      const hint = `seed ${seed}, ${wait} ms after the first sample of run ${point}`
      const args = cheapRun(home, engine as never, 100, out)
      const { exitCode, stdout, left } = await interrupted(args, /^\[1\//m, 'SIGINT', wait)
      expect(exitCode, hint).toBe(130)
      expect(stdout, hint).toContain('Partial: the run ended early.')
      const { document } = readRun(readFileSync(out))
      expect(document.status, hint).toBe('partial')
      expect(document.benchmarks.flatMap(({ samples }) => samples).length, hint).toBeGreaterThanOrEqual(1)
      expect(left, hint).toEqual([])
      expect(home.runs(), hint).toEqual([])
      expect(home.slots(), hint).toEqual([])
      expect(existsSync(`${out}.journal`), hint).toBe(false)
    }
  })

  test.runIf(IS_FULL)(
    'by SIGKILL: the next run says that it can go on, and removes what it left but the journal',
    async () => {
      const out = join(home.directory, 'killed.json')
      const journal = `${out}.journal`
      const killed = await interrupted(cheapRun(home, engine as never, 100, out), /^\[2\//m, 'SIGKILL', 300)
      expect(existsSync(out)).toBe(false)
      expect(journaled(journal).length).toBeGreaterThanOrEqual(3)
      expect(killed.left.length).toBeGreaterThan(0)

      const next = await home.plimsoll(cheapRun(home, engine as never, 1, join(home.directory, 'next.json')))
      expect(next.exitCode).toBe(0)
      expect(next.stderr).toMatch(/^Removed \d+ resources of an earlier, killed run$/m)
      expect(next.stderr).toContain(`An earlier run was killed. Resume it with: plimsoll run --resume ${journal}\n`)
      const names = new Set(killed.left.map(({ run }) => run))
      expect((await engine?.listLabelled())?.filter(({ run }) => run !== null && names.has(run))).toEqual([])
      expect(home.runs()).toEqual([])
      expect(home.slots()).toEqual([])
      expect(existsSync(journal)).toBe(true)
    },
  )
})
