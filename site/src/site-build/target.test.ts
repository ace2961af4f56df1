import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { findTarget } from './target.ts'

test('a new directory is accepted, and its parents are created', () => {
  const { directory, registry } = prepare()
  expect(findTarget(path.join(directory, 'a/b/out'), registry)).toBe(path.join(directory, 'a/b/out'))
  expect(readdirSync(path.join(directory, 'a/b'))).toEqual([])
})

test('a directory with a file that no build made is rejected', () => {
  const { directory, registry } = prepare()
  writeFileSync(path.join(directory, 'thesis.txt'), 'years of work')
  expect(() => findTarget(directory, registry)).toThrow(expect.objectContaining({ code: 'foreign-directory' }))
})

test('a symbolic link resolves to its target', () => {
  const { directory, registry } = prepare()
  mkdirSync(path.join(directory, 'real'))
  symlinkSync('real', path.join(directory, 'link'))
  expect(findTarget(path.join(directory, 'link'), registry)).toBe(path.join(directory, 'real'))
})

test('a registry may contain its own site', () => {
  const { registry } = prepare()
  expect(findTarget(path.join(registry, 'site'), registry)).toBe(path.join(realpathSync(registry), 'site'))
})

test.each(['', 'documents', 'documents/out', 'out', 'site/out'])('"%s" inside the registry is rejected', (inside) => {
  const { registry } = prepare()
  expect(() => findTarget(path.join(registry, inside), registry)).toThrow(
    expect.objectContaining({ code: 'inside-registry' }),
  )
})

test.each(['/proc/nope/x', 'file', 'file/out', 'nowhere'])(
  '%s is rejected before the build, with one sentence',
  (name) => {
    const { directory, registry } = prepare()
    writeFileSync(path.join(directory, 'file'), '')
    symlinkSync('missing', path.join(directory, 'nowhere'))
    expect(() => findTarget(path.resolve(directory, name), registry)).toThrow(
      expect.objectContaining({ code: 'unusable-target', message: expect.stringMatching(/with --out\.$/) }),
    )
  },
)

function prepare(): { directory: string; registry: string } {
  const registry = path.join(temporaryDirectory(), 'registry')
  mkdirSync(registry)
  mkdirSync(path.join(registry, 'documents'))
  return { directory: realpathSync(temporaryDirectory()), registry }
}
