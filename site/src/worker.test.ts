import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { RegistryError } from './errors.ts'
import { Refusal } from './ingest/refusal.ts'
import { temporaryDirectory } from './testing.ts'
import { onWorker, shareWithWorker, startWorker, type WorkerFunction } from './worker.ts'

/** A function that doubles a number after 20 ms. It throws at 12, and crashes its thread at 13. */
function doubler(begin = ''): WorkerFunction<[number], number> {
  const file = path.join(temporaryDirectory(), 'doubler.mjs')
  writeFileSync(
    file,
    `import { RegistryError } from ${JSON.stringify(new URL('errors.ts', import.meta.url).href)}
import { Refusal } from ${JSON.stringify(new URL('ingest/refusal.ts', import.meta.url).href)}
${begin}
export async function double(number) {
  if (number === 12) throw Object.assign(new Error('a dozen'), { code: 'ENOSPC' })
  if (number === 13) setImmediate(() => { throw new Error('unlucky') })
  if (number === 14) throw new RegistryError('damaged-document', 'It is damaged.', 3)
  if (number === 15) throw new Refusal(429, 'busy', 'Wait.', { retryAfter: 5 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  return 2 * number
}`,
  )
  return onWorker<(number: number) => number>(pathToFileURL(file), 'double')
}

/** Doubles a number as `doubler` does, on this thread. It throws at 12. */
async function double(number: number): Promise<number> {
  if (number === 12) throw new Error('a dozen')
  await setTimeout(20)
  return 2 * number
}

test('every task is done once, on this thread or the worker', async () => {
  const results: number[] = []
  await shareWithWorker(double, doubler(), [1, 2, 3, 4, 5], async (result) => {
    results.push(result)
  })
  expect(results.sort((a, b) => a - b)).toEqual([2, 4, 6, 8, 10])
})

test('the worker gets its share although this thread never waits', async () => {
  let own = 0
  const busy = (number: number) => {
    own += 1
    for (const end = performance.now() + 20; performance.now() < end; );
    return 2 * number
  }
  const tasks = Array.from({ length: 40 }, (_, n) => n + 20)
  await shareWithWorker(busy, doubler(), tasks, async () => {})
  // Starting the thread takes as long as some tasks.
  expect(own).toBeLessThan(tasks.length - 3)
})

// The worker takes the first task, and this thread the second.
test.each([
  [[12], 'a dozen'],
  [[13], 'unlucky'],
  [[20, 12], 'a dozen'],
])('after a failed task no further task starts, and no result is handled', async (first, message) => {
  let handled = 0
  const take = async () => {
    handled += 1
  }
  // A task takes 20 ms, so the other thread would need many seconds for all.
  const tasks = [...first, ...Array.from({ length: 5000 }, (_, n) => n + 20)]
  await expect(shareWithWorker(double, doubler(), tasks, take)).rejects.toThrow(message)
  const before = handled
  await setTimeout(200)
  expect(handled).toBe(before)
  expect(handled).toBeLessThan(5000)
})

test('a thread that cannot start again fails its call, and starts for a later one', async () => {
  const file = path.join(temporaryDirectory(), 'broken')
  const double = doubler(`import { existsSync } from 'node:fs'
if (existsSync(${JSON.stringify(file)})) throw new Error('no memory')`)
  const { call, close } = startWorker()
  expect(await call(double, 2)).toBe(4)
  writeFileSync(file, '')
  await expect(call(double, 13)).rejects.toThrow('unlucky')
  await expect(call(double, 3)).rejects.toThrow('no memory')
  rmSync(file)
  expect(await call(double, 4)).toBe(8)
  await close()
})

test('a crashed thread fails the call that it made, and a new thread makes the next ones', async () => {
  const double = doubler()
  const { call, close } = startWorker()
  expect(await Promise.all([call(double, 1), call(double, 2)])).toEqual([2, 4])
  const results = await Promise.allSettled([call(double, 13), call(double, 3), call(double, 3)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(await call(double, 4)).toBe(8)
  await close()
})

test('an error keeps its class and its fields', async () => {
  const double = doubler()
  const { call, close } = startWorker()
  const errors = await Promise.all([12, 14, 15].map((number) => call(double, number).catch((error) => error)))
  expect(errors.map((error) => [error.constructor, error.message, error.code])).toEqual([
    [Error, 'a dozen', 'ENOSPC'],
    [RegistryError, 'It is damaged.', 'damaged-document'],
    [Refusal, 'Wait.', 'busy'],
  ])
  expect(errors[1]).toMatchObject({ name: 'RegistryError', exitCode: 3 })
  expect(errors[2]).toMatchObject({ status: 429, retryAfter: 5, errors: [] })
  await close()
})

test('if a thread cannot start, its first call fails with the error', async () => {
  const double = doubler("throw new Error('no memory')")
  const { call, close } = startWorker()
  await expect(call(double, 1)).rejects.toThrow('no memory')
  await close()
})

test('a call whose arguments cannot be sent to a thread fails, and the next one is made', async () => {
  const double = doubler()
  const { call, close } = startWorker()
  const [failed, next] = [call(double, (() => {}) as never).catch((error) => error), call(double, 2)]
  expect(await failed).toMatchObject({ name: 'DataCloneError' })
  expect(await next).toBe(4)
  await close()
})
