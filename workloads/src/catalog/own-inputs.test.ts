import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readOwnWorkload } from './own.ts'
import { makeOwnProject, makeScratch } from './own-example.ts'
import { contextFiles, stageProjectFiles } from './own-inputs.ts'

const scratch = makeScratch()
afterAll(() => rmSync(scratch, { recursive: true }))

let project: string
let staged: string

beforeEach(() => {
  project = makeOwnProject(scratch)
  staged = join(project, 'staged')
})

function stage(...place: [from: string, to: string][]): boolean {
  const workload = readOwnWorkload(join(project, '.plimsoll/mine.yml'))
  return stageProjectFiles({ ...workload, place: place.map(([from, to]) => ({ from, to })) }, staged)
}

const mode = (name: string) => (statSync(join(staged, name)).mode & 0o777).toString(8)

test('files are laid out as they will lie in the target', () => {
  symlinkSync('a', join(project, 'fixtures/link'))
  expect(stage(['./fixtures', 'data/in'], ['./one.txt', 'data/two.txt'], ['./one.txt', '.'], ['./app', '.'])).toBe(true)
  expect(readdirSync(staged, { recursive: true }).sort()).toEqual(
    ['data', 'data/in', 'data/in/a', 'data/in/link', 'data/two.txt', 'main', 'one.txt'].sort(),
  )
  expect(readFileSync(join(staged, 'data/two.txt'), 'utf8')).toBe('one.txt')
  expect(readlinkSync(join(staged, 'data/in/link'))).toBe('a')
})

test('everybody may read them, and run what could be run, whatever the umask', () => {
  chmodSync(join(project, 'fixtures/a'), 0o600)
  chmodSync(join(project, 'one.txt'), 0o700)
  mkdirSync(join(project, 'fixtures/deep'), { mode: 0o700 })
  const before = process.umask(0o077)
  try {
    stage(['./fixtures', 'x/y'], ['./one.txt', 'one'])
  } finally {
    process.umask(before)
  }
  expect(['.', 'x', 'x/y', 'x/y/deep', 'x/y/a', 'one'].map(mode)).toEqual(['755', '755', '755', '755', '644', '755'])
})

test('files of the image are none of them', () => {
  expect(stage(['/opt/data', 'data'])).toBe(false)
})

test('two files in one place are refused', () => {
  expect(() => stage(['./one.txt', 'a'], ['./fixtures', '.'])).toThrow('Two of the files to place lie at')
  expect(() => stage(['./one.txt', 'file'], ['./fixtures', 'file'])).toThrow('Two of the files to place lie at')
})

test('a context is what its .dockerignore leaves, with the directories that are left', () => {
  mkdirSync(join(project, 'app/node_modules/x'), { recursive: true })
  mkdirSync(join(project, 'app/src/empty'), { recursive: true })
  for (const name of ['node_modules/x/y', 'src/main.c', 'log']) writeFileSync(join(project, 'app', name), name)
  writeFileSync(join(project, 'app/.dockerignore'), '**/node_modules\nlog\nmain\n')
  expect(contextFiles(project, 'app').map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    'file .dockerignore',
    'directory src',
    'directory src/empty',
    'file src/main.c',
  ])
})
