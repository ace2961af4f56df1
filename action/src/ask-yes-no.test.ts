import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askYesNo } from './ask-yes-no.ts'

/** The answer that results if a user presses these keys at a terminal. */
function press(keys: string, otherwise: boolean): Promise<boolean> {
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { isTTY: true })
  const answer = askYesNo('Go on?', { otherwise, undone: 'nothing was done' }, { input, output })
  input.write(keys)
  return answer
}

test.each([
  ['y\n', false, true],
  ['Yes\n', false, true],
  ['n\n', true, false],
  ['yeah\n', true, false],
  ['\n', true, true],
  ['\n', false, false],
])('%j, where an empty line is %s, is %s', async (keys, otherwise, answer) => {
  expect(await press(keys, otherwise)).toBe(answer)
})

test.each(['\u0003', '\u0004'])('%j ends the question with exit code 130', async (key) => {
  await expect(press(key, true)).rejects.toMatchObject({ exitCode: 130, message: 'Interrupted: nothing was done.' })
})
