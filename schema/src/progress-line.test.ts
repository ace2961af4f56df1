import { expect, test } from 'vitest'
import { progressLine } from './progress-line.ts'

const work = { share: 0.421, secondsLeft: 185, secondsSoFar: 20, text: 'round 2 of 5 · npm-ci small · bind · docker' }

test('a line has a bar, percent, the time left and what is being done', () => {
  expect(progressLine(work, 100)).toBe(
    '████████░░░░░░░░░░░░ 42% · about 3 min left · round 2 of 5 · npm-ci small · bind · docker',
  )
})

test.each([80, 60, 59, 40, 39, 20, 10])('a line is shorter than a terminal of %i columns', (columns) => {
  const line = progressLine({ ...work, text: 'x'.repeat(100) }, columns)
  expect([...line]).toHaveLength(columns - 1)
  expect(line).toContain('42%')
})

test('a narrow terminal has a shorter bar, and a very narrow one has percent only', () => {
  expect(progressLine(work, 50)).toMatch(/^████░░░░░░ 42% · about 3 min left/)
  expect(progressLine(work, 30)).toMatch(/^42% · about 3 min left/)
})

test('work is at 100% only when it is done', () => {
  expect(progressLine({ ...work, share: 0.999 }, 80)).toContain(' 99% ')
  expect(progressLine({ ...work, share: 1 }, 80)).toMatch(/^█{20} 100% /)
})

test('without an estimate, the line has the time so far, and without a share no bar', () => {
  expect(progressLine({ share: null, secondsLeft: null, secondsSoFar: 12.7, text: 'Building' }, 80)).toBe(
    '12 s so far · Building',
  )
  expect(progressLine({ ...work, secondsLeft: 7500 }, 80)).toContain('about 2 h 5 min left')
})
