import { fstatSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { collectNewFiles } from './durable-files.ts'

/** What was done, in order: the syncs of files and directories, and the names that files got. */
const done: string[] = []
let syncs: (done: (error: Error | null) => void) => void = (callback) => callback(null)
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  return {
    ...fs,
    fsync: (descriptor: number, callback: (error: Error | null) => void) => {
      done.push(fstatSync(descriptor).isDirectory() ? 'directory' : 'file')
      syncs(callback)
    },
    linkSync: (from: string, to: string) => {
      done.push(path.basename(to))
      fs.linkSync(from, to)
    },
  }
})

beforeEach(() => {
  done.length = 0
  syncs = (callback) => callback(null)
})

test('all files are synced before the first one gets its name, and each directory once, at the end', async () => {
  const [documents, statements] = ['documents', 'statements'].map((name) => {
    const directory = path.join(temporaryDirectory(), name)
    mkdirSync(directory)
    return directory
  }) as [string, string]
  const files = collectNewFiles()
  for (const name of ['a', 'b'])
    for (const directory of [documents, statements]) files.add(path.join(directory, name), Buffer.from(name))
  expect(done).toEqual([])
  await files.publish()
  expect(done).toEqual(['file', 'file', 'file', 'file', 'a', 'a', 'b', 'b', 'directory', 'directory'])
  for (const directory of [documents, statements]) expect(readdirSync(directory)).toEqual(['a', 'b'])
})

test('the status of an added file is the one that it has in the end', async () => {
  const file = path.join(temporaryDirectory(), 'file')
  const files = collectNewFiles()
  const status = files.add(file, Buffer.from('content'))
  await files.publish()
  expect(readFileSync(file, 'utf8')).toBe('content')
  const { size, mtimeMs } = lstatSync(file)
  expect(status).toEqual({ size, modified: Math.round(mtimeMs) })
})

test('an existing file is kept, and of two files with one name the first is written', async () => {
  const directory = temporaryDirectory()
  const [old, fresh] = ['old', 'fresh'].map((name) => path.join(directory, name)) as [string, string]
  const earlier = collectNewFiles()
  earlier.add(old, Buffer.from('old'))
  await earlier.publish()
  const files = collectNewFiles()
  expect(files.add(old, Buffer.from('new'))).toBeNull()
  expect(files.add(fresh, Buffer.from('first'))).not.toBeNull()
  expect(files.add(fresh, Buffer.from('second'))).toBeNull()
  expect(await files.publish()).toEqual(new Set([fresh]))
  expect([old, fresh].map((file) => readFileSync(file, 'utf8'))).toEqual(['old', 'first'])
})

test('if a file cannot be synced, no file gets its name, and nothing is left', async () => {
  const directory = temporaryDirectory()
  const files = collectNewFiles()
  for (const name of ['a', 'b']) files.add(path.join(directory, name), Buffer.from(name))
  syncs = (callback) => callback(new Error('the disk is full'))
  await expect(files.publish()).rejects.toThrow('the disk is full')
  files.discard()
  expect(readdirSync(directory)).toEqual([])
})
