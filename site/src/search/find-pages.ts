import { isProject } from '../store/slug.ts'
import type { RunEntry, SearchIndex } from './search-index.ts'

/** A page that a search can find and that is not the page of a run. */
export interface FoundPage {
  /** The kind of the page: `engine`, `workload` or `project`. */
  kind: string
  name: string
  /** The path of the page from the registry's root. */
  address: string
}

const MAX_PAGES = 8

/** Returns the pages whose names contain every word of a query. Returns none for an empty query. */
export function findPages(
  { pages }: Pick<SearchIndex, 'pages'>,
  runs: readonly RunEntry[],
  query: string,
): FoundPage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const projects = new Set(runs.map(({ project }) => project.toLowerCase()).filter(isProject))
  const all = [...pages, ...[...projects].sort().map((project) => `projects/${project}`)]
  return all
    .map((address) => {
      const [folder = '', ...name] = address.split('/')
      return { kind: folder.slice(0, -1), name: name.join('/'), address }
    })
    .filter(({ name }) => words.every((word) => name.includes(word)))
    .slice(0, MAX_PAGES)
}
