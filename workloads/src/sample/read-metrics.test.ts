import { expect, test } from 'vitest'
import type { WorkloadMetric } from '../read-catalog/workload.ts'
import { readMetrics } from './read-metrics.ts'

const seen = (wall: number, tail: string, ...later: number[]): Parameters<typeof readMetrics>[1] => {
  const usage = { minorFaults: 0, majorFaults: 0, voluntarySwitches: 0, involuntarySwitches: 0, blockInput: 0 }
  const run = { ...usage, wall, user: 0, system: 0, exit: 0, signal: null, timedOut: false, orphans: 0, tail }
  return { runs: [run, ...later.map((wall) => ({ ...run, wall }))], phases: null }
}

const metric = (name: string, from: WorkloadMetric['from']): WorkloadMetric => ({
  name,
  unit: 'ns',
  better: 'lower',
  primary: false,
  from,
})

test('the wall-clock time needs no output', () => {
  expect(readMetrics([metric('duration', 'wall')], seen(12, ''))).toEqual({ values: { duration: 12 } })
})

test('the CPU time is that of the first execution, in user mode and in the system', () => {
  const [first, ...later] = seen(12, '', 5).runs
  const runs: Parameters<typeof readMetrics>[1]['runs'] = [{ ...first, user: 7, system: 2 }, ...later]
  expect(readMetrics([metric('used', 'cpu')], { runs, phases: null })).toEqual({ values: { used: 9 } })
})

test('without events of the engine the phases are left out, unless the primary metric or a rate needs one', () => {
  const duration = { ...metric('duration', 'wall'), primary: true }
  const start = metric('start', { phase: 'start' })
  expect(readMetrics([duration, start], seen(12, ''))).toEqual({ values: { duration: 12 } })
  const failure = { failure: 'the engine reported no events of the container' }
  expect(readMetrics([metric('duration', 'wall'), { ...start, primary: true }], seen(12, ''))).toEqual(failure)
  expect(readMetrics([{ ...duration, per: 'start' }, start], seen(12, ''))).toEqual(failure)
})

test('the later times a command was run are a list of their own', () => {
  const metrics = [metric('first', 'wall'), metric('repeat', 'repeat')]
  expect(readMetrics(metrics, seen(12, '', 5, 6))).toEqual({ values: { first: 12, repeat: [5, 6] } })
})

test('numbers are read by JSON pointer, brought to whole base units, lists as lists', () => {
  const output = 'a warning\n{"jobs": [{"read": {"ms": 1.5, "a/b": [1, 2]}}]}\n'
  const metrics = [
    metric('read', { json: '/jobs/0/read/ms', times: 1_000_000 }),
    metric('each', { json: '/jobs/0/read/a~1b' }),
    metric('wall', 'wall'),
  ]
  expect(readMetrics(metrics, seen(7, output))).toEqual({ values: { read: 1_500_000, each: [1, 2], wall: 7 } })
})

test('numbers are read by the first group of a regular expression, on any line', () => {
  expect(
    readMetrics(
      [metric('took', { regex: '^took ([0-9.]+) ms$', times: 1_000_000 })],
      seen(1, 'start\ntook 2.5 ms\nend'),
    ),
  ).toEqual({
    values: { took: 2_500_000 },
  })
})

test('a step * takes every element that has what comes after it; none at all is a failure', () => {
  const metrics = [metric('latency', { json: '/*/io/time' })]
  const requests = '[{"io": {"time": 3}}, {"io": {"time": 4}}, {"stat": {"count": 2}}]'
  expect(readMetrics(metrics, seen(1, requests))).toEqual({ values: { latency: [3, 4] } })
  expect(readMetrics(metrics, seen(1, '[{"io": {"time": 3}}, {"io": {"time": "4"}}]'))).toHaveProperty('failure')
  expect(readMetrics(metrics, seen(1, '[{"stat": {"count": 2}}]'))).toHaveProperty('failure')
})

test.each([
  ['no JSON at all', { json: '/a' }, 'hello', 'the command printed no JSON'],
  ['JSON that was cut off', { json: '/a' }, '{"a": 1', 'the command printed no JSON'],
  ['another key', { json: '/a' }, '{"b": 1}', 'the command printed no number at /a for the metric m'],
  ['an inherited key', { json: '/constructor/length' }, '{}', 'no number at /constructor/length'],
  ['null', { json: '/a' }, '{"a": null}', 'no number at /a'],
  ['a text', { json: '/a' }, '{"a": "1"}', 'printed "1" at /a for the metric m, which is no number'],
  ['a negative number', { json: '/a' }, '{"a": -1}', 'printed -1 at /a for the metric m, which is negative'],
  ['more than a value can hold', { json: '/a', times: 1e9 }, '{"a": 1e9}', 'which is more than 9007199254740991 ns'],
  [
    'a number with commas',
    { regex: 'v=(.*)' },
    'v=1,234',
    'printed "1,234" matching v=(.*) for the metric m, which is no',
  ],
  [
    'seconds in ns',
    { regex: '([0-9.]+) s' },
    '0.29 s',
    'printed 0.29 matching ([0-9.]+) s for the metric m, which would be rounded to 0 ns: set `times` of the metric to the factor that converts it to ns, such as 1000000000',
  ],
  [
    'few seconds in ns',
    { json: '/a' },
    '{"a": [3, 12.4]}',
    'printed 12.4 at /a for the metric m, which would be rounded to 12 ns',
  ],
  ['an empty list', { json: '/a' }, '{"a": []}', 'no number at /a'],
  ['an empty group', { regex: 'took (\\d*)' }, 'took long', 'the command printed no number matching took (\\d*)'],
  ['no match', { regex: 'took (\\d+)' }, 'took long', 'the command printed no number matching took (\\d+)'],
] as const)('%s is a failure with the output, not a value', (_, from, output, message) => {
  const result = readMetrics([metric('m', from)], seen(1, output))
  expect('failure' in result && result.failure).toContain(message)
  expect('failure' in result && result.failure).toContain(output)
})

test('zero, and numbers of which rounding changes little, are values', () => {
  const metrics = [metric('each', { json: '/a' })]
  expect(readMetrics(metrics, seen(1, '{"a": [0, 123.4, 7]}'))).toEqual({ values: { each: [0, 123, 7] } })
})
