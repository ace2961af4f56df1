import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeProject, makeScratch } from '../../test/project-workload.ts'
import { samplesDirectory } from '../cleanup/plimsoll-home.ts'
import { Problem } from '../problem.ts'
import { copyProjectFiles, digestOfFiles, listProjectFiles } from './project-files.ts'

const scratch = makeScratch()

let project: string
let fixtures: string
let copies: string

beforeEach(() => {
  project = makeProject(scratch)
  fixtures = join(project, 'fixtures')
  copies = join(project, 'copies')
})

// The file system APFS of macOS rejects names that are not UTF-8.
describe.skipIf(process.platform === 'darwin')('a name that is not UTF-8', () => {
  const named = (text: string) => Buffer.concat([Buffer.from(`${fixtures}/${text}`), Buffer.from([0xff])])
  const refused = (says: string) => expect(() => listProjectFiles(project, './fixtures')).toThrow(new Problem(2, says))

  test('is refused: of a file', () => {
    writeFileSync(named('caf'), 'x')
    refused('./fixtures/caf\ufffd has a name that is not UTF-8. Rename or move it.')
  })

  test('is refused: of a directory', () => {
    mkdirSync(named('caf'))
    refused('./fixtures/caf\ufffd has a name that is not UTF-8. Rename or move it.')
  })

  test('is refused: of what a link points to', () => {
    symlinkSync(Buffer.from([0xff]), join(fixtures, 'link'))
    refused('./fixtures/link is a link to a name that is not UTF-8. Rename its target.')
  })

  test('does not matter where it is ignored', () => {
    mkdirSync(named('caf'))
    expect(listProjectFiles(project, './fixtures', (path) => path.startsWith('caf')).map(({ path }) => path)).toEqual([
      'a',
    ])
  })
})

test('the folders of Plimsoll in the home directory are not listed; that of the project is', () => {
  vi.stubEnv('HOME', join(project, 'home'))
  mkdirSync(join(project, 'home/.plimsoll/runs'), { recursive: true })
  mkdirSync(join(samplesDirectory(), 'slots'), { recursive: true })
  writeFileSync(join(project, 'home/kept'), '')
  const listed = listProjectFiles(project, '.').map(({ path }) => path)
  expect(listed).toContain('home/kept')
  expect(listed.filter((path) => /^home.*(runs|slots)/.test(path))).toEqual([])
  expect(listed).toContain('.plimsoll')
})

test('documents and journals of runs in the folder of the project are not listed, whatever their names; other files are', () => {
  const document = JSON.stringify({ schemaVersion: 1, origin: { kind: 'measured' }, benchmarks: [] }, null, 1)
  const others = ['package.json', 'plimsoll-data.json', 'data.journal']
  for (const file of others) writeFileSync(join(project, file), '{"schemaVersion": 1}')
  const outputs = [
    'plimsoll-aaaaaaaaaa.json',
    'first.json',
    'second.json.journal',
    'plimsoll-2026-11-26T20-14-23-001Z.journal',
  ]
  for (const file of [...outputs, 'fixtures/first.json']) writeFileSync(join(project, file), document)
  symlinkSync('fixtures/first.json', join(project, 'link.json'))
  const listed = listProjectFiles(project, '.').map(({ path }) => path)
  const kept = [...others, 'fixtures/first.json', 'link.json']
  expect([...kept, ...outputs].filter((file) => listed.includes(file))).toEqual(kept)
})

test('a name with U+FFFD is valid', () => {
  writeFileSync(join(fixtures, '\ufffd'), 'x')
  expect(listProjectFiles(project, './fixtures').map(({ path }) => path)).toEqual(['a', '\ufffd'])
})

test('a file that is gone since it was listed is refused', () => {
  const entries = listProjectFiles(project, './fixtures')
  rmSync(join(fixtures, 'a'))
  const says = `${fixtures}/a changed while it was read. Do not change the project's files during a run; try again.`
  expect(() => copyProjectFiles(entries, copies)).toThrow(new Problem(2, says))
  expect(() => digestOfFiles(entries)).toThrow(new Problem(2, says))
})

test('copies have the digest of what they are copies of', () => {
  symlinkSync('a', join(fixtures, 'link'))
  const entries = listProjectFiles(project, './fixtures')
  expect(digestOfFiles(copyProjectFiles(entries, copies))).toBe(digestOfFiles(entries))
})

test('a file of 2 GiB is refused with its own sentence', () => {
  truncateSync(join(fixtures, 'a'), 2 ** 31)
  expect(() => digestOfFiles(listProjectFiles(project, './fixtures'))).toThrow(
    new Problem(2, `${fixtures}/a has 2 GiB or more, so it cannot be copied. Leave it out, or make it smaller.`),
  )
})

describe('what git ignores', () => {
  const listed = (path: string) => listProjectFiles(project, path).map(({ path }) => path)

  beforeEach(() => {
    const git = (...args: string[]) => execaSync('git', ['-C', project, ...args])
    git('init', '--quiet')
    mkdirSync(join(project, 'src/node_modules/deep'), { recursive: true })
    for (const file of ['src/a.js', 'src/kept.log', 'src/b.log', 'src/node_modules/deep/c.js'])
      writeFileSync(join(project, file), file)
    writeFileSync(join(project, '.gitignore'), 'node_modules\n*.log\n')
    git('add', '--force', 'src/kept.log')
  })

  test('is not listed below a directory, unless git tracks it', () => {
    expect(listed('./src')).toEqual(['a.js', 'kept.log'])
    expect(listed('./')).not.toContain('src/node_modules')
  })

  test('is listed by its own name, and in a build context', () => {
    expect(listed('./src/node_modules')).toEqual(['deep', 'deep/c.js'])
    expect(listed('./src/b.log')).toEqual([''])
    expect(listProjectFiles(project, 'src', () => false).map(({ path }) => path)).toContain('node_modules/deep/c.js')
  })

  test('is not listed in a repository inside the project', () => {
    const inner = join(project, 'src/inner')
    mkdirSync(inner)
    execaSync('git', ['-C', inner, 'init', '--quiet'])
    for (const [name, text] of [
      ['.gitignore', 'out'],
      ['out', ''],
      ['in', ''],
    ] as const)
      writeFileSync(join(inner, name), text)
    expect(listed('./src')).toEqual(['a.js', 'inner', 'inner/.gitignore', 'inner/in', 'kept.log'])
  })
})
