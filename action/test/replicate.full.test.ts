import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunDocument, readRun } from '@plimsoll/schema'
import type { ContainerEngine } from '@plimsoll/workloads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { cheapRun, makeOwnHome, type OwnHome } from './faults.ts'

const engine = (await enginesForTest()).find(({ noContainers }) => noContainers === null) as ContainerEngine

describe.skipIf(engine === undefined)('plimsoll replicate', () => {
  let home: OwnHome
  let original: ReturnType<typeof readRun>
  const path = (name: string) => join(home.directory, name)
  const read = (name: string) => readRun(readFileSync(path(name)))
  const plimsoll = (...args: string[]) => home.plimsoll(args, { cwd: home.directory })
  /** Writes the original, changed by `change`. It stays a valid document. */
  const changed = (name: string, change: (document: RunDocument) => void) => {
    const document = structuredClone(original.document)
    change(document)
    writeFileSync(path(name), JSON.stringify(document))
    return name
  }

  beforeAll(async () => {
    home = makeOwnHome()
    const { exitCode, stderr } = await plimsoll(...cheapRun(home, engine, 6, path('run.json')))
    expect(exitCode, String(stderr)).toBe(0)
    original = read('run.json')
  })
  afterAll(() => home?.remove())

  test('repeats the request, and the new documents name the run and what was made anew', async () => {
    const { exitCode, stdout, stderr } = await plimsoll(
      'replicate',
      'run.json',
      '--times',
      '2',
      '--dir',
      home.directory,
    )
    expect(exitCode, String(stderr)).toBe(0)
    for (const number of [1, 2]) {
      const { document } = read(`run-replication-${number}.json`)
      expect(document.replicates).toEqual({
        document: original.hash,
        images: 'same',
        engine: 'same',
        machine: 'same',
      })
      expect(document.benchmarks.map(({ scenario }) => scenario)).toEqual(
        original.document.benchmarks.map(({ scenario }) => scenario),
      )
      expect(document.design.seed).not.toBe(original.document.design.seed)
    }
    expect(stderr).toContain('Repetition 2 of 2')
    // On a noisy machine, a control pair may withhold the ratios of a run.
    expect(stdout).toMatch(/repeated ratios lie inside the 95% prediction|No ratio was estimated|has no estimate/)
  })

  test('one report has the original and its replications', async () => {
    const files = ['run-replication-2.json', 'run.json', 'run-replication-1.json']
    const { exitCode, stdout } = await plimsoll('report', ...files)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('metadata files=500 · create, 3 runs')
    expect(stdout).toContain(`run ${original.id} · ${original.hash}`)
  })

  test.each<[string, (document: RunDocument) => void, RegExp]>([
    [
      'a workload that is a file',
      ({ benchmarks }) => {
        for (const benchmark of benchmarks) benchmark.workload = 'evil.yml'
      },
      /'evil\.yml', which is not a name of a workload/,
    ],
    [
      'an unknown workload',
      ({ benchmarks }) => {
        for (const benchmark of benchmarks) benchmark.workload = 'evil'
      },
      /evil/,
    ],
    [
      'a workload of the same name with another digest',
      ({ benchmarks }) => {
        for (const benchmark of benchmarks) benchmark.workloadDigest = `sha256:${'0'.repeat(64)}`
      },
      /The workload metadata differs from that of the run/,
    ],
    [
      'a param with a command',
      ({ benchmarks }) => {
        for (const benchmark of benchmarks) benchmark.params = { files: '500; touch pwned' }
      },
      /files/,
    ],
    [
      'an unknown engine',
      ({ benchmarks, engines }) => {
        for (const own of engines) own.id = 'evil'
        for (const benchmark of benchmarks) if (benchmark.engine !== null) benchmark.engine = 'evil'
      },
      /not a valid run document|evil/,
    ],
  ])('%s is refused before anything runs', async (_, change, sentence) => {
    const name = changed('hostile.json', change)
    const { exitCode, stderr } = await plimsoll('replicate', name, '--dir', home.directory)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(sentence) })
    expect(String(stderr)).not.toMatch(/\n\s+at /)
    expect(readdirSync(home.directory).filter((file) => /^hostile-|pwned/.test(file))).toEqual([])
  })

  test('images and paths of a document are never used', async () => {
    const name = changed('elsewhere.json', ({ images, harness }) => {
      for (const image of images) image.name = 'evil.invalid/image:1'
      harness.version = '99.0.0'
    })
    const { exitCode, stderr } = await plimsoll('replicate', name, '--dir', home.directory)
    expect(exitCode, String(stderr)).toBe(0)
    expect(JSON.stringify(read('elsewhere-replication-1.json').document)).not.toContain('evil')
    expect(String(stderr)).not.toContain('evil')
  })
})
