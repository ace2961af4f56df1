import { expect, test } from 'vitest'
import { startForTest } from '../../../test/journal.ts'
import type { BenchmarkSetting } from '../take-sample.ts'
import { takeMemory } from './memory.ts'

const [benchmark] = startForTest().plan.benchmarks

/** Takes a sample in a simulated engine. Each of its containers holds memory and reports the text `stdout`. */
async function take(stdout: string) {
  const engine = {
    start: async () => {},
    output: async () => '{"step":"holding"}',
    execute: async () => ({ exitCode: 0, stdout, stderr: '' }),
    remove: async () => {},
  }
  const executionTarget = { on: 'container', engine, image: 'image', agentVolume: 'agent' }
  const setting = { workload: { run: ['agent', 'hold'] }, benchmark, executionTarget } as unknown as BenchmarkSetting
  const slotId = { name: 's0000', run: 'aaaaaaaaaa', directory: '/nowhere', parent: 'a' }
  return takeMemory(setting, slotId, () => {}, new AbortController().signal)
}

test('three containers are looked at, and of the first also while it is alone', async () => {
  const look = { 'file-pss': 1, 'anonymous-pss': 2, 'cgroup-file': null, 'cgroup-anonymous': null }
  const { values } = await take(JSON.stringify({ step: 'memory', ...look }))
  expect(values).toEqual({ 'file-alone': 1, 'anonymous-alone': 2, file: [1, 1, 1], anonymous: [2, 2, 2] })
})

test.each(['{"step":"error","doing":"memory","path":"1","message":"Permission denied"}', 'null', ''])(
  'output that is not a memory reading is rejected: %s',
  async (line) => {
    await expect(take(line)).rejects.toThrow(`the memory of a container could not be read: ${line}`)
  },
)
