import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeProject, makeScratch } from '../../test/project-workload.ts'
import { projectUses } from './project-uses.ts'

const scratch = makeScratch()

/** A project whose workload `mine` copies ./fixtures and ./one.txt, and builds ./Dockerfile in the context `app`. */
let project: string
beforeEach(() => {
  project = makeProject(scratch)
})

test.each([
  ['.plimsoll/mine.yml', 'file', true],
  ['fixtures/deep/a', 'file', true],
  ['fixtures', 'directory', true],
  ['one.txt', 'file', true],
  ['Dockerfile', 'file', true],
  ['app/a', 'file', true],
  ['fixtures-2/a', 'file', false],
  ['README.md', 'file', false],
] as const)('%s, a %s, is used: %s', (path, kind, used) => {
  expect(projectUses(project, []).includes(path, kind)).toBe(used)
})

test('files that are missing are used, too, and a directory above them', () => {
  for (const path of ['fixtures', 'one.txt', 'app']) rmSync(join(project, path), { recursive: true })
  const { includes, names } = projectUses(project, ['mine'])
  expect(names).toEqual(['mine'])
  expect([includes('fixtures/a', 'file'), includes('fixtures', 'directory')]).toEqual([true, true])
  expect(projectUses(project, ['other']).includes('fixtures/a', 'file')).toBe(false)
})

test.each([
  ['elsewhere', ['elsewhere/a', 'fixtures']],
  ['./app/../elsewhere/deep', ['elsewhere/deep/a', 'fixtures']],
  ['via', ['elsewhere/a', 'fixtures', 'via']],
  ['..', ['README.md', 'fixtures']],
  ['/tmp', ['README.md', 'fixtures']],
  ['fixtures', ['README.md', 'fixtures']],
])('a link to %s uses the link and its target, also if the target is missing', (target, used) => {
  rmSync(join(project, 'fixtures'), { recursive: true })
  symlinkSync(target, join(project, 'fixtures'))
  symlinkSync('elsewhere', join(project, 'via'))
  const { includes, roots } = projectUses(project, [])
  expect(used.filter((path) => !includes(path, 'file'))).toEqual([])
  expect(includes('README.md', 'file')).toBe(roots.includes('.'))
  expect(roots.includes('.')).toBe(used.includes('README.md'))
})

test('the targets of the links in and of the folder .plimsoll are used', () => {
  renameSync(join(project, '.plimsoll'), join(project, 'bench'))
  symlinkSync('bench', join(project, '.plimsoll'))
  renameSync(join(project, 'bench/mine.yml'), join(project, 'one.yml'))
  symlinkSync('../one.yml', join(project, 'bench/mine.yml'))
  for (const chosen of [[], ['mine']]) {
    const { names, includes, definesWorkloads } = projectUses(project, chosen)
    expect(names).toEqual(['mine'])
    for (const path of ['.plimsoll', 'bench/mine.yml', 'one.yml'])
      expect([path, includes(path, 'file'), definesWorkloads(path, 'file')]).toEqual([path, true, true])
  }
  expect(projectUses(project, []).definesWorkloads('fixtures/a', 'file')).toBe(false)
})

test.each([
  ['a', 'file', '*', false],
  ['a', 'directory', 'a', false],
  ['a', 'directory', '*\n!b', false],
  ['a', 'directory', '*\n!a', true],
  ['a', 'directory', '*\n!a/b', true],
  ['a', 'directory', '*\n!./a/b', true],
  ['a', 'directory', '*\n \t!a/b', true],
  ['a', 'directory', '*\n!x/../a/b', true],
  ['a', 'directory', '*\n!//a/b', true],
  ['a', 'directory', '*\n!**/*.c', true],
  ['a', 'directory', 'a/*.md', true],
  ['a/b.md', 'file', 'a/*.md', false],
] as const)('%s, a %s of a context with %j in .dockerignore, is used: %s', (path, kind, ignore, used) => {
  writeFileSync(join(project, 'app/.dockerignore'), ignore)
  expect(projectUses(project, []).includes(`app/${path}`, kind)).toBe(used)
})

test("the ignore file of a Dockerfile is used, in place of the context's", () => {
  writeFileSync(join(project, 'app/.dockerignore'), 'a')
  writeFileSync(join(project, 'Dockerfile.dockerignore'), 'b')
  const { includes } = projectUses(project, [])
  const used = ['Dockerfile.dockerignore', 'app/a', 'app/b'].map((path) => includes(path, 'file'))
  expect(used).toEqual([true, true, false])
})

test('a missing ignore file of a Dockerfile is used, because it would count', () => {
  const isUsed = () => projectUses(project, []).includes('Dockerfile.dockerignore', 'file')
  expect(isUsed()).toBe(true)
  writeFileSync(join(project, 'app/.dockerignore'), 'a')
  expect(isUsed()).toBe(true)
})
