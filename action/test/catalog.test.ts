import { type RunDocument, summarizeRun } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { fromCatalog, measure } from './measure.ts'

// Each fact here is one that a source got wrong; the test fails if the mistake comes back.

const engines = (await enginesForTest()).slice(0, 1)

/** Medians of a metric, by scenario and params. */
function medians(document: RunDocument, metric: string): Record<string, number> {
  const figures = summarizeRun(document).filter((summary) => summary.metric === metric)
  return Object.fromEntries(
    figures.map(({ cell, median }) => {
      const { scenario, params } = document.cells[cell] as RunDocument['cells'][number]
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
    for (const { values } of document.cells.flatMap(({ samples }) => samples)) {
      expect(values.bytes).toBe(67108864)
      expect(values.fsync).toBeGreaterThan(0)
      expect(values.duration).toBeGreaterThanOrEqual((values.write as number) + (values.fsync as number) - 1)
    }
  })

  test('copy-up grows with the size of the file in the lower layer', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('copy-up')],
      params: [{ mebibytes: 8 }, { mebibytes: 256 }],
      engines,
      scenarios: ['layer'],
      rounds: 3,
    })
    const durations = medians(document, 'duration')
    expect(durations['layer 256']).toBeGreaterThan(4 * (durations['layer 8'] as number))
    expect(new Set(document.cells.map(({ samples }) => samples[0]?.values['file-size']))).toEqual(
      new Set([8 * 2 ** 20, 256 * 2 ** 20]),
    )
  })

  test('half a CPU is never more than half a CPU, over twenty periods, with one thread and with two', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('cpu-limit')],
      params: [{ threads: 1 }, { threads: 2 }],
      engines,
      scenarios: ['layer'],
      rounds: 3,
    })
    for (const { values } of document.cells.flatMap(({ samples }) => samples)) {
      // A busy neighbour can take from it and never adds to it; on a quiet machine it reads 0.50 ± 0.01.
      expect((values.cpu as number) / (values.window as number)).toBeLessThan(0.51)
      expect(values.window).toBeGreaterThanOrEqual(2e9)
    }
  })

  test('every operation on metadata has a time of its own, in a place made for it', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('metadata')],
      params: [{ files: 500 }],
      engines,
      scenarios: ['native', 'layer', 'volume', 'bind'],
      rounds: 2,
    })
    for (const { status, reason, samples } of document.cells) {
      expect({ status, reason }).toEqual({ status: 'ok', reason: null })
      for (const { values } of samples) for (const time of Object.values(values)) expect(time).toBeGreaterThan(0)
    }
  })

  test('the flags of 2017 are accepted, and measured like any other scenario', async () => {
    const { document } = await measure({
      workloads: [fromCatalog('metadata')],
      params: [{ files: 500 }],
      engines,
      scenarios: ['bind-cached', 'bind-delegated', 'bind-consistent'],
    })
    expect(document.cells.map(({ status, target }) => ({ status, mounted: target?.mounted }))).toEqual(
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
    expect(document.cells.map(({ scenario, status, target }) => `${scenario} ${status} ${target?.filesystem}`)).toEqual(
      ['tmpfs ok tmpfs', 'ramdisk ok tmpfs'],
    )
  })

  test('every request of ioping is a value, and fio counts operations with their latencies', async () => {
    const io = [fromCatalog('ioping'), fromCatalog('fio-randrw')]
    const { document } = await measure({
      workloads: io.slice(0, 1),
      params: [{ requests: 10 }],
      engines,
      scenarios: ['volume'],
    })
    expect(document.cells[0]?.samples[0]?.values.latency).toHaveLength(10)
    const fio = await measure({
      workloads: io.slice(1),
      params: [{ mebibytes: 64, seconds: 3, 'time-based': 1 }],
      engines,
      scenarios: ['volume'],
    })
    const values = fio.document.cells[0]?.samples[0]?.values ?? {}
    expect(Object.keys(values)).toHaveLength(10)
    expect(values['read-latency-p99']).toBeGreaterThan(values['read-latency-median'] as number)
    expect((values.reads as number) / ((values.reads as number) + (values.writes as number))).toBeCloseTo(0.75, 1)
    expect(values['read-bytes']).toBe(4096 * (values.reads as number))
  })
})
