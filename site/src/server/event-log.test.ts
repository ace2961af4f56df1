import { expect, test } from 'vitest'
import { terminalLog } from './event-log.ts'

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
