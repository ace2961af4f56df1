import { type RunDocument, summarizeRun } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { fromCatalog, measure } from './measure.ts'

// Each test here checks a fact that a publication got wrong. The test fails if Plimsoll repeats the mistake.

const engines = (await enginesForTest()).slice(0, 1)

/** A workload that creates a file next to one in a lower layer of the image, and writes to the new file. */
const firstWriteToNewFile = {
  prepare: ['${agent}', 'write', '/new', '1', '1'],
  run: ['${agent}', 'copy-up', '/new'],
}

function lengthOf(values: unknown): number {
  return Array.isArray(values) ? values.length : Number.NaN
}

/** The medians of a metric, by scenario and params. */
function medians(document: RunDocument, metric: string): Record<string, number> {
  const figures = summarizeRun(document).filter((summary) => summary.metric === metric)
  return Object.fromEntries(
    figures.map(({ benchmark, median }) => {
      const { scenario, params } = document.benchmarks[benchmark] as RunDocument['benchmarks'][number]
      return [[scenario, ...Object.values(params)].join(' '), median ?? Number.NaN]
    }),
  )
}

describe.skipIf(engines.length === 0)('right where the sources were wrong', () => {
  test('a write is bytes over seconds of a synced file: layer and volume are of one order of magnitude', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('sequential-write')],
      params: [{ bytes: 67108864 }],
      engines,
      scenarios: ['layer', 'volume'],
      rounds: 3,
    })
    const rates = medians(document, 'bytes')
    const ratio = (rates['layer 67108864'] as number) / (rates['volume 67108864'] as number)
    expect(ratio).toBeGreaterThan(0.2)
    expect(ratio).toBeLessThan(5)
    for (const { values } of document.benchmarks.flatMap(({ samples }) => samples)) {
      expect(values.bytes).toBe(67108864)
      expect(values.fsync).toBeGreaterThan(2_000) // No disk writes 64 MiB in less than 2,000 ns.
      expect(values.duration).toBeGreaterThanOrEqual((values.write as number) + (values.fsync as number))
    }
    for (const { metrics } of document.benchmarks) {
      expect(metrics.find(({ name }) => name === 'bytes')).toMatchObject({ unit: 'bytes', per: 'duration' })
    }
  })

  test('copy-up grows with the size of the file in the lower layer, and is the time of opening it', async () => {
    const asIsInImage = { copy: [], prepare: [], hot: null }
    expect(fromCatalog('copy-up')).toMatchObject({ run: ['${agent}', 'copy-up', '/lower'], ...asIsInImage })
    const { document } = await measure({
      workloads: [fromCatalog('copy-up')],
      params: [{ mebibytes: 8 }, { mebibytes: 256 }],
      engines,
      scenarios: ['layer'],
      rounds: 3,
    })
    const durations = medians(document, 'duration')
    expect(durations['layer 256']).toBeGreaterThan(4 * (durations['layer 8'] as number))
    expect(medians(document, 'open')['layer 256']).toBeGreaterThan(0.8 * (durations['layer 256'] as number))
    expect(new Set(document.benchmarks.map(({ samples }) => samples[0]?.values['file-size']))).toEqual(
      new Set([8 * 2 ** 20, 256 * 2 ** 20]),
    )
  })

  test('the first write to a file that is in no lower layer copies nothing: it takes next to no time', async () => {
    const copyUp = fromCatalog('copy-up')
    const { document } = await measure({
      workloads: [copyUp, { ...copyUp, workload: 'new-file', ...firstWriteToNewFile }],
      params: [{ mebibytes: 256 }],
      engines,
      scenarios: ['layer'],
      rounds: 3,
    })
    const [old, fresh] = document.benchmarks.map(({ samples }) =>
      samples.map(({ values }) => values.duration as number),
    )
    expect(Math.min(...(fresh as number[]))).toBeLessThan(1_000_000)
    expect(Math.min(...(old as number[]))).toBeGreaterThan(20 * Math.min(...(fresh as number[])))
  })

  // Other load on the machine can only reduce the measured share, so retry.
  test('half a CPU reads 0.50 ± 0.01 over twenty periods, with one thread and with two', { retry: 2 }, async () => {
    const { document } = await measure({
      workloads: [fromCatalog('cpu-limit')],
      params: [{ threads: 1 }, { threads: 2 }],
      engines,
      scenarios: ['layer'],
      rounds: 2,
    })
    for (const { samples } of document.benchmarks) {
      const shares = samples.map(({ values }) => (values.cpu as number) / (values.window as number))
      expect(Math.abs(Math.max(...shares) - 0.5)).toBeLessThan(0.01)
      for (const { values } of samples) expect(values.window).toBeGreaterThanOrEqual(2e9)
    }
  })

  test('each kind of namespace is one child a sample, and what the agent’s own spawn costs is beside it', async () => {
    const kinds = ['none', 'mount', 'uts', 'ipc', 'pid', 'net', 'user', 'cgroup', 'time']
    const { document } = await measure({
      workloads: [fromCatalog('namespaces')],
      params: kinds.map((kind) => ({ kind })),
      engines,
      scenarios: ['native', 'layer'],
      rounds: 2,
    })
    for (const { samples, status, reason, scenario, params } of document.benchmarks) {
      if (status === 'unsupported') {
        expect(reason, `${scenario} ${params.kind}`).toMatch(/namespace/)
        continue
      }
      expect(status, String(reason)).toBe('ok')
      for (const { values } of samples) expect(values.total).toBeGreaterThan(values.unshare as number)
    }
    const { 'native none': native, 'layer none': container } = medians(document, 'unshare')
    for (const clock of [native, container]) expect(clock).toBeLessThan(100_000)
    const layer = document.benchmarks.filter(({ scenario }) => scenario === 'layer')
    expect(layer.map(({ params, status }) => `${params.kind} ${status}`)).toEqual([
      'none ok',
      ...kinds.slice(1).map((kind) => `${kind} unsupported`),
    ])
    const spawns = document.calibration.spawn.find(({ engine }) => engine === null)?.values
    expect(spawns?.length).toBeGreaterThan(30)
    // This limit is the publication's value for a namespace together with its timer.
    expect(median(spawns ?? [])).toBeLessThan(7.94e6)
  })

  test('three containers share the pages of a file of their image, and none of their own', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('memory')],
      params: [{ bytes: 67108864 }],
      engines,
      scenarios: ['layer'],
    })
    const values = document.benchmarks[0]?.samples[0]?.values ?? {}
    const [file, anonymous] = [values.file as number[], values.anonymous as number[]]
    expect(file).toHaveLength(3)
    for (const bytes of file) expect(bytes / (values['file-alone'] as number)).toBeCloseTo(1 / 3, 1)
    for (const bytes of anonymous) expect(bytes / (values['anonymous-alone'] as number)).toBeCloseTo(1, 1)
    expect(values['anonymous-alone']).toBeGreaterThan(67108864 - 1)
  })

  test('a change on either side of a bind mount has both delays, one value for each change', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('file-events')],
      params: [
        { direction: 'to-container', changes: 10 },
        { direction: 'to-host', changes: 10 },
      ],
      engines,
      scenarios: ['bind'],
    })
    for (const { status, reason, samples } of document.benchmarks) {
      expect({ status, reason }).toEqual({ status: 'ok', reason: null })
      for (const { values } of samples) {
        expect([values.content, values.event].map(lengthOf)).toEqual([10, 10])
        expect(values['clock-error']).toBe(0) // The clocks are the same, because the kernel is the same.
      }
    }
  })

  test('the flags of 2017 are accepted, and measured like any other scenario', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('metadata')],
      params: [{ files: 500 }],
      engines,
      scenarios: ['bind-cached', 'bind-delegated', 'bind-consistent'],
    })
    expect(document.benchmarks.map(({ status, target }) => ({ status, mounted: target?.mounted }))).toEqual(
      Array(3).fill({ status: 'ok', mounted: true }),
    )
  })

  test('a RAM disk is a tmpfs of the host, and a tmpfs one of the container', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('metadata')],
      params: [{ files: 500 }],
      engines,
      scenarios: ['ramdisk', 'tmpfs'],
    })
    expect(
      document.benchmarks.map(({ scenario, status, target }) => `${scenario} ${status} ${target?.filesystem}`),
    ).toEqual(['tmpfs ok tmpfs', 'ramdisk ok tmpfs'])
  })

  test('every request of ioping is a value, and fio counts operations with their latencies', async () => {
    const io = [fromCatalog('ioping'), fromCatalog('fio-randrw')]
    const { document } = await measure({
      workloads: io.slice(0, 1),
      params: [{ requests: 10 }],
      engines,
      scenarios: ['volume'],
    })
    expect(document.benchmarks[0]?.samples[0]?.values.latency).toHaveLength(10)
    const fio = await measure({
      workloads: io.slice(1),
      params: [{ mebibytes: 64, seconds: 3, 'time-based': 1 }],
      engines,
      scenarios: ['volume'],
    })
    const values = fio.document.benchmarks[0]?.samples[0]?.values ?? {}
    expect(Object.keys(values)).toHaveLength(10)
    expect(values['read-latency-p99']).toBeGreaterThan(values['read-latency-median'] as number)
    expect((values.reads as number) / ((values.reads as number) + (values.writes as number))).toBeCloseTo(0.75, 1)
    expect(values['read-bytes']).toBe(4096 * (values.reads as number))
  })
})
