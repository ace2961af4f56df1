import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agent, only, temporaryDirectory } from './test/run-agent.ts'

const run = promisify(execFile)
const directory = await temporaryDirectory()

const passes = [
  ...['write', 'rewrite', 'read', 'random-read', 'random-write', 'stdio-write', 'stdio-read'],
  ...['durable-write', 'durable-random-write'],
]
const time = expect.toSatisfy((value) => Number.isSafeInteger(value) && value > 0)
const times = Object.fromEntries(passes.map((name) => [name, time]))

test.each([
  ['many records', 65_536, 4096],
  ['a record as large as the file', 65_536, 65_536],
  ['the smallest record', 512, 512],
  ['the largest record', 33_554_432, 16_777_216],
  ['sizes that are no powers of two', 30_000, 1000],
])('%s give a time for each pass, and nothing is left behind', async (_, bytes, record) => {
  const empty = await mkdtemp(path.join(directory, 'empty-'))
  const sweep = ['--', agentBinary(), 'sweep', empty, `${bytes}`, `${record}`]
  const result = await agent('run', '--count', empty, ...sweep)
  const line = JSON.parse(String(only(result, 'run').tail))
  expect(line).toEqual({ step: 'sweep', bytes, record, ...times })
  expect(Object.keys(line).slice(3)).toEqual(passes)
  const sum = passes.reduce((total, name) => total + line[name], 0)
  expect(sum).toBeLessThan(Number(only(result, 'run').wall))
  expect(only(result, 'count')).toMatchObject({ files: 0, directories: 0, links: 0 })
})

test('a file that is there already is not touched', async () => {
  const used = path.join(directory, 'used')
  await mkdir(used)
  await writeFile(path.join(used, 'sweep-work'), 'mine')
  const result = await agent('sweep', used, '4096', '4096')
  expect(result.code).toBe(2)
  const message = 'sweep-work is there already: remove it'
  expect(result.lines).toEqual([{ step: 'error', doing: 'write', path: used, message }])
  expect(await readdir(used)).toEqual(['sweep-work'])
  expect(await readFile(path.join(used, 'sweep-work'), 'utf8')).toBe('mine')
})

test('a missing directory is an error', async () => {
  const result = await agent('sweep', path.join(directory, 'missing'), '4096', '4096')
  expect(result.code).toBe(2)
  expect(only(result, 'error')).toMatchObject({ doing: 'sweep', message: 'No such file or directory' })
})

/**
 * The system calls of each pass, from its open to its close. Each has the call's name and the bytes. In random passes
 * it also has the position in the file.
 */
async function tracedPasses(bytes: number, record: number) {
  const file = path.join(directory, 'trace')
  const calls = 'trace=open,openat,pwrite64,pread64,write,writev,readv,read,fsync,fdatasync,close'
  await run('strace', ['-o', file, '-e', calls, '-s', '8', agentBinary(), 'sweep', directory, `${bytes}`, `${record}`])
  const text = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  const opened = text.flatMap((line, at) => (/^open(at)?\(.*"sweep-work"/.test(line) ? [at] : []))
  return opened.map((at) => {
    const pass = text.slice(at, text.findIndex((line, i) => i > at && line.startsWith('close(')) + 1)
    return {
      names: pass.map((line) => line.split('(')[0] ?? ''),
      flags: /O_\w+(\|O_\w+)*/.exec(pass[0] ?? '')?.[0].split('|') ?? [],
      offsets: pass.flatMap((line) => (/^p(read|write)64/.test(line) ? [Number(/, (\d+)\)/.exec(line)?.[1])] : [])),
    }
  })
}

const traceable = await run('strace', ['-o', '/dev/null', 'true']).catch(() => undefined)

describe('what each pass does', () => {
  beforeEach((context) => {
    if (!traceable) context.skip('strace cannot look at a process here: install it to see the passes.')
  })

  test('fresh files are new, rewritten ones are not truncated, and only durable passes call fsync', async () => {
    const found = await tracedPasses(65_536, 4096)
    expect(found).toHaveLength(passes.length)
    const fresh = found.map(({ flags }) => flags.includes('O_EXCL'))
    expect(passes.filter((_, i) => fresh[i])).toEqual(['write', 'stdio-write', 'durable-write'])
    expect(found.filter((_, i) => !fresh[i]).some(({ flags }) => flags.includes('O_TRUNC'))).toBe(false)
    const durable = found.map(({ names }) => names.at(-2) === 'fsync')
    expect(passes.filter((_, i) => durable[i])).toEqual(['durable-write', 'durable-random-write'])
    expect(found.flatMap(({ names }) => names).filter((name) => name === 'fsync')).toHaveLength(2)
  })

  test('every record is visited once, in an order that is shuffled in random passes and the same each time', async () => {
    const found = (await tracedPasses(65_536, 4096)).map(({ offsets }) => offsets)
    const inOrder = Array.from({ length: 16 }, (_, i) => i * 4096)
    const byPass = Object.fromEntries(passes.map((name, i) => [name, found[i] ?? []]))
    for (const name of ['write', 'rewrite', 'read', 'durable-write']) expect(byPass[name], name).toEqual(inOrder)
    for (const name of ['random-read', 'random-write', 'durable-random-write']) {
      expect(byPass[name], name).not.toEqual(inOrder)
      expect(
        byPass[name]?.toSorted((a, b) => a - b),
        name,
      ).toEqual(inOrder)
      expect(byPass[name], name).toEqual(byPass['random-read'])
    }
    expect((await tracedPasses(65_536, 4096)).map(({ offsets }) => offsets)).toEqual(found)
  })
})
