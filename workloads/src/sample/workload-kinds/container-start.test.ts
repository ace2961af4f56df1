import { expect, test } from 'vitest'
import { startForTest } from '../../../test/journal.ts'
import type { BenchmarkSetting } from '../take-sample.ts'
import { takeContainerStart } from './container-start.ts'

const [benchmark] = startForTest().plan.benchmarks

test("an engine's own command is timed from outside, by the host's agent, and so is its calibration", async () => {
  const isolated: boolean[] = []
  const startCommand = ({ isIsolated }: { isIsolated: boolean }) => {
    isolated.push(isIsolated)
    return ['true']
  }
  const engine = { startCommand, lifecycle: async () => ({ start: 3, run: 2, remove: 1 }) }
  const executionTarget = { on: 'container', engine, image: 'image' }
  const metrics = [
    { name: 'duration', from: 'wall' },
    { name: 'starting', from: { phase: 'start' } },
  ]
  const workload = { project: null, run: ['true'], metrics, times: 1, timeout: 60, unsupported: [] }
  const setting = { workload, benchmark, executionTarget } as unknown as BenchmarkSetting
  const slotId = { name: 's0000', run: 'aaaaaaaaaa', directory: '/nowhere', parent: 'a' }
  const taken = await takeContainerStart(setting, slotId, () => {}, new AbortController().signal)
  expect(taken).toMatchObject({ failure: null, values: { starting: 3 }, calibratedOn: 'host' })
  expect(taken.calibration).toHaveLength(31)
  const own = { ...setting, workload: { ...workload, project: '/project' } } as unknown as BenchmarkSetting
  await takeContainerStart(own, slotId, () => {}, new AbortController().signal)
  expect(isolated).toEqual([false, true])
})
