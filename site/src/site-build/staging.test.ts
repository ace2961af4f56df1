import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { MANIFEST } from './manifest.ts'
import { recoverSite, stagingDirectory } from './staging.ts'
import { findTarget } from './target.ts'

/** The id of a process that has ended. */
const ENDED = String(spawnSync(process.execPath, ['-e', '']).pid)

function prepare(): { directory: string; out: string; beside: (which: 'new' | 'old', pid?: string) => string } {
  const directory = realpathSync(temporaryDirectory())
  const out = path.join(directory, 'out')
  const beside = (which: 'new' | 'old', pid = ENDED) => stagingDirectory(out, which).replace(/\d+$/, pid)
  return { directory, out, beside }
}

function makeSite(directory: string, text: string): void {
  mkdirSync(directory)
  writeFileSync(path.join(directory, 'index.html'), text)
  writeFileSync(path.join(directory, MANIFEST), '{}')
}

test('a site that a killed build had set aside is restored', () => {
  const { directory, out, beside } = prepare()
  makeSite(beside('old'), 'as it was')
  makeSite(beside('new'), 'half of it')
  recoverSite(out)
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toBe('as it was')
  expect(readdirSync(directory)).toEqual(['out'])
})

test('the staging directories of killed builds are removed, and nothing else', () => {
  const { directory, out, beside } = prepare()
  makeSite(out, 'now')
  for (const left of [beside('old'), beside('new'), beside('new', String(process.pid))]) makeSite(left, 'before')
  const others = [beside('new', String(process.ppid)), `${out}.old-2025`, `${out}.plimsoll-old-year`]
  for (const other of others) makeSite(other, 'of another owner')
  recoverSite(out)
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toBe('now')
  expect(readdirSync(directory).sort()).toEqual(['out', ...others.map((name) => path.basename(name))].sort())
})

test('a symbolic link to a site works even if a build was killed while replacing the site', () => {
  const { directory, out, beside } = prepare()
  const registry = path.join(directory, 'registry')
  mkdirSync(registry)
  makeSite(out, 'as it was')
  const link = path.join(directory, 'link')
  symlinkSync('out', link)
  renameSync(out, beside('old'))
  const target = findTarget(link, registry)
  expect(target).toBe(out)
  recoverSite(target)
  expect(existsSync(path.join(link, 'index.html'))).toBe(true)
})
