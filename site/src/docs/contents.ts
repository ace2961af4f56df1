import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A page of the documentation, as its table of contents names it. */
export interface Entry {
  /** Of the page's address, and of its file without `.md`. */
  name: string
  title: string
  /** The heading it stands under. */
  group: string
}

/**
 * The pages of the documentation in their order: those that `README.md` of the directory lists, each as an item that
 * begins with a link. Throws where a page is not listed, or listed without being there.
 */
export function readContents(directory: string): Entry[] {
  const entries: Entry[] = []
  let group = ''
  for (const line of readFileSync(path.join(directory, 'README.md'), 'utf8').split('\n')) {
    group = /^## (.+)$/.exec(line)?.[1] ?? group
    const [, title, name] = /^- \[([^\]]+)\]\(([\w-]+)\.md\)/.exec(line) ?? []
    if (title !== undefined && name !== undefined) entries.push({ name, title, group })
  }
  const listed = entries.map(({ name }) => `${name}.md`)
  const there = readdirSync(directory).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const odd = [...there.filter((file) => !listed.includes(file)), ...listed.filter((file) => !there.includes(file))]
  if (odd.length > 0) throw new Error(`docs/README.md does not list what is there: ${odd.join(', ')}`)
  return entries
}
