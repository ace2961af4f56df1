import { expect, test } from 'vitest'
import { otherOutputNotes } from './other-output.ts'

const TESTS = ['> test', 'ok 1 adds (12 ms)', 'ok 2 removes (8 ms)', 'all tests passed'].join('\n')
const AGAIN = TESTS.replace('12', '14').replace('8', '11')

/** The texts of the notes on one benchmark whose base printed `TESTS` twice, with other times, unless another is given. */
function notes(head: string[], base = [TESTS, AGAIN], redact = (text: string) => text): string[] {
  return otherOutputNotes([{ name: 'unit-tests bind', base, head }], redact).map(({ text }) => text)
}

test('a head that prints the same, except times and one more line, has no note', () => {
  expect(notes([`${TESTS.replace('12', '15')}\nDeprecationWarning: old`])).toEqual([])
})

test('a head that prints another number has a note, if base prints the same one twice', () => {
  expect(notes(['5199999'], ['3999997', '3999997'])).toEqual([
    'unit-tests bind: head printed something else than base, such as “5199999”. Check that both do the same work.',
  ])
  expect(notes(['5199999'], ['3999997', '4000001'])).toEqual([])
})

test('a head whose pipeline failed has a note with its error', () => {
  expect(notes(['starting\nsh: 1: vitest: not found'])).toEqual([
    'unit-tests bind: head printed something else than base, such as “sh: 1: vitest: not found”. Check that both do the same work.',
  ])
})

test('a head that prints nothing has a note', () => {
  expect(notes(['\n'])).toEqual([
    'unit-tests bind: head printed nothing, base 4 lines. Check that both do the same work.',
  ])
})

test('a base that prints nothing has a note only if head prints something', () => {
  expect(notes([''], ['', ''])).toEqual([])
  expect(notes(['cannot open data.json'], ['', ''])).toHaveLength(1)
})

test('outputs that do not repeat, or that were seen once, say nothing', () => {
  expect(notes(['c'], ['a', 'b'])).toEqual([])
  expect(notes(['c'], ['a'])).toEqual([])
  expect(notes([])).toEqual([])
})

test('an example has no names of this host and its user', () => {
  expect(notes(['no file in /home/ann'], undefined, (text) => text.replace('/home/ann', '~'))[0]).toContain('in ~”')
})
