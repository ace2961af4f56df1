// Vitest's setup of each test file.
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { processorTime } from './processor-time.ts'

// Each file has a folder of temporary files of its own, so that no test need remove what it makes there.
const before = process.env.TMPDIR
const folder = mkdtempSync(join(tmpdir(), 'test-'))
chmodSync(folder, 0o755) // As in /tmp, tests that are another user can enter it.
process.env.TMPDIR = folder
// This runs after all hooks of the file.
beforeAll(() => () => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(folder, { recursive: true, force: true })
})

// A test need not restore the variables that it stubs.
afterEach(() => void vi.unstubAllEnvs())

// For `npm test`, records the processor time that the file takes.
const record = process.env.PLIMSOLL_PROCESSOR_TIMES
if (record !== undefined) {
  const began = processorTime()
  afterAll(() => {
    const { testPath: name } = expect.getState()
    appendFileSync(record, `${JSON.stringify({ name, seconds: processorTime() - began })}\n`)
  })
}
