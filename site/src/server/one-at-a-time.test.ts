import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Refusal } from '../ingest/refusal.ts'
import { oneAtATime } from './one-at-a-time.ts'

test('of many questions at once twenty are answered, one after the other, and the others are refused', async () => {
  const inTurn = oneAtATime()
  let [running, most] = [0, 0]
  const ask = (number: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await setTimeout(2)
    running -= 1
    if (number === 3) throw new Error('a question that fails')
    return number
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, number) => inTurn(ask(number))))
  const answered = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(answered).toEqual([0, 1, 2, ...Array.from({ length: 16 }, (_, index) => 4 + index)])
  expect(most).toBe(1)
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  const refused = reasons.filter((reason) => reason instanceof Refusal)
  expect(reasons.length - refused.length).toBe(1)
  expect(refused).toHaveLength(280)
  expect(refused[0]).toMatchObject({ status: 503, code: 'busy', retryAfter: 5 })
  expect(await inTurn(ask(7))).toBe(7)
})

test('other work gets its turn between two questions', async () => {
  const inTurn = oneAtATime()
  const order: string[] = []
  const questions = ['a', 'b'].map((name) =>
    inTurn(async () => {
      order.push(name)
      setImmediate(() => order.push(`after ${name}`))
    }),
  )
  await Promise.all(questions)
  expect(order.slice(0, 3)).toEqual(['a', 'after a', 'b'])
})
