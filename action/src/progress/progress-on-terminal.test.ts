import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const PLIMSOLL = fileURLToPath(new URL('../../dist/plimsoll.js', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const RUN = `'${process.execPath}' '${PLIMSOLL}' run --workload metadata --engine none --out`
const ERASE = '\r\u001b[K'

/** A real run of the host on a terminal of some columns, as the writes to the rewritten line. */
async function onTerminal(columns: number, call: string) {
  const { stdout } = await execa('script', ['-qc', `stty cols ${columns}; ${call}`, '/dev/null'], {
    ...{ cwd: home, env: { HOME: home }, stdin: 'ignore', reject: false },
  })
  return stdout.split(ERASE)
}

test.runIf(process.platform === 'linux').each([44])(
  'on a terminal of %i columns, a run rewrites one line with a bar, percent and the time left, and erases it',
  async (columns) => {
    const writes = await onTerminal(columns, `${RUN} ${columns}.json --rounds 2`)
    const drawn = writes.filter((text) => /\d% · /.test(text))
    expect(drawn.length, writes.join('\n')).toBeGreaterThanOrEqual(6)
    for (const line of drawn) {
      expect(line).not.toContain('\n')
      expect(line).not.toContain('\u001b')
      expect([...line].length).toBeLessThan(columns)
    }
    expect(drawn.some((line) => /^[█░]+ +\d+% · about \d+ s left · \[2\/3\]/.test(line))).toBe(true)
    expect(writes.at(-1)).toMatch(/^Wrote /)
  },
)

test.runIf(process.platform === 'linux')('an interrupt erases the line before the message', async () => {
  const [pid, journal] = [join(home, 'pid'), join(home, 'interrupted.json.journal')]
  const running = onTerminal(80, `echo $$ > ${pid}; exec ${RUN} interrupted.json --rounds 1000 --no-rest`)
  await expect.poll(() => readFileSync(journal, 'utf8')).toContain('"event":"sample"')
  process.kill(Number(readFileSync(pid, 'utf8')), 'SIGINT')
  const writes = await running
  const at = writes.findIndex((text) =>
    text.startsWith('Interrupted: keeping samples if there are any, and cleaning up…'),
  )
  expect(writes[at - 1]).toMatch(/^[█░]+ +\d+% · /)
  expect(writes.at(-1)).toMatch(/^Wrote /)
})
