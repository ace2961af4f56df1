import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './testing.ts'
import { runOnThreads, startWorkerPool } from './threads.ts'

/** Writes a script that doubles a number and crashes at 13. */
function script(): URL {
  const file = path.join(temporaryDirectory(), 'worker.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (number) => {
  if (number === 13) throw new Error('unlucky')
  setTimeout(() => parentPort.postMessage(2 * number), 20)
})`,
  )
  return pathToFileURL(file)
}

test('every task is done once, on any thread', async () => {
  const results: number[] = []
  await runOnThreads(script(), [1, 2, 3, 4, 5], async (result: number) => {
    results.push(result)
  })
  expect(results.sort((a, b) => a - b)).toEqual([2, 4, 6, 8, 10])
})

test('after a failed task no further task starts, and no result is handled', async () => {
  let handled = 0
  const take = async () => {
    handled += 1
  }
  // The last task starts first.
  await expect(runOnThreads(script(), [...Array.from({ length: 20 }, (_, n) => n + 20), 13], take)).rejects.toThrow(
    'unlucky',
  )
  const before = handled
  await setTimeout(200)
  expect(handled).toBe(before)
  expect(handled).toBeLessThan(5)
})

/** Writes a script for a worker pool that doubles a number, throws at 12, and crashes at 13. */
function poolScript(begin = ''): URL {
  const file = path.join(temporaryDirectory(), 'pool-script.mjs')
  writeFileSync(
    file,
    `import { answerRequests } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
${begin}
answerRequests(async (number) => {
  if (number === 12) throw new Error('a dozen')
  if (number === 13) setImmediate(() => { throw new Error('unlucky') })
  await new Promise((resolve) => setTimeout(resolve, 20))
  return 2 * number
})`,
  )
  return pathToFileURL(file)
}

test('a crashed thread fails its open requests, and a new thread answers the next one', async () => {
  const { send, close } = await startWorkerPool<number, number>(2, poolScript(), null)
  expect(await Promise.all([send(1, 1), send(2, 2)])).toEqual([2, 4])
  await expect(send(0, 12)).rejects.toThrow('a dozen')
  const results = await Promise.allSettled([send(0, 13), send(2, 3), send(1, 3)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await send(0, 4)).toBe(8)
  await close()
})

test('if the threads cannot start, their error is thrown', async () => {
  await expect(startWorkerPool(2, poolScript("throw new Error('no memory')"), null)).rejects.toThrow('no memory')
})
