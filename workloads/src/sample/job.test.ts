import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJob } from './job.ts'
import type { Place } from './place.ts'
import type { CellSetting } from './sample.ts'

test('a command that leaves no hot directory did no wrong where none is mounted', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  try {
    const workload = {
      ...{ hot: 'node_modules', run: ['true'], prepare: [], place: [], environment: {}, verify: [] },
      ...{ times: 1, timeout: 60, output: 4096 },
    }
    const setting = { workload, cell: { params: {} }, arm: { on: 'host', kit: '/nowhere', files: null } }
    const { signal } = new AbortController()
    const report = await runJob(setting as unknown as CellSetting, {} as Place, join(directory, 'target'), [], signal)
    expect(report.error).toBeNull()
    expect(report.runs).toHaveLength(1)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
