import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { agentBinary, buildProgram } from './build.ts'
import { agent, call, only } from './test/run-agent.ts'
import { talk } from './test/talk.ts'

const MEBIBYTE = 1_048_576
/** The memory that the agent needs for itself, in bytes. */
const OWN = 512 * 1024
/**
 * The largest rounding error in bytes. Each mapping is reported in whole KiB, and a shell has about twenty mappings.
 */
const ROUNDING = 24 * 1024
// The kernel counts a file in memory as shared memory, so this file is in the repository, not in a temporary folder.
const cache = path.join(import.meta.dirname, '../../.cache')
mkdirSync(cache, { recursive: true })
const directory = mkdtempSync(path.join(cache, 'agent-'))
const file = path.join(directory, 'file')
beforeAll(() => writeFile(file, randomBytes(16 * MEBIBYTE)))
afterAll(() => rm(directory, { recursive: true }))

/** Starts an agent that holds the file and `anonymous` bytes of memory. */
async function hold(anonymous: number) {
  const holder = talk(agentBinary(), 'hold', file, `${anonymous}`)
  onTestFinished(() => void holder.process.kill('SIGKILL'))
  expect(await holder.next()).toEqual({ step: 'holding', file: 16 * MEBIBYTE, anonymous })
  return holder
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends what holds memory, with %d', async (signal, code) => {
  expect(await (await hold(4096)).end(signal)).toBe(code)
})

describe.runIf(process.platform === 'linux')('what a process has', () => {
  /** The memory of a process, in MiB. */
  async function memory(pid: unknown) {
    const line = only(await agent('memory', `${pid}`), 'memory')
    return { file: Number(line['file-pss']) / MEBIBYTE, anonymous: Number(line['anonymous-pss']) / MEBIBYTE, line }
  }
  /** The bytes of the only anonymous mapping of `size` bytes in a process. */
  async function anonymousMapping(process: string, size: number): Promise<Buffer> {
    const maps = await readFile(`${process}/maps`, 'utf8')
    const ranges = [...maps.matchAll(/^(\w+)-(\w+) rw-p 0+ 00:00 0 *$/gm)].map((range) =>
      range.slice(1).map((address) => Number.parseInt(address, 16)),
    )
    const position = ranges.find(([start = 0, end = 0]) => end - start === size)?.[0]
    const file = await open(`${process}/mem`)
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(size), position })
    await file.close()
    expect(bytesRead).toBe(size)
    return buffer
  }
  const about = (size: number) => expect.toSatisfy((value) => value >= size && value < size + OWN / MEBIBYTE)

  test('two processes have half of a file each, and all of their anonymous memory', async () => {
    const one = await hold(8 * MEBIBYTE)
    const alone = await memory(one.process.pid)
    expect(alone).toMatchObject({ file: about(16), anonymous: about(8) })
    expect(Object.keys(alone.line)).toEqual([
      'step',
      'file-pss',
      'anonymous-pss',
      'shared-pss',
      'cgroup-file',
      'cgroup-anonymous',
    ])
    const other = await hold(4 * MEBIBYTE)
    expect(await memory(one.process.pid)).toMatchObject({ file: about(8), anonymous: about(8) })
    expect(await memory(other.process.pid)).toMatchObject({ file: about(8), anonymous: about(4) })
  })

  test('no page of anonymous memory is like another, in one process or in two', async () => {
    const pages = new Set<string>()
    for (const holder of [await hold(MEBIBYTE), await hold(MEBIBYTE)]) {
      const buffer = await anonymousMapping(`/proc/${holder.process.pid}`, MEBIBYTE)
      for (let at = 0; at < MEBIBYTE; at += 4096) pages.add(buffer.toString('latin1', at, at + 4096))
    }
    expect(pages.size).toBe((2 * MEBIBYTE) / 4096)
  })

  test("without the kernel's total, the sum of the mappings is the same", async () => {
    const program = path.join(directory, 'mappings')
    await buildProgram('test/mappings.c', program, ['-D_GNU_SOURCE', 'json.c', 'lines.c', 'walk.c'])
    // Unlike the agent, a shell has private changed pages of its files.
    const shell = talk('sh', '-c', 'echo "{}"; read line')
    await shell.next()
    for (const { process } of [await hold(8 * MEBIBYTE), shell]) {
      const result = await call(program, [`/proc/${process.pid}/smaps_rollup`, `/proc/${process.pid}/smaps`])
      const [total, sum] = [only(result, 'total'), only(result, 'sum')]
      for (const kind of ['file-pss', 'anonymous-pss']) {
        expect(Math.abs(Number(sum[kind]) - Number(total[kind])), kind).toBeLessThan(ROUNDING)
      }
    }
    await shell.end()
  })

  test.each([
    ['a process that is not there', '99999999', 'No such file or directory'],
    ['a word that is not a process', 'word', 'No such file or directory'],
  ])('%s is an error', async (_, pid, message) => {
    const result = await agent('memory', pid)
    expect(result.code).toBe(2)
    expect(only(result, 'error')).toMatchObject({ doing: 'memory', path: `/proc/${pid}/smaps`, message })
  })
})

describe('hold refuses', () => {
  test.each([
    ['a file that is not there', 'missing', 'No such file or directory'],
    ['an empty file', 'empty', 'it is not a regular file with something in it'],
    ['a directory', 'directory', 'it is not a regular file with something in it'],
  ])('%s', async (_, name, message) => {
    await writeFile(path.join(directory, 'empty'), '')
    await mkdir(path.join(directory, 'directory'), { recursive: true })
    const result = await agent('hold', path.join(directory, name), '1')
    expect(result.code).toBe(2)
    expect(only(result, 'error')).toMatchObject({ doing: 'hold', path: path.join(directory, name), message })
  })
})
