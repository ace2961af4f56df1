import { expect, test } from 'vitest'
import { type ProjectHistory, parseProjectHistory } from './project-history.ts'

const RUN = 'a'.repeat(26)
const HISTORY: ProjectHistory = {
  repository: 'example/project',
  answer: 'Since 2026-11-10: 1.28× the median before, tests on a bind mount (Docker Engine).',
  truncated: false,
  slowdowns: [
    {
      benchmark: 'tests on bind, Docker Engine',
      machine: 'Apple M4 Pro, 12 CPUs',
      since: '2026-11-10T02:00:00Z',
      run: RUN,
      commit: 'c'.repeat(40),
      near: [RUN],
      factor: 1.28,
      now: 1.27,
    },
  ],
}

test('a history is read as it was written, without members that are unknown', () => {
  expect(parseProjectHistory(JSON.stringify(HISTORY))).toEqual(HISTORY)
  expect(parseProjectHistory(JSON.stringify({ ...HISTORY, later: 1 }))).toEqual(HISTORY)
})

test.each<[string, object]>([
  ['slowdowns', { slowdowns: {} }],
  ['an object', { slowdowns: [null] }],
  ['repository', { repository: 1 }],
  ['run', { slowdowns: [{ ...HISTORY.slowdowns[0], run: '../../x' }] }],
  ['near', { slowdowns: [{ ...HISTORY.slowdowns[0], near: ['x'] }] }],
  ['since', { slowdowns: [{ ...HISTORY.slowdowns[0], since: 'yesterday' }] }],
  ['commit', { slowdowns: [{ ...HISTORY.slowdowns[0], commit: '"; rm -rf /' }] }],
  ['factor', { slowdowns: [{ ...HISTORY.slowdowns[0], factor: 0 }] }],
  ['now', { slowdowns: [{ ...HISTORY.slowdowns[0], now: '1' }] }],
])('a wrong member is named: %s', (name, change) => {
  expect(() => parseProjectHistory(JSON.stringify({ ...HISTORY, ...change }))).toThrow(
    `not the history of a project: ${name} is missing or wrong`,
  )
})
