import { expect, test } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { listWorkloads } from '../read-catalog/catalog.ts'
import type { Params } from '../read-catalog/workload.ts'
import { bytesWritten, memoryToTouch, touchMemory } from './first-touch.ts'
import type { PlannedBenchmark } from './plan-benchmarks.ts'

const MIB = 2 ** 20
const workloads = listWorkloads()
const { plan } = startForTest()
const benchmark = (workload: string, params = {}) =>
  ({ workload, params, variant: null }) as Partial<PlannedBenchmark> as PlannedBenchmark

test('the file of every workload of the catalog says how much its benchmarks write', () => {
  for (const workload of workloads) {
    const choices = Object.entries(workload.params).map(([name, values]) => ({ name, values }))
    const all = choices.reduce<Params[]>(
      (some, { name, values }) => some.flatMap((params) => values.map((value) => ({ ...params, [name]: value }))),
      [{}],
    )
    for (const params of all)
      expect(
        bytesWritten(workload, benchmark(workload.workload, params)),
        `${workload.workload} ${JSON.stringify(params)} needs an entry of writes in its file`,
      ).toBeTypeOf('number')
  }
})

test('twice the most that is written at once is touched; a workload of a project may write anything', () => {
  const benchmarks = [benchmark('sequential-write', { bytes: 64 * MIB }), benchmark('npm-ci', { size: 'small' })]
  expect(memoryToTouch({ ...plan, benchmarks }, workloads)).toEqual({ bytes: 128 * MIB, isKnown: true })
  const own = workloads.map((workload) => (workload.workload === 'npm-ci' ? { ...workload, project: '/p' } : workload))
  expect(memoryToTouch({ ...plan, benchmarks }, own)).toEqual({ bytes: 128 * MIB, isKnown: false })
})

test.each([
  ['enough memory', 128 * MIB, true, 512 * MIB, 'handled', [['touch', '/file', String(128 * MIB)]]],
  ['an unknown need', 128 * MIB, false, 512 * MIB, 'unknown', [['touch', '/file', String(128 * MIB)]]],
  ['nothing written', 0, true, 512 * MIB, 'handled', []],
  ['more than a quarter of the available memory', 128 * MIB + 1, true, 512 * MIB, 'unhandled', []],
  ['more than 1 GiB', 2 ** 30 + 1, true, 2 ** 40, 'unhandled', []],
  ['unknown memory', 128 * MIB, true, null, 'unhandled', []],
] as const)('with %s', async (_, bytes, isKnown, available, touched, calls) => {
  const called: string[][] = []
  const runAgent = async (args: string[]) => {
    called.push(args)
    return { exitCode: 0, stdout: '', stderr: '' }
  }
  expect(await touchMemory({ bytes, isKnown }, { available, file: '/file' }, runAgent)).toBe(touched)
  expect(called).toEqual(calls)
})

test('memory that could not be touched is unhandled', async () => {
  const runAgent = async () => ({ exitCode: 137, stdout: '', stderr: '' })
  expect(await touchMemory({ bytes: 1, isKnown: true }, { available: 2 ** 30, file: '/file' }, runAgent)).toBe(
    'unhandled',
  )
})
