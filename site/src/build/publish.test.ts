import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { exchange, publish } from './publish.ts'

test('pages and files are put in place, what nothing links to is left out', () => {
  const { exported, out } = prepare({ 'index.html': 'new', '_next/static/a.js': 'unused', 'runs/a.html': 'run' })
  publish(exported, new Map([['assets/site.aa.css', Buffer.from('p{}')]]), out)
  expect(readdirSync(out).sort()).toEqual(['.plimsoll-site', 'assets', 'index.html', 'runs'])
  expect(readFileSync(path.join(out, 'assets/site.aa.css'), 'utf8')).toBe('p{}')
})

test('a page that is gone is gone, but the stylesheets of earlier builds stay', () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  publish(
    exported,
    new Map([
      ['old.html', Buffer.from('old')],
      ['assets/site.aa.css', Buffer.from('old')],
    ]),
    out,
  )
  publish(exported, new Map([['assets/site.bb.css', Buffer.from('new')]]), out)
  expect(existsSync(path.join(out, 'old.html'))).toBe(false)
  expect(readdirSync(path.join(out, 'assets')).sort()).toEqual(['site.aa.css', 'site.bb.css'])
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a file that appeared in a built site keeps it from being replaced', () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  publish(exported, new Map(), out)
  publish(exported, new Map(), out)
  mkdirSync(path.join(out, 'notes'))
  writeFileSync(path.join(out, 'notes/thesis.txt'), 'years of work')
  expect(() => publish(exported, new Map(), out)).toThrow(
    expect.objectContaining({ code: 'foreign-directory', message: expect.stringContaining('notes/thesis.txt') }),
  )
  expect(readFileSync(path.join(out, 'notes/thesis.txt'), 'utf8')).toBe('years of work')
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('where the new site cannot be put in place, the old one is there still', () => {
  const { out } = prepare({})
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), 'old')
  expect(() => exchange(`${out}.missing`, out)).toThrow('ENOENT')
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toBe('old')
})

function prepare(files: Record<string, string>): { exported: string; out: string } {
  const directory = temporaryDirectory()
  const exported = path.join(directory, 'exported')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(exported, name)), { recursive: true })
    writeFileSync(path.join(exported, name), text)
  }
  return { exported, out: path.join(directory, 'out') }
}
