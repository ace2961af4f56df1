import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { MARKER } from './beside.ts'
import { exchange, isIntact, publish } from './publish.ts'
import { RUNS } from './run-files.ts'

const NOTHING = [{ ...RUNS, kept: new Map(), due: new Map() }]

test('pages and files are published, and files that no page links to are left out', () => {
  const { exported, out } = prepare({ 'index.html': 'new', '_next/static/a.js': 'unused', 'runs/2.html': 'more' })
  publish(exported, new Map([['assets/site.aaaaaaaaaaaa.css', Buffer.from('p{}')]]), out, NOTHING)
  expect(readdirSync(out).sort()).toEqual([
    ...['.plimsoll-others', '.plimsoll-runs', '.plimsoll-site', 'assets', 'index.html', 'runs'],
  ])
  expect(readdirSync(path.join(out, 'runs'))).toEqual(['2.html'])
  expect(readFileSync(path.join(out, 'assets/site.aaaaaaaaaaaa.css'), 'utf8')).toBe('p{}')
})

test('removed pages are removed, and the assets of earlier builds stay', () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  publish(
    exported,
    new Map([
      ['old.html', Buffer.from('old')],
      ['assets/site.aaaaaaaaaaaa.css', Buffer.from('old')],
      ['assets/compare.0A1B2C3D.js', Buffer.from('old')],
    ]),
    out,
    NOTHING,
  )
  publish(exported, new Map([['assets/site.bbbbbbbbbbbb.css', Buffer.from('new')]]), out, NOTHING)
  expect(existsSync(path.join(out, 'old.html'))).toBe(false)
  expect(readdirSync(path.join(out, 'assets')).sort()).toEqual([
    'compare.0A1B2C3D.js',
    'site.aaaaaaaaaaaa.css',
    'site.bbbbbbbbbbbb.css',
  ])
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a site with a foreign file is not replaced', () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  publish(exported, new Map(), out, NOTHING)
  mkdirSync(path.join(out, 'notes'))
  writeFileSync(path.join(out, 'notes/thesis.txt'), 'years of work')
  expect(() => publish(exported, new Map(), out, NOTHING)).toThrow(
    expect.objectContaining({ code: 'foreign-directory', message: expect.stringContaining('notes/thesis.txt') }),
  )
  expect(readFileSync(path.join(out, 'notes/thesis.txt'), 'utf8')).toBe('years of work')
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('if the new site cannot be put in place, the old one stays', () => {
  const { out } = prepare({})
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), 'old')
  expect(() => exchange(`${out}.missing`, out)).toThrow('ENOENT')
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toBe('old')
})

test('files of runs that the plan keeps keep their times', () => {
  const old = `${'a'.repeat(26)}.html`
  const due = `${'b'.repeat(26)}.html`
  const { exported, out } = prepare({ [`runs/${due}`]: 'new' })
  mkdirSync(path.join(out, 'runs'), { recursive: true })
  const file = path.join(out, 'runs', old)
  writeFileSync(file, 'old')
  const { mtimeMs, size } = statSync(file)
  writeFileSync(path.join(out, MARKER), `runs/${old}`)
  const kept = { inputs: 'i', hash: 'h', size, modified: mtimeMs }
  publish(exported, new Map(), out, [{ ...RUNS, kept: new Map([[old, kept]]), due: new Map([[due, 'j']]) }])
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
  expect(readFileSync(path.join(out, 'runs', due), 'utf8')).toBe('new')
  expect(readFileSync(path.join(out, '.plimsoll-runs'), 'utf8')).toMatch(new RegExp(`^${old} i h .*\n${due} j `))
})

test('a site is intact until a page, a file of a run, an asset or a record is edited or deleted', () => {
  const due = `${'b'.repeat(26)}.html`
  const changes: [string, (file: string) => void][] = [
    'index.html',
    `runs/${due}`,
    'assets/a.css',
    '.plimsoll-runs',
  ].flatMap((name) => [
    [name, (file) => writeFileSync(file, 'edited')],
    [name, (file) => rmSync(file)],
  ])
  for (const [name, change] of changes) {
    const { exported, out } = prepare({ 'index.html': 'page', [`runs/${due}`]: 'run' })
    expect(isIntact(out, [RUNS])).toBe(false)
    const plans = [{ ...RUNS, kept: new Map(), due: new Map([[due, 'j']]) }]
    publish(exported, new Map([['assets/a.css', Buffer.from('p{}')]]), out, plans)
    utimesSync(path.join(out, name), 1, 1)
    expect(isIntact(out, [RUNS])).toBe(true)
    change(path.join(out, name))
    expect(isIntact(out, [RUNS])).toBe(false)
  }
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
