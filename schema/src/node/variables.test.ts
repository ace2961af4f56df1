import { afterEach, expect, test, vi } from 'vitest'
import { unsetMeaninglessVariables } from './variables.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['HOME', '', undefined],
  ['HOME', 'relative', undefined],
  ['HOME', ' ', undefined],
  ['HOME', '/home/ada', '/home/ada'],
  ['XDG_RUNTIME_DIR', './run', undefined],
  ['TMPDIR', 'tmp', undefined],
  ['XDG_SESSION_TYPE', 'tty', 'tty'],
  ['DOCKER_HOST', '', undefined],
])('%s=%j becomes %j', (name, value, expected) => {
  vi.stubEnv(name, value)
  unsetMeaninglessVariables()
  expect(process.env[name]).toBe(expected)
})
