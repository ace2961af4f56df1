import { namePage, projectPage } from '../store/slug.ts'
import { readWords } from './filters.ts'
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
  const words = readWords(query)
  if (words.length === 0) return []
  const places = pages.map((address) => {
    const [folder = '', ...name] = address.split('/')
    return { kind: folder.slice(0, -1), name: name.join('/'), address }
  })
  return [...places, ...findProjects(runs)]
    .filter(({ name }) => words.every((word) => name.includes(word)))
    .slice(0, MAX_PAGES)
}

/** Returns the pages of the projects of runs, by name and by key. */
function findProjects(runs: readonly RunEntry[]): FoundPage[] {
  const names = new Set(runs.map(({ project }) => project.toLowerCase()))
  const keys = new Set(runs.map(({ projectKey }) => projectKey))
  const named = [...names].sort().map((name) => ({ kind: 'project', name, address: namePage(name) }))
  const keyed = [...keys].sort().map((name) => ({ kind: 'project', name, address: projectPage(name) }))
  return [...named, ...keyed].flatMap((page) => (page.address === null ? [] : [{ ...page, address: page.address }]))
}
