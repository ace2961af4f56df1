import { expect, test } from 'vitest'
import { startForTest } from '../../../test/journal.ts'
import { Problem } from '../../problem.ts'
import type { BenchmarkSetting } from '../take-sample.ts'
import { takeNetwork } from './network.ts'

const [benchmark] = startForTest().plan.benchmarks

test.each(['createNetwork', 'start', 'output', 'address', 'run'])(
  'where %s fails, nothing of the sample is left: an engine has addresses for few networks',
  async (failing) => {
    const things = new Set<string>()
    const engine = {
      createNetwork: async (name: string) => void things.add(name),
      start: async ({ name }: { name: string }) => void things.add(name),
      output: async () => '{"step":"listening","port":80}',
      address: async () => '10.0.0.2',
      run: async () => ({}),
      remove: async (all: { id: string }[]) => {
        for (const { id } of all) things.delete(id)
      },
      [failing]: async (first: string | { name: string }) => {
        if (failing === 'createNetwork') things.add(String(first))
        throw new Problem(3, 'it failed')
      },
    }
    const executionTarget = {
      on: 'container',
      engine,
      image: 'image',
      agentVolume: 'agent',
      filesVolume: null,
      keepEnvironment: [],
      services: [],
    }
    const workload = { run: [], prepare: [], copy: [], environment: {}, verify: [], limits: {}, times: 1 }
    const setting = { workload, benchmark, executionTarget } as unknown as BenchmarkSetting
    const slotId = { name: 's0000', run: 'aaaaaaaaaa', directory: '/nowhere', parent: 'a' }
    const taken = takeNetwork(setting, slotId, () => {}, new AbortController().signal)
    await expect(taken).rejects.toThrow('it failed')
    expect([...things]).toEqual([])
  },
)
