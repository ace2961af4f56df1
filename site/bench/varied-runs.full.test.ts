import { identify, validateRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { MACHINES } from './varied-machines.ts'
import { variedRuns } from './varied-runs.ts'

const RUNS = variedRuns(300, 1)

test('the same number and seed give the same runs, and another seed gives other runs', () => {
  const ids = (seed: number) => variedRuns(24, seed).map(({ document }) => identify(document).id)
  const first = ids(1)
  expect(ids(1)).toEqual(first)
  expect(new Set([...first, ...ids(2)]).size).toBe(48)
})

test('300 varied runs are valid, of twelve machines and six engines over two years, in every state', () => {
  expect(RUNS.flatMap(({ document }) => validateRun(document))).toEqual([])
  const documents = RUNS.map(({ document }) => document)
  expect(new Set(documents.map(({ host }) => `${host.cpu.model} ${host.os.version}`)).size).toBe(MACHINES.length)
  const engines = documents.flatMap((document) => document.engines)
  expect(new Set(engines.map(({ product }) => product)).size).toBe(6)
  expect(new Set(engines.map(({ product, version }) => `${product} ${version}`)).size).toBeGreaterThan(15)
  const times = documents.map(({ startedAt }) => Date.parse(startedAt))
  expect((Math.max(...times) - Math.min(...times)) / 86_400_000).toBeGreaterThan(720)
  expect(new Set(RUNS.map(({ state }) => state))).toEqual(new Set([null, 'withdrawn', 'superseded']))
  expect(new Set(documents.map(({ status }) => status))).toEqual(new Set(['complete', 'partial']))
  expect(documents.some(({ benchmarks }) => benchmarks.some(({ variant }) => variant === 'head'))).toBe(true)
})

test('a release of Docker Desktop makes work on a bind mount faster', () => {
  const times = RUNS.filter(
    ({ document: { host, engines } }) => host.cpu.model === 'Apple M3 Max' && engines.length > 0,
  )
    .flatMap(({ document }) => document.benchmarks)
    .filter(({ workload, scenario, engine }) => workload === 'npm-ci' && scenario === 'bind' && engine === 'desktop')
    .map(({ samples }) => Number(samples[0]?.values.duration))
  expect((times[0] ?? 0) / (times.at(-1) ?? 1)).toBeGreaterThan(1.3)
})

test('a run ends with its last sample, so that its dates agree with the time that it took', () => {
  for (const { document } of RUNS) {
    const offsets = document.benchmarks.flatMap(({ samples }) => samples.map(({ offset }) => offset ?? 0))
    const seconds = (Date.parse(document.finishedAt) - Date.parse(document.startedAt)) / 1000
    const rest = seconds - Math.max(...offsets) / 1e9
    expect(rest).toBeGreaterThan(-1)
    expect(rest).toBeLessThan(60)
  }
})
