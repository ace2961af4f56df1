import { openReader } from '../src/store/queries.ts'
import type { Registry } from '../src/store/registry.ts'
import { PAGE_QUERIES, type PageQuery } from './page-queries.ts'
import { describeTimes, milliseconds } from './times.ts'

/** How often each is asked, each time for something else. */
const TIMES = 200

/** Times every query that a page makes, one at a time, and prints a line for each. @param count runs in the index */
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
