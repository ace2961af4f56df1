import { expect, test } from 'vitest'
import { waitForQuiet } from './wait-for-quiet.ts'

/** Waits on a host with these shares of used CPU time, the last one for ever. Returns what was measured and printed. */
async function wait(...shares: (number | null)[]) {
  let ms = 0
  const printed: string[] = []
  const measure = async (window: number) => {
    ms += window
    return (shares.length > 1 ? shares.shift() : shares[0]) ?? null
  }
  await waitForQuiet(measure, { isTTY: false, columns: 80, write: (text) => printed.push(text) })
  return { seconds: ms / 1000, printed: printed.join('') }
}

test.each([0.49, null])('with a share of %j, npm start does not wait after it was measured once', async (share) => {
  expect(await wait(share)).toEqual({ seconds: 2, printed: '' })
})

test('npm start waits as long as half of the CPU time is used, and says so', async () => {
  const { seconds, printed } = await wait(1, 0.5, 0.2)
  expect(seconds).toBe(6)
  expect(printed).toBe('Waiting until the load of the set-up settles, at most 60 s (--no-rest skips this)\n')
})

test('npm start waits no longer than a minute for a load that stays', async () => {
  expect((await wait(1)).seconds).toBe(60)
})
