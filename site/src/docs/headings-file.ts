import { readFileSync } from 'node:fs'
import path from 'node:path'
import { headingsOf, parseMarkdown } from '../markdown/parse.ts'
import { readContents } from './read-page.ts'
import type { DocumentationHeading } from './search-headings.ts'

/** The path of the headings of the documentation in a site. */
export const HEADINGS_FILE = 'data/docs.json'

/** Headings of this level and above can be searched. */
const MAX_DEPTH = 3

/** Returns all headings of the documentation, as a file for the browser. @param directory of the documentation */
export function makeHeadingsFile(directory: string): Buffer {
  const headings = readContents(directory).flatMap(({ name, title }): DocumentationHeading[] => {
    const found = headingsOf(parseMarkdown(readFileSync(path.join(directory, `${name}.md`), 'utf8')))
    return [
      { page: name, title, anchor: '', heading: title },
      ...found
        .filter(({ token }) => token.depth > 1 && token.depth <= MAX_DEPTH)
        .map((heading) => ({ page: name, title, anchor: heading.anchor, heading: heading.title })),
    ]
  })
  return Buffer.from(JSON.stringify(headings))
}
