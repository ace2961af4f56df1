import { nearest } from '@plimsoll/schema/browser'

/** A heading of the documentation. */
export interface DocumentationHeading {
  /** The name of the page, the last part of its address. */
  page: string
  title: string
  /** The anchor of the heading; empty for the page itself. */
  anchor: string
  /** The heading; for the page itself, its title in the table of contents. */
  heading: string
}

const MAX_FOUND = 12

/** Words of a query that say nothing about what is searched. */
const IGNORED = new Set('a an and can do for from how i in is my of on or the to what with'.split(' '))

/** What readers write, and what the documentation calls it. */
const SYNONYMS: Record<string, string> = { pr: 'pull request', prs: 'pull request' }

/**
 * Returns the headings that contain every word of a query, in their text or in the title of their page. Those that
 * contain all words themselves come first, and pages before their sections. Returns none for an empty query.
 */
export function searchHeadings(headings: readonly DocumentationHeading[], query: string): DocumentationHeading[] {
  const given = query.toLowerCase().split(/\s+/).filter(Boolean)
  const telling = given.filter((word) => !IGNORED.has(word))
  const words = (telling.length > 0 ? telling : given).map((word) => SYNONYMS[word] ?? word)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = headings.filter(({ heading }) => has(heading))
  const own = [...found.filter(({ anchor }) => anchor === ''), ...found.filter(({ anchor }) => anchor !== '')]
  const others = headings.filter(({ heading, title }) => !has(heading) && has(`${title} ${heading}`))
  return [...own, ...others].slice(0, MAX_FOUND)
}

/**
 * Returns the query that a misspelt one probably means: each word that no heading has is replaced by the nearest word of
 * the headings. Returns null if this finds no heading either.
 */
export function correctQuery(headings: readonly DocumentationHeading[], query: string): string | null {
  const text = headings.map(({ title, heading }) => `${title} ${heading}`.toLowerCase()).join(' ')
  const names = [...new Set(text.match(/[a-z][a-z-]{3,}/g))]
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const corrected = words.map((word) => (text.includes(word) ? word : (nearest(word, names) ?? word))).join(' ')
  return searchHeadings(headings, corrected).length === 0 ? null : corrected
}
