import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ProgressReporter, withProgress } from './progress.ts'

const ERASE = '\r\u001b[K'
let written: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  written = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.spyOn(console, 'error').mockImplementation((text) => void written.push(`${text}\n`))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Does work with stderr on a terminal of 80 columns, or in a log. */
async function work(isTTY: boolean, steps: (say: ProgressReporter) => Promise<void>): Promise<void> {
  const before = Object.getOwnPropertyDescriptors(process.stderr)
  Object.defineProperties(process.stderr, {
    isTTY: { value: isTTY, configurable: true },
    columns: { value: 80, configurable: true },
  })
  try {
    await withProgress(steps)
  } finally {
    for (const name of ['isTTY', 'columns'] as const) {
      if (before[name]) Object.defineProperty(process.stderr, name, before[name])
      else Reflect.deleteProperty(process.stderr, name)
    }
  }
}

/** Says ten times how much of a step of twenty seconds is done, and then does a step of five seconds in one piece. */
async function longWork(say: ProgressReporter): Promise<void> {
  for (let done = 0; done < 10; done++) {
    await say('copying documents', done, 10)
    vi.advanceTimersByTime(2000)
  }
  await say('rendering pages')
  vi.advanceTimersByTime(5000)
}

test('a terminal shows one line with a bar, percent and the time left, which is rewritten every second and erased', async () => {
  await work(true, longWork)
  const bar = `${'█'.repeat(4)}${'░'.repeat(16)} 20%`
  for (const seconds of [15, 14])
    expect(written).toContain(`${ERASE}${bar} · about ${seconds} s left · copying documents, 2 of 10`)
  expect(written.at(-2)).toBe(`${ERASE}5 s so far · rendering pages`)
  expect(written.at(-1)).toBe(ERASE)
  expect(written.join('')).not.toContain('\n')
})

test('a log gets a line for each step, and one every ten seconds', async () => {
  await work(false, longWork)
  expect(written).toEqual(['copying documents, 0 of 10\n', 'copying documents, 5 of 10\n', 'rendering pages\n'])
})

test.each([true, false])('work of less than two seconds shows nothing (terminal: %s)', async (isTTY) => {
  await work(isTTY, async (say) => {
    await say('verifying runs', 1, 2)
    vi.advanceTimersByTime(1900)
  })
  expect(written).toEqual([])
})
