import { parseProjectHistory } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import type { HistoryPoint } from '../store/queries-history.ts'
import { groupIntoSections } from './comparable-histories.ts'
import { shortAnswer } from './history-answer.ts'
import { findSlowdowns } from './slowdowns.ts'
import { historyPoint } from './testing.ts'

/** One night of a project's own workload for each value. */
function sections(values: number[], change: (point: HistoryPoint, night: number) => void = () => {}) {
  const points = values.map((value, night) => {
    const point = historyPoint({
      runId: idOf(night),
      startedAt: new Date(Date.UTC(2026, 10, 1 + night)).toISOString(),
      machine: 'Apple M4 Pro, 12 CPUs',
      definition: 'sha256:same',
      work: 'tests',
      commit: String(night).padStart(40, 'c'),
      value: value * 1e9,
    })
    change(point, night)
    return point
  })
  return groupIntoSections(points)
}

const slowdowns = (...history: Parameters<typeof sections>) => findSlowdowns(sections(...history))

const idOf = (night: number) => String.fromCharCode(97 + night).repeat(26)
const NIGHTS = [3, 3.1, 2.9, 3.05, 2.95, 3.02, 3.08, 2.98]
const times = (factor: number) => NIGHTS.map((value) => factor * value)

test('a slowdown names its benchmark, its first run, the commit, and the runs beside it', () => {
  const [slowdown, ...others] = slowdowns([...NIGHTS, ...times(1.3)])
  expect(others).toEqual([])
  expect(slowdown).toEqual({
    benchmark: 'tests on a bind mount (Docker Engine)',
    machine: 'Apple M4 Pro, 12 CPUs',
    since: '2026-11-09T00:00:00.000Z',
    run: idOf(8),
    commit: '8'.padStart(40, 'c'),
    near: [6, 7, 8, 9, 10].map(idOf),
    factor: expect.closeTo(1.3, 2),
    now: expect.closeTo(1.3, 2),
  })
  const file = JSON.stringify({ repository: 'example/project', answer: '', truncated: false, slowdowns: [slowdown] })
  expect(parseProjectHistory(file).slowdowns).toEqual([slowdown])
})

test('in a few words, it is slower since a day, or not, or there are too few runs to say so', () => {
  expect(shortAnswer(sections([...NIGHTS, ...times(1.3)]))).toBe('slower since 2026-11-09')
  expect(shortAnswer(sections([...NIGHTS, ...NIGHTS]))).toBe('no slowdown in 16 runs')
  expect(shortAnswer(sections(NIGHTS))).toBeNull()
})

test.each<[string, number[], number]>([
  ['an improvement', [...times(1.3), ...NIGHTS], 0],
  ['no change', [...NIGHTS, ...NIGHTS], 0],
  ['a slowdown whose results are back', [...NIGHTS, ...times(1.3), ...NIGHTS], 0],
  ['a slowdown of which a quarter was won back', [...NIGHTS, ...times(1.8), ...times(1.55)], 1],
  ['two slowdowns', [...NIGHTS, ...times(1.3), ...times(1.8)], 2],
])('%s', (_name, values, expected) => {
  expect(slowdowns(values)).toHaveLength(expected)
})

test('where higher values are better, a drop is the slowdown', () => {
  const isRate = (point: HistoryPoint) => Object.assign(point, { better: 'higher' })
  expect(slowdowns([...NIGHTS, ...times(0.7)], isRate)).toHaveLength(1)
  expect(slowdowns([...NIGHTS, ...times(1.3)], isRate)).toEqual([])
})

test('a change of the workload itself is no slowdown', () => {
  const redefine = (point: HistoryPoint, night: number) =>
    Object.assign(point, { definition: night < 8 ? 'sha256:one' : 'sha256:two' })
  expect(slowdowns([...NIGHTS, ...times(1.3)], redefine)).toEqual([])
})

test('transcribed and generated figures have none', () => {
  const generated = (point: HistoryPoint) => Object.assign(point, { origin: 'generated' })
  expect(slowdowns([...NIGHTS, ...times(1.3)], generated)).toEqual([])
})
