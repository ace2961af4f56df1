import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeProgram } from '../../../action/src/command.ts'
import { manPage } from './man-page.ts'

const program = makeProgram(() => {})
const page = manPage(program, '1.2.3')

test('the manual page names every command and every option', () => {
  for (const command of program.commands)
    for (const text of [
      command.name(),
      ...command
        .createHelp()
        .visibleOptions(command)
        .map(({ long }) => String(long)),
    ])
      expect(page).toContain(text.replaceAll('-', '\\-'))
  expect(page).toContain('.TH PLIMSOLL 1 "" "plimsoll 1.2.3"')
})

test.skipIf(spawnSync('groff', ['--version']).error)('groff formats the manual page without a warning', () => {
  const { stderr } = spawnSync('groff', ['-K', 'utf8', '-man', '-Tutf8', '-ww', '-z'], {
    input: page,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const text = execFileSync('groff', ['-K', 'utf8', '-man', '-Tutf8', '-P-c', '-P-b', '-P-u'], {
    input: page,
    encoding: 'utf8',
  })
  expect(text).toContain('--fail-on')
})
