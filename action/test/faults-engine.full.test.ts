import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { cheapRun, makeOwnHome } from './faults.ts'
import { canOwnDockerd, OwnDockerd } from './faults-engine.ts'

const engine = (await enginesForTest()).find(({ id }) => id === 'docker')

describe.skipIf(!engine || !canOwnDockerd)('a dockerd that is killed in the middle of a run', () => {
  const home = makeOwnHome()
  const dockerd = new OwnDockerd()
  const env = { DOCKER_HOST: dockerd.host }
  const path = (name: string) => join(home.directory, name)

  beforeAll(async () => {
    await dockerd.start()
    const args = cheapRun(home, engine as never, 1, path('first.json'))
    expect((await home.plimsoll(args)).exitCode).toBe(0)
    for (const { name } of document('first.json').images) await dockerd.load(name)
  })
  afterAll(async () => {
    await dockerd.remove()
    home.remove()
  })

  test('and comes back: the samples it missed failed for that reason, and the benchmarks go on', async () => {
    const args = cheapRun(home, engine as never, 500, path('back.json'))
    const run = home.plimsoll([...args, '--budget', '25s'], { env, timeout: 120_000 })
    await samples(run, 6)
    await dockerd.kill()
    await setTimeout(1500)
    await dockerd.start()
    const { exitCode, timedOut, stderr } = await run
    expect(timedOut).toBe(false)
    expect(exitCode, String(stderr)).toBe(1)
    const { benchmarks, status, notes } = document('back.json')
    expect(status).toBe('partial')
    expect(notes.map(({ code }) => code)).toContain('budget')
    for (const { scenario, samples, reason } of benchmarks) {
      const failures = samples.map(({ failure }) => failure)
      if (scenario === 'native') expect(failures.filter((failure) => failure !== null)).toEqual([])
      else {
        expect(reason, scenario).toMatch(/docker|daemon|EOF/i)
        expect(failures[0], scenario).toBeNull()
        expect(failures.at(-1), scenario).toBeNull()
        expect(failures.filter((failure) => failure !== null).length, scenario).toBeGreaterThan(0)
      }
    }
    expect(await left()).toBe('')
    expect(home.runs()).toEqual([])
    expect(home.slots()).toEqual([])
  })

  test('and stays away: the run ends all the same, and the next one removes what was left', async () => {
    const args = cheapRun(home, engine as never, 8, path('away.json'))
    const run = home.plimsoll(args, { env, timeout: 120_000 })
    await samples(run, 6)
    await dockerd.kill()
    const { exitCode, timedOut, stderr } = await run
    expect(timedOut).toBe(false)
    expect(exitCode, String(stderr)).toBe(1)
    expect(document('away.json').status).toBe('complete')
    expect(stderr).toContain('Cleanup failed; the next run will try again')
    await dockerd.start()
    expect(await left()).not.toBe('')
    const next = await home.plimsoll(cheapRun(home, engine as never, 1, path('next.json')), { env })
    expect(next.exitCode, String(next.stderr)).toBe(0)
    expect(await left()).toBe('')
    expect(home.runs()).toEqual([])
    expect(home.slots()).toEqual([])
  })

  function document(name: string) {
    return readRun(readFileSync(path(name))).document
  }

  async function left(): Promise<string> {
    const [containers, volumes] = await Promise.all([
      dockerd.docker('ps', '--all', '--quiet', '--filter', 'label=plimsoll.run'),
      dockerd.docker('volume', 'ls', '--quiet', '--filter', 'label=plimsoll.run'),
    ])
    return `${containers.stdout}${volumes.stdout}`
  }
})

/** Waits until a run reports the given number of samples. */
function samples(run: { stderr: NodeJS.ReadableStream | null }, count: number): Promise<void> {
  return new Promise((resolve) => {
    run.stderr?.on('data', (data) =>
      String(data).includes(`\n[${count}/`) || String(data).startsWith(`[${count}/`) ? resolve() : undefined,
    )
  })
}
