import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './testing.ts'
import { onThreads, startAsked } from './threads.ts'

/** A script that doubles a number and crashes at 13. */
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
  // Turns are taken from the end of the list.
  await expect(onThreads(script(), [...Array.from({ length: 20 }, (_, n) => n + 20), 13], take)).rejects.toThrow(
    'unlucky',
  )
  const before = taken
  await setTimeout(200)
  expect(taken).toBe(before)
  expect(taken).toBeLessThan(5)
})

/** A script that doubles a number, throws at 12 and crashes at 13. */
function answering(begin = ''): URL {
  const file = path.join(temporaryDirectory(), 'answering.mjs')
  writeFileSync(
    file,
    `import { answerQuestions } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
${begin}
answerQuestions(async (number) => {
  if (number === 12) throw new Error('a dozen')
  if (number === 13) setImmediate(() => { throw new Error('unlucky') })
  await new Promise((resolve) => setTimeout(resolve, 20))
  return 2 * number
})`,
  )
  return pathToFileURL(file)
}

test('a thread that broke fails what it was asked, and another answers what is asked next', async () => {
  const { ask, close } = await startAsked<number, number>(2, answering(), null)
  expect(await Promise.all([ask(1, 1), ask(2, 2)])).toEqual([2, 4])
  await expect(ask(0, 12)).rejects.toThrow('a dozen')
  const asked = await Promise.allSettled([ask(0, 13), ask(2, 3), ask(1, 3)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await ask(0, 4)).toBe(8)
  await close()
})

test('where threads cannot start it is said why', async () => {
  await expect(startAsked(2, answering("throw new Error('no memory')"), null)).rejects.toThrow('no memory')
})
