import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { exchange, installSite, isIntact, keepOldFiles, recordFiles, withStaging } from './install-site.ts'
import type { BuildPlan } from './made-files.ts'
import { RUNS } from './run-files.ts'
import { MARKER } from './staging.ts'
import { listFiles } from './target.ts'

const NOTHING = [{ ...RUNS, kept: new Map(), due: new Map() }]

test('pages and files are installed, and files that no page links to are left out', async () => {
  const { exported, out } = prepare({ 'index.html': 'new', '_next/static/a.js': 'unused', 'runs/2.html': 'more' })
  await replace(exported, new Map([['assets/site.aaaaaaaaaaaa.css', Buffer.from('p{}')]]), out, NOTHING)
  expect(readdirSync(out).sort()).toEqual([
    ...['.plimsoll-others', '.plimsoll-runs', '.plimsoll-site', 'assets', 'index.html', 'runs'],
  ])
  expect(readdirSync(path.join(out, 'runs'))).toEqual(['2.html'])
  expect(readFileSync(path.join(out, 'assets/site.aaaaaaaaaaaa.css'), 'utf8')).toBe('p{}')
})

test('removed pages are removed, and the assets of earlier builds stay', async () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  await replace(
    exported,
    new Map([
      ['old.html', Buffer.from('old')],
      ['assets/site.aaaaaaaaaaaa.css', Buffer.from('old')],
      ['assets/compare.0A1B2C3D.js', Buffer.from('old')],
    ]),
    out,
    NOTHING,
  )
  await replace(exported, new Map([['assets/site.bbbbbbbbbbbb.css', Buffer.from('new')]]), out, NOTHING)
  expect(existsSync(path.join(out, 'old.html'))).toBe(false)
  expect(readdirSync(path.join(out, 'assets')).sort()).toEqual([
    'compare.0A1B2C3D.js',
    'site.aaaaaaaaaaaa.css',
    'site.bbbbbbbbbbbb.css',
  ])
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a site with a foreign file is not replaced', async () => {
  const { exported, out } = prepare({ 'index.html': 'new' })
  await replace(exported, new Map(), out, NOTHING)
  mkdirSync(path.join(out, 'notes'))
  writeFileSync(path.join(out, 'notes/thesis.txt'), 'years of work')
  await expect(replace(exported, new Map(), out, NOTHING)).rejects.toThrow(
    expect.objectContaining({ code: 'foreign-directory', message: expect.stringContaining('notes/thesis.txt') }),
  )
  expect(readFileSync(path.join(out, 'notes/thesis.txt'), 'utf8')).toBe('years of work')
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a site with a run that was deleted during the build is not installed', async () => {
  const { exported, out } = prepare({ 'runs/2.html': 'personal data', '1.json': '{}' })
  const documents = ['1.json', '2.json'].map((name) => path.join(exported, name))
  await expect(replace(exported, new Map(), out, NOTHING, documents)).rejects.toThrow(
    expect.objectContaining({ code: 'build-failed', message: expect.stringMatching(/^Run 2 was deleted while /) }),
  )
  expect(existsSync(out)).toBe(false)
})

test('until the new site is installed, the old one stays as it is, and an error leaves nothing beside it', async () => {
  const { exported, out } = prepare({ 'index.html': 'old', 'runs/2.html': 'run' })
  const plans = [{ ...RUNS, kept: new Map(), due: new Map([['2.html', 'i']]) }]
  await replace(exported, new Map([['robots.txt', Buffer.from('old')]]), out, plans)
  const before = listFiles(out)
  const keeping = [
    { ...RUNS, kept: new Map([['2.html', { inputs: 'i', hash: 'h', size: 3, modified: 1 }]]), due: new Map() },
  ]
  const failed = withStaging(out, async (staging) => {
    keepOldFiles(out, staging, keeping)
    expect(listFiles(staging)).toEqual(['runs/2.html'])
    throw new Error('Next failed')
  })
  await expect(failed).rejects.toThrow('Next failed')
  expect(listFiles(out)).toEqual(before)
  expect(isIntact(out, [RUNS])).toBe(true)
  expect(readdirSync(path.dirname(out)).sort()).toEqual(['exported', 'out'])
})

