/** The two runs to compare, as in the address of the page: ids, each empty until it is chosen. */
export interface Choice {
  a: string
  b: string
}

/** Parses the query string of an address. Invalid ids of runs are kept, because the page reports them. */
export function readChoice(search: string): Choice {
  const query = new URLSearchParams(search)
  return { a: (query.get('a') ?? '').trim(), b: (query.get('b') ?? '').trim() }
}

/** Returns the address of the comparison page with this choice, relative to a page beside it. */
export function comparisonAddress({ a, b }: Choice): string {
  const query = new URLSearchParams(Object.entries({ a, b }).filter(([, id]) => id !== ''))
  return query.size === 0 ? 'compare' : `compare?${query}`
}
