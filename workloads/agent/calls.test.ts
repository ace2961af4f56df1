import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { call, only, temporaryDirectory } from './test/run-agent.ts'

const run = promisify(execFile)
const directory = await temporaryDirectory()

const pathIn = (name: string) => path.join(directory, name)

/**
 * The agent's result under strace, and the agent's system calls in order. They are the calls that name a file, write,
 * synchronise or close.
 */
async function traced(args: string[], options: string[] = []) {
  const file = pathIn('trace')
  const calls = 'trace=%file,write,writev,fsync,fdatasync,close'
  const result = await call('strace', ['-o', file, '-e', calls, '-s', '64', ...options, agentBinary(), ...args])
  return { result, calls: (await readFile(file, 'utf8')).split('\n') }
}

/** A system call's name with the flags that say what happens to a file that already exists. */
function shape(line: string): string {
  return [line.split('(')[0]?.replace('openat', 'open'), ...(line.match(/\bO_(CREAT|EXCL|TRUNC)\b/g) ?? [])].join(' ')
}

const traceable = await run('strace', ['-o', '/dev/null', 'true']).catch(() => undefined)

describe('what a work asks of the kernel', () => {
  beforeEach((context) => {
    if (!traceable) context.skip('strace cannot look at a process here: install it to see the calls.')
  })

  test('write makes a new file, and synchronises it once, after the last record and before it is closed', async () => {
    const { calls } = await traced(['write', pathIn('file'), '10000', '4096'])
    const from = calls.findIndex((line) => line.includes(pathIn('file')) && line.startsWith('open'))
    const number = / = (\d+)$/.exec(calls[from] ?? '')?.[1]
    const ofFile = calls.slice(from, calls.findIndex((line, at) => at > from && line.startsWith('close(')) + 1)
    expect(ofFile.map(shape)).toEqual(['open O_CREAT O_EXCL', 'write', 'write', 'write', 'fsync', 'close'])
    expect(ofFile.at(-2)).toMatch(new RegExp(`^fsync\\(${number}\\) += 0$`))
    expect(calls.filter((line) => /^f(data)?sync\(/.test(line))).toHaveLength(1)
  })

  test('a slow fsync is in the times of fsync and of duration, and not in that of write', async () => {
    const { result } = await traced(
      ['write', pathIn('slow'), '10000', '4096'],
      ['-e', 'inject=fsync:delay_enter=2000000'],
    )
    const { write, fsync, duration } = only(result, 'write-file')
    expect(fsync).toBeGreaterThan(2e9)
    expect(Number(write) + Number(fsync)).toBeLessThanOrEqual(Number(duration))
  })

  test('metadata makes each of its files itself, in a new directory, and nothing looks at one before that', async () => {
    await mkdir(pathIn('metadata'))
    const { calls } = await traced(['metadata', pathIn('metadata'), '3'])
    expect(calls.filter((line) => line.includes('"metadata-work"')).map(shape)[0]).toMatch(/^mkdir/)
    for (const name of ['f00000', 'f00001', 'f00002']) {
      const ofFile = calls.filter((line) => line.includes(`"${name}"`)).map(shape)
      expect(ofFile).toEqual(['open O_CREAT O_EXCL', expect.stringMatching('stat'), expect.stringMatching('rename')])
    }
  })
})
