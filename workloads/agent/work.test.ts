import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agent, only, type Result, temporaryDirectory } from './test/run-agent.ts'

const directory = await temporaryDirectory()

const pathIn = (...names: string[]) => path.join(directory, ...names)
const time = expect.toSatisfy((value) => Number.isSafeInteger(value) && value > 0)

/** The only line of a successful work. */
function done(result: Result) {
  expect(result).toMatchObject({ code: 0, stderr: '' })
  expect(result.lines).toHaveLength(1)
  return result.lines[0] as Record<string, number>
}

/** The names of a directory's entries with their contents, at any depth. */
async function contents(tree: string): Promise<[string, string][]> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(files.sort().map(async (file) => [path.relative(tree, file), await readFile(file, 'utf8')]))
}

describe('metadata', () => {
  test('each operation has a time, together they are nearly all it takes, and an empty directory is left', async () => {
    const target = pathIn('metadata')
    await mkdir(target)
    const result = await agent('run', '--count', target, '--', agentBinary(), 'metadata', target, '2000')
    const line = JSON.parse(String(only(result, 'run').tail))
    const times = { create: time, stat: time, readdir: time, rename: time, unlink: time }
    expect(line).toEqual({ step: 'metadata', files: 2000, ...times })
    const { create, stat: look, readdir: list, rename, unlink } = line
    const share = (create + look + list + rename + unlink) / Number(only(result, 'run').wall)
    expect(share).toBeLessThan(1)
    expect(share).toBeGreaterThan(0.8) // If the share were lower, the work would change files outside its timed parts.
    expect(only(result, 'count')).toMatchObject({ files: 0, directories: 1, links: 0 })
  })

  test('files that are there already are not touched', async () => {
    const target = pathIn('used', 'metadata-work')
    await mkdir(target, { recursive: true })
    await writeFile(path.join(target, 'f00001'), 'mine')
    const result = await agent('metadata', pathIn('used'), '3')
    expect(result.code).toBe(2)
    const message = 'metadata-work is there already: remove it'
    expect(only(result, 'error')).toMatchObject({ doing: 'metadata', path: pathIn('used'), message })
    expect(await contents(target)).toEqual([['f00001', 'mine']])
  })

  test('a missing directory is an error, and is not created', async () => {
    const result = await agent('metadata', pathIn('missing'), '3')
    expect(result.code).toBe(2)
    expect(only(result, 'error').message).toBe('No such file or directory')
    await expect(stat(pathIn('missing'))).rejects.toThrow('ENOENT')
  })
})

describe('write', () => {
  test.each([
    ['records that fit', 1_048_576, 65_536],
    ['a shorter last record', 1_000_001, 65_536],
    ['a record larger than the file', 5000, 16_777_216],
    ['records smaller than a block', 10_000, 7],
  ])('%s leave exactly the requested bytes', async (name, bytes, record) => {
    const line = done(await agent('write', pathIn(name), `${bytes}`, `${record}`))
    expect(line).toEqual({ step: 'write-file', bytes, write: time, fsync: time, duration: time })
    expect(line.duration).toBe(Number(line.write) + Number(line.fsync))
    expect((await stat(pathIn(name))).size).toBe(bytes)
  })

  test('a file that exists is refused and keeps its content', async () => {
    await writeFile(pathIn('precious'), 'mine')
    const result = await agent('write', pathIn('precious'), '4096', '4096')
    expect(result.code).toBe(2)
    expect(only(result, 'error')).toMatchObject({
      doing: 'write-file',
      path: pathIn('precious'),
      message: 'File exists',
    })
    expect(await readFile(pathIn('precious'), 'utf8')).toBe('mine')
  })

  test('the data cannot be compressed, and no block of it is there twice, nor in another file', async () => {
    const blocks = new Set<string>()
    for (const name of ['one', 'other']) {
      done(await agent('write', pathIn(name), '2097152', '131072'))
      const data = await readFile(pathIn(name))
      const record = data.subarray(0, 131_072)
      expect(deflateRawSync(record).length).toBeGreaterThan(0.99 * record.length)
      for (let at = 0; at < data.length; at += 4096) blocks.add(data.toString('latin1', at, at + 4096))
    }
    expect(blocks.size).toBe((2 * 2_097_152) / 4096)
  })
})

