import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REQUIREMENTS } from '../markdown/render.ts'
import { commandCalls, composeScript, isFile, parseSnippets } from './snippets-testing.ts'

// This file runs every code block of the documentation, or compares it with its source. Container engines are hidden,
// so that runs measure only the host and take seconds.

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')
const DOCS = 'site/docs'
const PROGRAMS = 'sh env git sleep sed cat mkdir rm ls seq wc tr sort uniq awk grep id cp uname head tail'.split(' ')

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(REPOSITORY, DOCS))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${DOCS}/${name}`),
].filter((page) => existsSync(path.join(REPOSITORY, page)))
const snippets = new Map(pages.map((page) => [page, parseSnippets(readFileSync(path.join(REPOSITORY, page), 'utf8'))]))
const isRun = ({ language, word }: { language: string; word: string }) => language === 'sh' && word === ''

let scratch = ''

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'plimsoll-snippets-'))
  const bin = path.join(scratch, 'bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, path.join(bin, 'node'))
  for (const name of PROGRAMS) {
    const folder = (process.env.PATH ?? '').split(path.delimiter).find((folder) => existsSync(path.join(folder, name)))
    if (folder) symlinkSync(path.join(folder, name), path.join(bin, name))
  }
  for (const [name, file] of [
    ['plimsoll', 'action/bin/plimsoll.js'],
    ['plimsoll-registry', 'site/bin/plimsoll-registry.js'],
  ] as const)
    symlinkSync(path.join(REPOSITORY, file), path.join(bin, name))
})

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

// Outside of the full suite, only the blocks run that a newcomer tries first.
const isFirst = (page: string) => page.endsWith('/tutorial.md') || process.env.PLIMSOLL_TEST === 'full'

test.each(pages.filter((page) => isFirst(page) && snippets.get(page)?.some(isRun)))(
  'the shell blocks of %s run without errors',
  (page) => {
    const directory = path.join(scratch, path.basename(page, '.md'))
    const home = path.join(directory, 'home')
    mkdirSync(home, { recursive: true })
    const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', composeScript(snippets.get(page) ?? [])], {
      cwd: directory,
      encoding: 'utf8',
      env: {
        NODE_ENV: 'test',
        PATH: path.join(scratch, 'bin'),
        HOME: home,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
    })
    expect(status, `${stdout}\n${stderr}`).toBe(0)
  },
)

test('shell blocks that are not run have valid syntax', () => {
  for (const [page, blocks] of snippets) {
    const texts = blocks.filter(({ language }) => language === 'sh').map(({ text, line }) => `# line ${line}\n${text}`)
    expect(spawnSync('sh', ['-n', '-c', texts.join('')], { encoding: 'utf8' }).stderr, page).toBe('')
  }
})

test('every command that is called exists, with its flags', () => {
  const reference = readFileSync(path.join(REPOSITORY, DOCS, 'command.md'), 'utf8')
  const sections = new Map(
    reference.split(/^### /m).map((text) => [text.slice(0, text.indexOf('\n')), text.replace(/^.*\n/, '')]),
  )
  const unknown = [...snippets].flatMap(([page, blocks]) =>
    blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => commandCalls(text))
      .filter(({ words, flags }) => {
        // `plimsoll serve` takes the same flags as `plimsoll-registry serve`, and its help refers to the help of that
        // command.
        const name = words.join(' ').replace('plimsoll serve', 'plimsoll-registry serve')
        return flags.some((flag) => !sections.get(name)?.includes(`\`${flag}`)) || !sections.has(name)
      })
      .map(({ words, flags }) => `${page}: ${[...words, ...flags].join(' ')}`),
  )
  expect(unknown).toEqual([])
})

test('every workflow on a page is one of the examples, which are linted', () => {
  const examples = path.join(REPOSITORY, 'examples/workflows')
  const exampleTexts = readdirSync(examples)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => withoutHead(readFileSync(path.join(examples, name), 'utf8')))
  const shown = [...snippets].flatMap(([page, blocks]) =>
    blocks.filter(({ word }) => word.startsWith('.github/workflows/')).map(({ text, line }) => ({ page, text, line })),
  )
  expect(shown.length).toBeGreaterThan(4)
  for (const { page, text, line } of shown) expect(exampleTexts, `${page}, line ${line}`).toContain(text)
})

test('workload files of one name are the same on all pages', () => {
  const pagesOf = Map.groupBy(
    [...snippets].flatMap(([page, blocks]) => blocks.map((block) => ({ page, ...block }))),
    ({ word }) => word,
  )
  const workloads = [...pagesOf].filter(([word]) => word.startsWith('.plimsoll/'))
  expect(workloads.length).toBeGreaterThan(2)
  for (const [word, blocks] of workloads)
    expect(new Set(blocks.map(({ text }) => text)).size, `${word} on ${blocks.map(({ page }) => page)}`).toBe(1)
})

test('the word after the language of a block is a file or a known requirement', () => {
  const words = [...snippets.values()].flat().filter((snippet) => snippet.word !== '' && !isFile(snippet))
  expect(new Set(words.map(({ language }) => language))).toEqual(new Set(['sh']))
  for (const { word } of words) expect([...REQUIREMENTS.keys()]).toContain(word)
})

/** Returns a workflow without the comment at its beginning, which the page replaces by its own text. */
function withoutHead(text: string): string {
  return text.replace(/^(#.*\n)+/, '')
}
