import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { processorTime } from './processor-time.ts'

// Vitest's setup of each test file. For `npm test`, it records the processor time that the file takes.

const record = process.env.PLIMSOLL_PROCESSOR_TIMES
if (record !== undefined) {
  const before = processorTime()
  afterAll(() => {
    const { testPath: name } = expect.getState()
    appendFileSync(record, `${JSON.stringify({ name, seconds: processorTime() - before })}\n`)
  })
}
