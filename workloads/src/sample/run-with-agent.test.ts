import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runWithAgent } from './run-with-agent.ts'
import { sampleResult } from './sample-result.ts'
import type { Slot } from './slot.ts'
import type { BenchmarkSetting } from './take-sample.ts'

test('a command that leaves no hot directory did no wrong where none is mounted, and its use of the system is counted', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  const workload = {
    ...{ hot: 'node_modules', run: ['true'], prepare: [], copy: [], environment: {}, verify: [] },
    ...{ times: 1, timeout: 60, output: 4096 },
  }
  const setting = {
    workload,
    benchmark: { params: {} },
    executionTarget: { on: 'host', toolchain: '/nowhere', files: null },
  }
  const { signal } = new AbortController()
  const report = await runWithAgent(
    setting as unknown as BenchmarkSetting,
    {} as Slot,
    join(directory, 'target'),
    [],
    signal,
  )
  expect(report.error).toBeNull()
  expect(report.runs).toHaveLength(1)
  const measured = {
    ...workload,
    unsupported: [],
    metrics: [{ name: 'duration', unit: 'ns', primary: true, from: 'wall' }],
  }
  const [run] = report.runs
  const twice = sampleResult(
    { ...report, runs: [...report.runs, ...report.runs] },
    { ...measured, times: 2 } as never,
    null,
  )
  expect(twice.failure).toBeNull()
  expect(run?.minorFaults).toBeGreaterThan(0)
  expect(twice.usage).toEqual({
    minorFaults: 2 * (run?.minorFaults ?? Number.NaN),
    majorFaults: 2 * (run?.majorFaults ?? Number.NaN),
    voluntarySwitches: 2 * (run?.voluntarySwitches ?? Number.NaN),
    involuntarySwitches: 2 * (run?.involuntarySwitches ?? Number.NaN),
    blockInput: 2 * (run?.blockInput ?? Number.NaN),
  })
  expect(sampleResult(report, measured as never, 'it failed').usage).toBeNull()
})
