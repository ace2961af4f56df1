import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { beforeAll, expect, test } from 'vitest'

const command = fileURLToPath(new URL('../../bin/plimsoll.js', import.meta.url))

const simulate = (...args: string[]) =>
  execa(process.execPath, [command, 'simulate', ...args], { reject: false, stdin: 'ignore' })

// Each call takes two seconds of processor time, so several tests read the results of these two.
let table: Awaited<ReturnType<typeof simulate>>
let json: typeof table
beforeAll(async () => {
  table = await simulate('--repetitions', '3')
  json = await simulate('--repetitions', '2', '--seed', '7', '--format', 'json')
})

test('a few repetitions print every rate with its interval, and exit with 1 if one is missed', () => {
  const { stdout, stderr, exitCode } = table
  expect(stdout).toMatch(/^false alarm in a check, spikes, CV 10%, α 1% +\d.*% to .*% +at most 1\.5%/m)
  expect(stdout).toMatch(/^recorded, quiet +interleaved Welch, same false-alarm rate +\d/m)
  expect(stdout).toMatch(/^\d+ of 43 rates meet their limits, 3 repetitions, seed 1\.$/m)
  expect(stderr).toContain('[13/13] ')
  expect(exitCode).toBe(stdout.includes('MISSED') ? 1 : 0)
})

test('the ratios of runs follow under their own heading, with the duration of each part', () => {
  const { stdout, stderr } = table
  const [, runs] = stdout.split(/^Ratios of runs$/m)
  expect(runs).toMatch(/^true ratio in the printed interval, spikes, quick +\d.*% to .*% +at least 93\.0%/m)
  expect(runs).toMatch(/^drift, CV 8% +native +\d/m)
  expect(runs).toMatch(/^quick, at least 10 +\d/m)
  expect(runs).toMatch(/\d+ of 38 rates meet their limits, 3 repetitions, seed 1\.$/)
  expect(stderr).toMatch(/^checks: [\d.]+ s$/m)
  expect(stderr).toMatch(/^runs: [\d.]+ s$/m)
})

test('the same seed gives the same counts', async () => {
  const counted = async (seed: string) =>
    (await simulate('--repetitions', '2', '--seed', seed, '--format', 'json')).stdout
  const first = json.stdout
  expect(await counted('7')).toBe(first)
  expect(await counted('8')).not.toBe(first)
  expect(JSON.parse(first)).toMatchObject({
    repetitions: 2,
    seed: 7,
    recorded: expect.any(Array),
    runs: { lines: expect.any(Array) },
  })
})

test('CSV has every rate with its counts and its limit', async () => {
  const csv = (await simulate('--repetitions', '2', '--seed', '7', '--format', 'csv')).stdout
  const { lines, runs } = JSON.parse(json.stdout)
  const [header, first, ...others] = csv.split('\n')
  expect(header).toBe('of,rate,hits,trials,interval_low,interval_high,limit,limit_share,met')
  expect(first).toMatch(/^checks,"false alarm in a check, iid, CV 3%, α 5%",\d+,2,.*,at most,0\.06,(true|false)$/)
  expect(others).toHaveLength(lines.length + runs.lines.length - 1)
})

test('too few repetitions, an invalid seed, or a flag of --real alone is bad usage', async () => {
  expect(await simulate('--engine', 'docker')).toMatchObject({
    exitCode: 2,
    stderr: '--engine needs --real. Add --real, or leave out --engine.',
  })
  const { stderr, exitCode } = await simulate('--repetitions', '0')
  expect(stderr).toContain('It takes a whole number from 1 to 100000.')
  expect(exitCode).toBe(2)
  expect((await simulate('--seed', 'x')).exitCode).toBe(2)
})