describe('copy-up', () => {
  test('one byte of the file is written, and its size is kept', async () => {
    await writeFile(pathIn('file'), 'abc')
    const line = done(await agent('copy-up', pathIn('file')))
    expect(line).toEqual({ step: 'copy-up', bytes: 3, open: time, write: time, duration: time })
    expect(line.duration).toBeGreaterThanOrEqual(Number(line.open) + Number(line.write))
    expect(await readFile(pathIn('file'), 'utf8')).toBe('xbc')
  })

  test.each([
    ['a file that is not there', 'no-such-file', 'No such file or directory'],
    ['a directory', '.', 'it is not a regular file'],
  ])('%s is an error', async (_, name, message) => {
    const result = await agent('copy-up', pathIn(name))
    expect(result.code).toBe(2)
    expect(only(result, 'error')).toMatchObject({ doing: 'copy-up', message })
  })
})

describe('make-tree and stat-tree', () => {
  test('a tree has its files in two levels of at most 100 entries', async () => {
    const line = done(await agent('make-tree', pathIn('tree'), '10201'))
    expect(line).toEqual({ step: 'make-tree', files: 10_201, directories: 105 })
    const entries = await readdir(pathIn('tree'), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    expect(files).toHaveLength(10_201)
    const depths = files.map(({ parentPath }) => path.relative(pathIn('tree'), parentPath).split('/').length)
    expect(new Set(depths)).toEqual(new Set([2]))
    const sizes = Object.values(Object.groupBy(entries, (entry) => entry.parentPath)).map((list) => list?.length)
    expect(Math.max(...sizes.map(Number))).toBe(100)
    expect(done(await agent('stat-tree', pathIn('tree')))).toMatchObject({ files: 10_201 })
  })

  test('a tree of as many files is the same each time, with a few bytes in each', async () => {
    done(await agent('make-tree', pathIn('once'), '205'))
    done(await agent('make-tree', pathIn('again'), '205'))
    const tree = await contents(pathIn('once'))
    expect(tree).toHaveLength(205)
    expect(tree.every(([, text]) => text.length > 0 && text.length < 10)).toBe(true)
    expect(tree).toEqual(await contents(pathIn('again')))
  })

  test('make-tree rejects an existing directory', async () => {
    await mkdir(pathIn('occupied'))
    const result = await agent('make-tree', pathIn('occupied'), '3')
    expect(result.code).toBe(2)
    expect(only(result, 'error')).toMatchObject({ doing: 'make-tree', message: 'File exists' })
    expect(await readdir(pathIn('occupied'))).toEqual([])
  })

  test('files are counted at any depth, links are looked at and not followed', async () => {
    await mkdir(pathIn('odd', 'a', 'b', 'c'), { recursive: true })
    await writeFile(pathIn('odd', 'a', 'b', 'c', 'deep'), '')
    await writeFile(pathIn('odd', 'top'), '')
    await symlink('/', pathIn('odd', 'link'))
    const line = done(await agent('stat-tree', pathIn('odd')))
    expect(line).toEqual({ step: 'stat-tree', files: 2, first: time, repeat: time })
    expect((await lstat(pathIn('odd', 'link'))).isSymbolicLink()).toBe(true)
  })

  test('a missing directory is an error', async () => {
    const result = await agent('stat-tree', pathIn('nowhere'))
    expect(result.code).toBe(2)
    expect(only(result, 'error')).toMatchObject({ doing: 'stat-tree', path: pathIn('nowhere') })
  })
})

describe('cpu', () => {
  test.runIf(process.platform === 'linux').for([1, 3])('%d threads all want a CPU all the time', async (threads) => {
    const child = spawn(agentBinary(), ['cpu', `${threads}`, '600000'])
    const states = () =>
      readdirSync(`/proc/${child.pid}/task`).map((thread) =>
        /^State:\s+(\w)/m.exec(readFileSync(`/proc/${child.pid}/task/${thread}/status`, 'utf8'))?.at(1),
      )
    try {
      await expect.poll(states).toHaveLength(threads)
      for (let look = 0; look < 5; look++) {
        await sleep(10)
        expect(states()).toEqual(Array(threads).fill('R'))
      }
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('only CPU time in the window is counted', async () => {
    const result = await agent('run', '--', agentBinary(), 'cpu', '2', '500')
    const outer = only(result, 'run')
    const { cpu, wall } = JSON.parse(String(outer.tail))
    const all = Number(outer.user) + Number(outer.system)
    const outside = Number(outer.wall) - wall
    // Outside the work's own window, two threads can have used at most twice the time that passed. The kernel counts
    // the time of a running thread only up to the last tick.
    const TICKS = 40e6
    expect(all - cpu).toBeGreaterThan(0)
    expect(all - cpu).toBeLessThan(2 * outside + TICKS)
    expect(outside).toBeGreaterThan(200e6)
  })
})
