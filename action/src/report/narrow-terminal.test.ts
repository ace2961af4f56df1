import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const PLIMSOLL = fileURLToPath(new URL('../../dist/plimsoll.js', import.meta.url))
const document = (name: string) => fileURLToPath(new URL(`../../../site/documents/${name}.json`, import.meta.url))

test
  .runIf(process.platform === 'linux')
  .each([
    ['list'],
    ['doctor'],
    [`report ${document('docker-internals-guide-2026-macos-docker-desktop')}`],
    [`compare ${document('linux-2026-docker-quick')} ${document('linux-2026-docker-standard')}`],
  ])('on a terminal of 80 columns, no line of %s is longer', async (call) => {
  const session = `stty cols 80; '${process.execPath}' '${PLIMSOLL}' ${call}`
  const { stdout } = await execa('script', ['-qc', session, '/dev/null'], { stdin: 'ignore', reject: false })
  const lines = stripVTControlCharacters(stdout).split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => line.length > 80 && !line.includes('sha256:'))).toEqual([])
})