test('a page that is made again does not change the file of the old site', async () => {
  const { exported, out } = prepare({ 'runs/2.html': 'old' })
  await replace(exported, new Map([['robots.txt', Buffer.from('old')]]), out, [
    { ...RUNS, kept: new Map(), due: new Map([['2.html', 'i']]) },
  ])
  const kept = { inputs: 'i', hash: 'h', size: 3, modified: 1 }
  const plans = [
    {
      ...RUNS,
      kept: new Map([
        ['2.html', kept],
        ['../robots.txt', kept],
      ]),
      due: new Map(),
    },
  ]
  const next = prepare({ 'runs/2.html': 'new' }).exported
  await withStaging(out, async (staging) => {
    keepOldFiles(out, staging, plans)
    const readOld = () => ['runs/2.html', 'robots.txt'].map((name) => readFileSync(path.join(out, name), 'utf8'))
    const whole = readOld()
    const files = new Map([['robots.txt', Buffer.from('new')]])
    installSite({ staging, exported: next, files, recorded: new Map(), plans, documents: [] }, `${out}-other`)
    expect(readOld()).toEqual(whole)
  })
  expect(readFileSync(path.join(`${out}-other`, 'robots.txt'), 'utf8')).toBe('new')
  expect(readFileSync(path.join(`${out}-other`, 'runs/2.html'), 'utf8')).toBe('new')
})

test('a file that was recorded before the others is intact until it is edited', async () => {
  const { exported, out } = prepare({ 'index.html': 'page' })
  await withStaging(out, async (staging) => {
    mkdirSync(path.join(staging, 'data'))
    writeFileSync(path.join(staging, 'data/runs.csv'), 'id\r\n'.repeat(1_000_000))
    const recorded = recordFiles(staging, ['data/runs.csv'])
    installSite({ staging, exported, files: new Map(), recorded, plans: NOTHING, documents: [] }, out)
  })
  const file = path.join(out, 'data/runs.csv')
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(readFileSync(path.join(out, '.plimsoll-others'), 'utf8')).toMatch(
    new RegExp(`^data/runs.csv - ${hash} 4000000 `, 'm'),
  )
  utimesSync(file, 1, 1)
  expect(isIntact(out, [RUNS])).toBe(true)
  writeFileSync(file, 'edited')
  expect(isIntact(out, [RUNS])).toBe(false)
})

test('if the new site cannot be put in place, the old one stays', () => {
  const { out } = prepare({})
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), 'old')
  expect(() => exchange(`${out}.missing`, out)).toThrow('ENOENT')
  expect(readFileSync(path.join(out, 'index.html'), 'utf8')).toBe('old')
})

test('files of runs that the plan keeps keep their times', async () => {
  const old = `${'a'.repeat(26)}.html`
  const due = `${'b'.repeat(26)}.html`
  const { exported, out } = prepare({ [`runs/${due}`]: 'new' })
  mkdirSync(path.join(out, 'runs'), { recursive: true })
  const file = path.join(out, 'runs', old)
  writeFileSync(file, 'old')
  const { mtimeMs, size } = statSync(file)
  writeFileSync(path.join(out, MARKER), `runs/${old}`)
  const kept = { inputs: 'i', hash: 'h', size, modified: mtimeMs }
  await replace(exported, new Map(), out, [{ ...RUNS, kept: new Map([[old, kept]]), due: new Map([[due, 'j']]) }])
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
  expect(readFileSync(path.join(out, 'runs', due), 'utf8')).toBe('new')
  expect(readFileSync(path.join(out, '.plimsoll-runs'), 'utf8')).toMatch(new RegExp(`^${old} i h .*\n${due} j `))
})

test('a site is intact until a page, a file of a run, an asset or a record is edited or deleted', async () => {
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
    await replace(exported, new Map([['assets/a.css', Buffer.from('p{}')]]), out, plans)
    utimesSync(path.join(out, name), 1, 1)
    expect(isIntact(out, [RUNS])).toBe(true)
    change(path.join(out, name))
    expect(isIntact(out, [RUNS])).toBe(false)
  }
})

/** Replaces a site by a new one, as a build does. */
function replace(
  exported: string,
  files: Map<string, Buffer>,
  out: string,
  plans: BuildPlan[],
  documents: string[] = [],
): Promise<void> {
  return withStaging(out, async (staging) => {
    keepOldFiles(out, staging, plans)
    installSite({ staging, exported, files, recorded: new Map(), plans, documents }, out)
  })
}

function prepare(files: Record<string, string>): { exported: string; out: string } {
  const directory = temporaryDirectory()
  const exported = path.join(directory, 'exported')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(exported, name)), { recursive: true })
    writeFileSync(path.join(exported, name), text)
  }
  return { exported, out: path.join(directory, 'out') }
}
