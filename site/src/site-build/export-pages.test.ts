import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { revealInPages } from './export-pages.ts'

test('invisible characters in every page are replaced, and other files stay as they are', () => {
  const directory = temporaryDirectory()
  mkdirSync(path.join(directory, 'engines'))
  const files = { 'index.html': 'a\u200bb\n', 'engines/x.html': 'a\u202eb', 'a.txt': 'a\u200bb' }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text)
  revealInPages(directory)
  const read = (name: string) => readFileSync(path.join(directory, name), 'utf8')
  expect(Object.keys(files).map(read)).toEqual(['a\ufffdb\n', 'a\ufffdb', 'a\u200bb'])
})
