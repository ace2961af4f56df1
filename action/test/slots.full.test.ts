import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContainerEngine, plimsollHome } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureSlots, type SlotsOptions } from '../src/simulate/real/slots.ts'
import { samplesOf, slotsDocument } from '../src/simulate/real/slots-document.ts'
import { enginesForTest } from './engine.ts'

const engines = await enginesForTest()
const image = 'plimsoll/test-slots:empty'

describe.skipIf(engines.length === 0).each(engines)('the experiment of kept slots in $id', (engine) => {
  const directory = mkdtempSync(join(plimsollHome(), 'test-slots-'))
  const options = (more: Partial<SlotsOptions> = {}): SlotsOptions => ({
    ...{ containers: 2, rounds: 2, seed: 1, scenario: 'volume', image, directory },
    agent: new URL(`../../workloads/agent/bin/plimsoll-agent-linux-${engine.architecture}`, import.meta.url).pathname,
    run: `slots-${process.pid}`,
    ...more,
  })
  const left = async () => (await engine.listLabelled()).filter(({ run }) => run === options().run)

  beforeAll(async () => {
    const scratch = mkdtempSync(join(directory, 'image-'))
    writeFileSync(join(scratch, 'file'), 'an image needs one')
    await execa('tar', ['-C', scratch, '-cf', `${scratch}.tar`, 'file'])
    await engine.importImage(`${scratch}.tar`, image, {})
    rmSync(scratch, { recursive: true })
    rmSync(`${scratch}.tar`)
  })
  afterAll(async () => {
    await engine.untagImage(image)
    rmSync(directory, { recursive: true, force: true })
  })

  test.each(['layer', 'volume', 'bind'] as const)(
    'every container of both kinds writes its tree on the %s in every round, and nothing is left',
    async (scenario) => {
      const done: number[] = []
      const settings = options({ scenario, onRound: (round) => done.push(round) })
      const measured = await measureSlots(engine, settings)
      expect(done).toEqual([1, 2])
      for (const round of [0, 1]) {
        const samples = measured.samples.filter((sample) => sample.round === round)
        expect(samples.map(({ order }) => order)).toEqual([0, 1, 2, 3])
        expect(samples.map(({ kind, container }) => `${kind} ${container}`).toSorted()).toEqual([
          ...['fresh 0', 'fresh 1', 'kept 0', 'kept 1'],
        ])
        for (const { ns } of samples) expect(ns).toBeGreaterThan(100_000)
      }
      expect(await left()).toEqual([])
      expect(readdirSync(directory)).toEqual([])

      const document = await slotsDocument(engine, settings, measured)
      expect(samplesOf(JSON.parse(JSON.stringify(document)))).toEqual(measured.samples)
      expect(document.design).toEqual({ seed: 1, scenario, containers: 2, rounds: 2, files: 300 })
      expect(document.machine.cpus).toBeGreaterThan(0)
      expect(document.machine.filesystem).toMatch(scenario === 'layer' ? /overlay|fuse/ : /^[a-z0-9]+$/)
      expect(document.figures.kept.pairs).toBe(1)
    },
  )

  test('an abort ends it, and nothing is left', async () => {
    const abort = new AbortController()
    const onRound = () => abort.abort(new Error('enough'))
    const settings = options({ scenario: 'bind', rounds: 100, signal: abort.signal, onRound })
    await expect(measureSlots(engine, settings)).rejects.toThrow('enough')
    expect(await left()).toEqual([])
    expect(readdirSync(directory)).toEqual([])
  })

  test('an agent that does not start is a sentence with the reason, and nothing is left', async () => {
    const agent = new URL(import.meta.url).pathname
    await expect(measureSlots(engine, options({ agent }))).rejects.toThrow(/could not start a container: ./)
    expect(await left()).toEqual([])
  })

  test('work that fails is a sentence with the reason, and nothing is left', async () => {
    const execute: ContainerEngine['execute'] = (name, command) =>
      engine.execute(
        name,
        command.map((word) => (word === 'tree' ? '/proc/tree' : word)),
      )
    const broken = new Proxy(engine, {
      get(target, name) {
        if (name === 'execute') return execute
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await expect(measureSlots(broken, options())).rejects.toThrow(/300 files could not be written: .*\/proc\/tree/)
    expect(await left()).toEqual([])
  })
})
