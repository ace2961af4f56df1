import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeProject, makeScratch, VALID } from '../../test/project-workload.ts'
import { Problem } from '../problem.ts'
import { workloadDigest } from './catalog.ts'
import { copyProjectFiles, digestOfFiles } from './project-files.ts'
import { contextFiles, type ProjectWorkload, stageProjectFiles } from './project-inputs.ts'
import { readProjectWorkload } from './project-workloads.ts'

const scratch = makeScratch()

let project: string
let staged: string

beforeEach(() => {
  project = makeProject(scratch)
  staged = join(project, 'staged')
})

function stage(...copy: [from: string, to: string][]): boolean {
  return stageProjectFiles(copying(...copy), staged)
}

function copying(...copy: [from: string, to: string][]): ProjectWorkload {
  const file = join(project, '.plimsoll/mine.yml')
  const lines = copy.map(([from, to]) => `\n  - { from: ${from}, to: ${to} }`).join('')
  writeFileSync(file, VALID.replace(/copy:(\n {2}- .*)+/, `copy:${lines}`))
  return readProjectWorkload(file)
}

const BUILD = { dockerfile: 'Dockerfile', context: 'app' }
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

describe('what is laid out is what the workload was read with', () => {
  test.each([
    ['other contents', () => writeFileSync(join(project, 'fixtures/a'), 'other')],
    ['another file', () => writeFileSync(join(project, 'fixtures/b'), 'new')],
    ['a permission', () => chmodSync(join(project, 'fixtures/a'), 0o755)],
    ['a link more', () => symlinkSync('a', join(project, 'fixtures/link'))],
  ])('%s', (_, change) => {
    const workload = copying(['./one.txt', '.'], ['./fixtures', 'data'])
    change()
    expect(() => stageProjectFiles(workload, staged)).toThrow('./fixtures changed after the run was planned')
  })

  test('and the file that changed last is named', () => {
    const workload = copying(['./fixtures', 'data'])
    writeFileSync(join(project, 'fixtures/run.log'), 'new')
    utimesSync(join(project, 'fixtures/a'), 0, 0)
    const expected =
      "./fixtures changed after the run was planned (the newest file is run.log). Do not change the project's files during a run, and write logs outside of them or where git ignores them; then try again."
    expect(() => stageProjectFiles(workload, staged)).toThrow(new Problem(2, expected))
  })

  test('and its digest is the one it was read with', () => {
    const workload = copying(['./fixtures', 'data'])
    const before = workloadDigest(workload, { size: 1 })
    writeFileSync(join(project, 'fixtures/a'), 'other')
    expect(workloadDigest(workload, { size: 1 })).toBe(before)
    expect(workloadDigest(copying(['./fixtures', 'data']), { size: 1 })).not.toBe(before)
  })
})

test('two files with the same destination are rejected', () => {
  expect(() => stage(['./one.txt', 'a'], ['./fixtures', '.'])).toThrow('have the same destination in')
  expect(() => stage(['./one.txt', 'file'], ['./fixtures', 'file'])).toThrow('have the same destination in')
})

test('a context is what its .dockerignore leaves, with the directories that are left', () => {
  mkdirSync(join(project, 'app/node_modules/x'), { recursive: true })
  mkdirSync(join(project, 'app/src/empty'), { recursive: true })
  for (const name of ['node_modules/x/y', 'src/main.c', 'log']) writeFileSync(join(project, 'app', name), name)
  writeFileSync(join(project, 'app/.dockerignore'), '**/node_modules\nlog\nmain\n')
  expect(contextFiles(project, BUILD).map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    'file .dockerignore',
    'directory src',
    'directory src/empty',
    'file src/main.c',
  ])
})

test.each([null, 'log'])(
  'a context keeps links as they are, wherever they lead, with %j in .dockerignore',
  (ignore) => {
    if (ignore !== null) writeFileSync(join(project, 'app/.dockerignore'), ignore)
    symlinkSync('/usr/bin/python3', join(project, 'app/python'))
    symlinkSync('../..', join(project, 'app/up'))
    const files = contextFiles(project, BUILD)
    const copies = copyProjectFiles(files, staged)
    expect(readlinkSync(join(staged, 'python'))).toBe('/usr/bin/python3')
    expect(readlinkSync(join(staged, 'up'))).toBe('../..')
    expect(digestOfFiles(copies)).toBe(digestOfFiles(files))
  },
)

test('a Dockerfile with an ignore file of its own has its context, in place of the .dockerignore of the context', () => {
  for (const name of ['src', 'key', '.dockerignore']) writeFileSync(join(project, 'app', name), 'src')
  writeFileSync(join(project, 'Dockerfile.dockerignore'), 'key')
  expect(contextFiles(project, BUILD).map(({ path }) => path)).toEqual(['main', 'src'])
  expect(contextFiles(project, { ...BUILD, dockerfile: 'other' }).map(({ path }) => path)).toEqual([
    ...['.dockerignore', 'key', 'main'],
  ])
})
