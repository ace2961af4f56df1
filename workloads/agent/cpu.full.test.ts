import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { agent, only } from './test/run-agent.ts'

// This test needs the whole machine, so no other test may run beside it.

const threadCounts = [1, 2].filter((threads) => threads <= availableParallelism())

test.for(threadCounts)('%d busy threads use as many CPUs, if no other program uses them', async (threads, { skip }) => {
  let share = 0
  // Another program takes CPU time away and never adds any, so one quiet moment is enough.
  for (let attempt = 0; share < 0.95 * threads && attempt < 40; attempt++) {
    const line = only(await agent('cpu', `${threads}`, '300'), 'cpu')
    expect(line).toEqual({ step: 'cpu', threads, cpu: expect.any(Number), wall: expect.any(Number) })
    expect(Number(line.wall)).toBeGreaterThanOrEqual(300e6)
    share = Number(line.cpu) / Number(line.wall)
    expect(share).toBeLessThan(1.05 * threads)
  }
  const busy = `Others leave ${share.toFixed(2)} CPUs to ${threads} busy threads: end what else is running.`
  // A low share here is the fault of the machine, not of the code, so the test is skipped.
  skip(share < 0.95 * threads, busy)
})
