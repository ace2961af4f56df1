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

/**
 * Returns the headings that contain every word of a query, in their text or in the title of their page. Those that
 * contain all words themselves come first. Returns none for an empty query.
 */
export function searchHeadings(headings: readonly DocumentationHeading[], query: string): DocumentationHeading[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const own = headings.filter(({ heading }) => has(heading))
  const others = headings.filter(({ heading, title }) => !has(heading) && has(`${title} ${heading}`))
  return [...own, ...others].slice(0, MAX_FOUND)
}
