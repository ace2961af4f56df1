/** The two runs that are compared, as the address of the page says it: ids, each empty until it is chosen. */
export interface Choice {
  a: string
  b: string
}

/** What the part of an address after its "?" asks for. What is no id is handed on: the page says so. */
export function readChoice(search: string): Choice {
  const asked = new URLSearchParams(search)
  return { a: (asked.get('a') ?? '').trim(), b: (asked.get('b') ?? '').trim() }
}

/** The address of the page with this choice, from a page beside it. */
export function addressOf({ a, b }: Choice): string {
  const asked = new URLSearchParams(Object.entries({ a, b }).filter(([, id]) => id !== ''))
  return asked.size === 0 ? 'compare' : `compare?${asked}`
}
