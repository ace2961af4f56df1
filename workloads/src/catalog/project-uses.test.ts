import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeProject, makeScratch } from '../../test/project-workload.ts'
import { projectUses } from './project-uses.ts'

const scratch = makeScratch()
afterAll(() => rmSync(scratch, { recursive: true }))

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

test('a link uses its target; if the target is missing, the whole project', () => {
  rmSync(join(project, 'fixtures'), { recursive: true })
  symlinkSync('elsewhere', join(project, 'fixtures'))
  expect(projectUses(project, []).includes('README.md', 'file')).toBe(true)
  mkdirSync(join(project, 'elsewhere'))
  const { includes } = projectUses(project, [])
  expect([includes('elsewhere/a', 'file'), includes('README.md', 'file')]).toEqual([true, false])
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
