import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const STRACE = '/usr/bin/strace'
const directory = mkdtempSync(join(tmpdir(), 'plimsoll-journal-'))

// `npm test` installs strace if it has permission. Without fsync, a journal survives a killed process, but not a power
// failure.
test.skipIf(!existsSync(STRACE))('system calls: each entry of a journal is on the disk before append returns', () => {
  const file = join(directory, 'run.journal')
  const module = new URL('./journal.ts', import.meta.url).href
  const script = `
    import { openJournal } from '${module}'
    const journal = openJournal('${file}')
    for (const benchmark of [0, 1, 2]) journal.append({ event: 'sample', benchmark })
    journal.close()`
  const trace = join(directory, 'trace')
  const flags = ['-f', '-y', '-e', 'trace=write,pwrite64,writev,fsync,fdatasync', '-o', trace]
  execFileSync(STRACE, [...flags, process.execPath, '--input-type=module', '--eval', script])
  const calls = readFileSync(trace, 'utf8').split('\n')
  const ofJournal = calls.filter((call) => call.includes(`<${file}>`)).map((call) => /(\w+)\(/.exec(call)?.[1])
  expect(ofJournal).toEqual(['write', 'fsync', 'write', 'fsync', 'write', 'fsync'])
})
