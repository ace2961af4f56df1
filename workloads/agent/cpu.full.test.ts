import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { agent, only } from './test/run-agent.ts'

// It wants the whole machine, so that no test may run beside it.

const threadCounts = [1, 2].filter((threads) => threads <= availableParallelism())

test.for(threadCounts)('%d busy threads use as many CPUs, if no other program uses them', async (threads, { skip }) => {
  let share = 0
  // A neighbour takes CPU time away and never adds any: one quiet moment is enough.
  for (let attempt = 0; share < 0.95 * threads && attempt < 40; attempt++) {
    const line = only(await agent('cpu', `${threads}`, '300'), 'cpu')
    expect(line).toEqual({ step: 'cpu', threads, cpu: expect.any(Number), wall: expect.any(Number) })
    expect(Number(line.wall)).toBeGreaterThanOrEqual(300e6)
    share = Number(line.cpu) / Number(line.wall)
    expect(share).toBeLessThan(1.05 * threads)
  }
  const busy = `Others leave ${share.toFixed(2)} CPUs to ${threads} busy threads: end what else is running.`
  skip(share < 0.95 * threads, busy) // the machine's fault, not the code's: the tests below do not depend on it
})
