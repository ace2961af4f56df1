import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runWithAgent } from './run-with-agent.ts'
import type { Slot } from './slot.ts'
import type { BenchmarkSetting } from './take-sample.ts'

test('a command that leaves no hot directory did no wrong where none is mounted', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  try {
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
  } finally {
    rmSync(directory, { recursive: true })
  }
})
