import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listLinks } from '../markdown/links-testing.ts'
import { listHeadings, parseMarkdown } from '../markdown/parse.ts'
import { readContents, readDocumentation } from './read-page.ts'

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')
const DOCS = path.join(REPOSITORY, 'site/docs')
const names = readContents(DOCS).map(({ name }) => name)

test('every page is listed once, and has a title, a description and neighbours', () => {
  expect(new Set(names).size).toBe(names.length)
  for (const [position, name] of names.entries()) {
    const page = readDocumentation(DOCS, name)
    expect(page.description.length, name).toBeGreaterThan(40)
    expect(page.previous?.name, name).toBe(names[position - 1])
    expect(page.next?.name, name).toBe(names[position + 1])
    expect(page.body, name).not.toContain('<h1')
  }
  expect(readDocumentation(DOCS, null).title).toBe('Documentation')
})

test('every link of every Markdown file has a target: a file, a heading or another site', () => {
  const dead = markdownFiles().flatMap((file) =>
    listLinks(read(file))
      .filter((link) => !/^(https?|mailto):/.test(link) && !hasTarget(file, link))
      .map((link) => `${file} → ${link}`),
  )
  expect(dead).toEqual([])
})

test('a link to another page has its address, and a link to a file that is not on the site is text', () => {
  const tutorial = readDocumentation(DOCS, 'tutorial').body
  expect(tutorial).toContain('<a href="statistics">')
  expect(readDocumentation(DOCS, null).body).toContain('<a href="docs/tutorial">')
  expect(readDocumentation(DOCS, 'document').body).toContain('<a href="../schema/run/v1.json">')
  expect(readDocumentation(DOCS, 'statistics').body).toContain('<a href="../method">')
  for (const name of names)
    expect(readDocumentation(DOCS, name).body, name).not.toMatch(/href="[^"#]*(\.md|\.\.\/\.\.)/)
})

/** Returns the Markdown files of the repository, without test fixtures. */
function markdownFiles(): string[] {
  const folders = [
    '',
    'schema',
    'workloads',
    'workloads/agent',
    'site',
    'site/docs',
    'site/hosting',
    'examples/results',
    'examples/workflows',
    'examples/own-workload',
  ]
  return folders.flatMap((folder) =>
    readdirSync(path.join(REPOSITORY, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.join(folder, name)),
  )
}

function hasTarget(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path.join(REPOSITORY, from) : path.join(REPOSITORY, path.dirname(from), file)
  if (!existsSync(target)) return false
  return (
    anchor === undefined ||
    listHeadings(read(path.relative(REPOSITORY, target))).some((heading) => heading.anchor === anchor)
  )
}

function read(file: string) {
  return parseMarkdown(readFileSync(path.join(REPOSITORY, file), 'utf8'))
}
