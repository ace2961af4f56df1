import { afterEach, expect, test, vi } from 'vitest'
import { endOnSignals, onSignals } from './signals.ts'

afterEach(() => vi.restoreAllMocks())

test('a signal goes to the newest handler alone, and ends a process without one', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const stopEnding = endOnSignals()
  const handler = vi.fn()
  const stop = onSignals(handler)
  process.emit('SIGINT', 'SIGINT')
  stop()
  expect(handler.mock.calls).toEqual([['SIGINT']])
  expect(exit).not.toHaveBeenCalled()
  process.emit('SIGTERM', 'SIGTERM')
  expect(exit.mock.calls).toEqual([[143]])
  stopEnding()
})
