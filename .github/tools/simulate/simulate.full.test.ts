import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const command = fileURLToPath(new URL('simulate.ts', import.meta.url))

const simulate = (...args: string[]) => execa(process.execPath, [command, ...args], { reject: false, stdin: 'ignore' })

test('a few repetitions print every rate with its interval, and exit with 1 if one is missed', async () => {
  const { stdout, stderr, exitCode } = await simulate('--repetitions', '3')
  expect(stdout).toMatch(/^false alarm in a check, spikes, CV 10%, α 1% +\d.*% to .*% +at most 1\.5%/m)
  expect(stdout).toMatch(/^recorded, quiet +interleaved Welch, same false-alarm rate +\d/m)
  expect(stdout).toMatch(/^\d+ of 65 rates meet their limits, 3 repetitions, seed 1\.$/m)
  const [, runs] = stdout.split(/^Ratios of runs$/m)
  expect(runs).toMatch(/^true ratio in the shown interval, spikes, quick +\d.*% to .*% +at least 93\.0%/m)
  expect(runs).toMatch(/^drift, CV 8% +native +\d/m)
  expect(runs).toMatch(/\d+ of 40 rates meet their limits, 3 repetitions, seed 1\.$/)
  expect(stderr).toContain('[13/13] ')
  expect(stderr).toMatch(/^runs: [\d.]+ s$/m)
  expect(exitCode).toBe(stdout.includes('MISSED') ? 1 : 0)
})

test('too few repetitions or an invalid seed is bad usage', async () => {
  const { stderr, exitCode } = await simulate('--repetitions', '0')
  expect(stderr).toContain('It takes a whole number from 1 to 100000.')
  expect(exitCode).toBe(2)
  expect((await simulate('--seed', 'x')).exitCode).toBe(2)
})
