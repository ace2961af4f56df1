import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** An entry of the documentation's table of contents. */
export interface Entry {
  /** The last part of the page's address. It is also the name of the page's file without `.md`. */
  name: string
  title: string
  /** The heading above the entry in the table of contents. */
  group: string
}

/**
 * Returns the pages of the documentation in the order of the `README.md` of its directory. The `README.md` lists each
 * page as an item that begins with a link. Throws if a page is not listed, or if a listed page does not exist.
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
  const files = readdirSync(directory).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const wrong = [...files.filter((file) => !listed.includes(file)), ...listed.filter((file) => !files.includes(file))]
  if (wrong.length > 0)
    throw new Error(`docs/README.md must list each page of docs/ once. Missing or extra: ${wrong.join(', ')}`)
  return entries
}
