import { forTerminal } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { jsonLog, terminalLog } from './event-log.ts'

test('the terminal log shows errors as one sentence each, and nothing else', () => {
  const lines: string[] = []
  const log = terminalLog((line) => lines.push(line))
  log('info', 'request', { method: 'GET', route: 'site', status: 200, ms: 1 })
  log('error', 'build-failed', { ms: 12, message: 'There is no space.' })
  log('error', 'not-a-run', { file: '/r/documents/a.json', pointer: '', message: 'it is no JSON' })
  log('error', 'unexpected', { message: 'out of memory', stack: 'at a\nat b' })
  expect(lines).toEqual([
    'plimsoll-registry: build failed: There is no space.\n',
    'plimsoll-registry: not a run: /r/documents/a.json: it is no JSON\n',
    'plimsoll-registry: unexpected: out of memory\n',
  ])
})

test('a line of JSON has no workflow command and no invisible character, and its values are unchanged', () => {
  const lines: string[] = []
  const message =
    'ä 漢 😀 "##[error]x" ###[[\n::error::y \u001b[31m \u009b31m \u202e \u200b \u2028 \u007f \u0085 \u{e0041} \\##[z'
  jsonLog((line) => lines.push(line))('error', 'unexpected', { message, '##[a\u202e': 1 })
  const [line = '', ...more] = lines
  expect(more).toEqual([])
  expect(line).toMatch(/^\{.*\}\n$/)
  expect(line.trimEnd()).toBe(forTerminal(line.trimEnd()))
  expect(line).toContain('ä 漢 😀')
  expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'unexpected', message, '##[a\u202e': 1 })
})
