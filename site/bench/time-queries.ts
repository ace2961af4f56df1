import { openReader } from '../src/store/queries.ts'
import type { Registry } from '../src/store/registry.ts'
import { PAGE_QUERIES, type PageQuery } from './page-queries.ts'
import { describeTimes, milliseconds } from './times.ts'

/** The number of calls of each query. Each call uses other arguments. */
const TIMES = 200

/** Times every query of a page, one call at a time, and prints one line per query. @param count runs in the index */
export async function timeQueries(registry: Registry, count: number): Promise<void> {
  const reader = openReader(registry)
  try {
    for (const [name, query] of PAGE_QUERIES) console.log(`  ${name}: ${describeTimes(await timesOf(query))}`)
  } finally {
    await reader.$disconnect()
  }

  async function timesOf(query: PageQuery): Promise<number[]> {
    const times: number[] = []
    for (let turn = 0; turn < TIMES; turn += 1) {
      times.push(await milliseconds(() => query(reader, { turn, of: TIMES, count })))
    }
    return times
  }
}
