import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './testing.ts'
import { onThreads } from './threads.ts'

/** Doubles a number, and breaks at 13. */
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

test('every turn is done once, on whatever thread', async () => {
  const results: number[] = []
  await onThreads(script(), [1, 2, 3, 4, 5], async (result: number) => {
    results.push(result)
  })
  expect(results.sort((a, b) => a - b)).toEqual([2, 4, 6, 8, 10])
})

test('where a turn breaks no other is begun, and nothing goes on after it was said', async () => {
  let taken = 0
  const take = async () => {
    taken += 1
  }
  // Turns are taken from the end.
  await expect(onThreads(script(), [...Array.from({ length: 20 }, (_, n) => n + 20), 13], take)).rejects.toThrow(
    'unlucky',
  )
  const before = taken
  await setTimeout(200)
  expect(taken).toBe(before)
  expect(taken).toBeLessThan(5)
})
