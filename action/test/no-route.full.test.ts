import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { makeOwnHome } from './faults.ts'
import { canOwnDockerd, OwnDockerd } from './faults-engine.ts'

// These tests run without a route to the Internet. The publication of 2026 measured the Internet: it pinged a public
// address and pulled from a public registry.

const engine = (await enginesForTest()).find(({ id }) => id === 'docker')

describe.skipIf(!engine || !canOwnDockerd)('with an engine that has no route to anywhere', () => {
  const home = makeOwnHome()
  const dockerd = new OwnDockerd()
  let document: RunDocument

  beforeAll(async () => {
    const run = (name: string, env = {}) =>
      home.plimsoll(
        [
          ...['run', '--workload', 'network', 'image-pull', '--engine', 'docker', '--rounds', '2'],
          ...['--dir', home.directory, '--out', join(home.directory, name)],
        ],
        { env },
      )
    const read = (name: string) => readRun(readFileSync(join(home.directory, name), 'utf8')).document
    const first = await run('with.json') // This run builds the images.
    expect(first.exitCode, String(first.stderr)).toBe(0)
    await dockerd.start()
    for (const { name } of read('with.json').images) await dockerd.load(name)
    const { exitCode, stderr } = await run('without.json', { DOCKER_HOST: dockerd.host })
    expect(exitCode, String(stderr)).toBe(0)
    document = read('without.json')
  })
  afterAll(async () => {
    await dockerd.remove()
    home.remove()
  })

  const samplesOf = (workload: string) =>
    document.benchmarks.filter((benchmark) => benchmark.workload === workload).flatMap(({ samples }) => samples)

  test('an image is pulled, whole, from the registry on its loopback', () => {
    const samples = samplesOf('image-pull')
    expect(samples).toHaveLength(3)
    // The limit corresponds to 10 GB/s.
    for (const { values } of samples) expect(values.duration).toBeGreaterThan(64 * 2 ** 20 * 0.1)
  })

  test('requests are answered by the container beside, and each round trip is a value', () => {
    const samples = samplesOf('network')
    expect(samples).toHaveLength(3)
    for (const { values } of samples) {
      expect(values.latency).toHaveLength(200)
      for (const latency of values.latency as number[]) expect(latency).toBeLessThan(1e9)
    }
  })
})
