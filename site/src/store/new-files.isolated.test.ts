import { fstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { syncDirectoriesOnce, writeNewFile } from './durable-files.ts'

const synced: ('file' | 'directory')[] = []
vi.mock('node:fs', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:fs')>()),
  fsyncSync: (descriptor: number) => synced.push(fstatSync(descriptor).isDirectory() ? 'directory' : 'file'),
}))

test('each file is synced before the next one, and each directory once, at the end, also after an error', () => {
  const directories = ['documents', 'statements'].map((name) => path.join(temporaryDirectory(), name))
  for (const directory of directories) mkdirSync(directory)
  const write = (names: string[]) => {
    for (const directory of directories)
      for (const name of names) writeNewFile(path.join(directory, name), Buffer.from(name))
  }
  syncDirectoriesOnce(() => write(['a', 'b']))
  expect(synced.splice(0)).toEqual(['file', 'file', 'file', 'file', 'directory', 'directory'])
  const fail = () => {
    write(['c'])
    throw new Error('the disk is full')
  }
  expect(() => syncDirectoriesOnce(fail)).toThrow('the disk is full')
  expect(synced.splice(0)).toEqual(['file', 'file', 'directory', 'directory'])
  write(['d'])
  expect(synced).toEqual(['file', 'directory', 'file', 'directory'])
})
